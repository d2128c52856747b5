#include "view/window/reading_options.hpp"

#include <QGridLayout>
#include <QLabel>
#include <algorithm>
#include <utility>

#include "model/number_text.hpp"

namespace paje::gui {

namespace {

constexpr int kMostThreads = 1024;
constexpr TimeUnit kUnits[] = {TimeUnit::seconds, TimeUnit::milliseconds, TimeUnit::microseconds,
                               TimeUnit::nanoseconds};
constexpr int kMostMegabytes = 100'000'000;
constexpr uint64_t kMegabyte = 1'000'000;

}  // namespace

ReadingOptions::ReadingOptions(LoadOptions options, QWidget* parent)
    : QGroupBox(tr("How it is read"), parent),
      options_(std::move(options)),
      lenient_(new QCheckBox(tr("&Leniently: leave out what cannot be used"), this)),
      old_field_names_(new QCheckBox(tr("Field names of ol&d versions of the format"), this)),
      ignores_incomplete_links_(new QCheckBox(tr("Without &half links"), this)),
      no_imbrication_(new QCheckBox(tr("No &imbrication of states"), this)),
      user_fields_(new QCheckBox(tr("Keep &user-defined fields"), this)),
      sort_(new QCheckBox(tr("In the &order of times"), this)),
      fix_clocks_(new QCheckBox(tr("With cloc&ks corrected"), this)),
      stop_at_(new QLineEdit(this)),
      unit_(new QComboBox(this)),
      safe_colors_(new QCheckBox(tr("&Colours that the colour-blind tell apart"), this)),
      threads_(new QSpinBox(this)),
      megabytes_(new QSpinBox(this)) {
  lenient_->setObjectName(QStringLiteral("lenient"));
  old_field_names_->setObjectName(QStringLiteral("no-strict"));
  ignores_incomplete_links_->setObjectName(QStringLiteral("ignore-incomplete-links"));
  no_imbrication_->setObjectName(QStringLiteral("no-imbrication"));
  user_fields_->setObjectName(QStringLiteral("user-defined"));
  sort_->setObjectName(QStringLiteral("sort"));
  fix_clocks_->setObjectName(QStringLiteral("fix-clocks"));
  stop_at_->setObjectName(QStringLiteral("stop-at"));
  unit_->setObjectName(QStringLiteral("unit"));
  safe_colors_->setObjectName(QStringLiteral("palette"));
  threads_->setObjectName(QStringLiteral("jobs"));
  megabytes_->setObjectName(QStringLiteral("max-memory"));
  stop_at_->setPlaceholderText(tr("the end"));
  unit_->addItem(tr("automatic"));
  for (const TimeUnit unit : kUnits) {
    unit_->addItem(QString::fromStdString(std::string(spelling(unit))));
  }
  unit_->setToolTip(tr("What the times of the trace count in; StarPU's are known to be ms."));
  threads_->setRange(0, kMostThreads);
  threads_->setSpecialValueText(tr("all cores"));
  megabytes_->setRange(0, kMostMegabytes);
  megabytes_->setSpecialValueText(tr("no limit"));
  megabytes_->setSuffix(tr(" MB"));
  auto* grid = new QGridLayout(this);
  int row = 0;
  for (QCheckBox* box : {lenient_, ignores_incomplete_links_, old_field_names_, no_imbrication_,
                         user_fields_, sort_, fix_clocks_, safe_colors_}) {
    grid->addWidget(box, row / 2, row % 2);
    ++row;
  }
  const auto add = [this](QHBoxLayout* line, const QString& words, QWidget* widget) {
    auto* label = new QLabel(words, this);
    label->setBuddy(widget);
    line->addWidget(label);
    line->addWidget(widget);
  };
  auto* times = new QHBoxLayout;
  add(times, tr("&Times in"), unit_);
  grid->addLayout(times, row / 2, row % 2);
  ++row;
  auto* line = new QHBoxLayout;
  add(line, tr("&Stop at"), stop_at_);
  add(line, tr("Th&reads"), threads_);
  add(line, tr("&Memory"), megabytes_);
  grid->addLayout(line, (row + 1) / 2, 0, 1, 2);  // below all of them
  show_options();
}

void ReadingOptions::show_options() {
  const ReadOptions& read = options_.read;
  lenient_->setChecked(options_.lenient);
  old_field_names_->setChecked(read.old_field_names);
  ignores_incomplete_links_->setChecked(read.ignore_incomplete_links);
  no_imbrication_->setChecked(!read.imbrication);
  user_fields_->setChecked(read.keep_user_fields);
  sort_->setChecked(read.sort);
  fix_clocks_->setChecked(read.fix_clocks);
  if (read.stop_at) stop_at_->setText(QString::fromStdString(exact_text(*read.stop_at)));
  unit_->setCurrentIndex(options_.show.unit ? 1 + static_cast<int>(*options_.show.unit) : 0);
  safe_colors_->setChecked(options_.show.safe_colors);
  threads_->setValue(static_cast<int>(std::min<unsigned>(read.threads, kMostThreads)));
  const uint64_t megabytes = options_.most_memory.value_or(0) / kMegabyte;
  megabytes_->setValue(static_cast<int>(std::min<uint64_t>(megabytes, kMostMegabytes)));
}

LoadOptions ReadingOptions::options() const {
  LoadOptions options = options_;
  options.lenient = lenient_->isChecked();
  ReadOptions& read = options.read;
  read.old_field_names = old_field_names_->isChecked();
  read.ignore_incomplete_links = ignores_incomplete_links_->isChecked();
  read.imbrication = !no_imbrication_->isChecked();
  read.keep_user_fields = user_fields_->isChecked();
  read.sort = sort_->isChecked();
  read.fix_clocks = fix_clocks_->isChecked();
  read.threads = static_cast<unsigned>(threads_->value());
  double time = 0;
  read.stop_at.reset();
  options.show.safe_colors = safe_colors_->isChecked();
  options.show.unit.reset();
  if (unit_->currentIndex() > 0) options.show.unit = kUnits[unit_->currentIndex() - 1];
  const std::string stop_at = stop_at_->text().toStdString();
  if (parse_time(stop_at, time, options.show.unit.value_or(TimeUnit::seconds))) {
    read.stop_at = time;
    options.stop_at_has_unit = has_unit(stop_at);
  }
  // A limit that was given in bytes stays as it was if it is not changed.
  const auto megabytes = static_cast<uint64_t>(megabytes_->value());
  if (megabytes != options.most_memory.value_or(0) / kMegabyte) {
    options.most_memory.reset();
    if (megabytes > 0) options.most_memory = megabytes * kMegabyte;
  }
  return options;
}

}  // namespace paje::gui
