#include "view/predict/prediction_dialog.hpp"

#include <QFormLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include "predict/factors.hpp"
#include "view/window/shown_text.hpp"

namespace paje::gui {

PredictionDialog::PredictionDialog(QWidget* parent)
    : QDialog(parent),
      network_(new QComboBox(this)),
      computing_(new QLineEdit(this)),
      scale_(new QLineEdit(this)),
      balance_(new QCheckBox(tr("All rows compute equally long (--balance)"), this)),
      no_waits_(new QCheckBox(tr("Nobody waits for others (--no-waits)"), this)),
      problem_(new QLabel(this)) {
  setWindowTitle(tr("Predict another run"));
  network_->setEditable(true);
  network_->addItems({QString(), QStringLiteral("latency=0.1x,bandwidth=10x"),
                      QStringLiteral("latency=0.5x"), QStringLiteral("bandwidth=10x")});
  network_->lineEdit()->setPlaceholderText(tr("as it was; latency=0.1x,bandwidth=10x"));
  computing_->setPlaceholderText(tr("as it was; 0.5x is twice as fast"));
  scale_->setPlaceholderText(tr("VALUE=FACTOR, several between commas: PMPI_Send=0.5x"));
  scale_->setMinimumWidth(fontMetrics().averageCharWidth() * 52);
  auto* form = new QFormLayout;
  form->addRow(tr("&Network (--network)"), network_);
  form->addRow(tr("&Computing (--computing)"), computing_);
  form->addRow(tr("&Values (--scale)"), scale_);
  form->addRow(balance_);
  form->addRow(no_waits_);
  problem_->setWordWrap(true);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  buttons->button(QDialogButtonBox::Ok)->setText(tr("Predict"));
  connect(buttons, &QDialogButtonBox::accepted, this, &PredictionDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* column = new QVBoxLayout(this);
  column->addWidget(
      new QLabel(tr("What is to be different? The run as predicted opens below."), this));
  column->addLayout(form);
  column->addWidget(problem_);
  column->addWidget(buttons);
}

QString PredictionDialog::words() const {
  QStringList words;
  const auto add = [&](const char* option, const QString& text) {
    if (!text.trimmed().isEmpty()) words << QLatin1String(option) + ' ' + text.trimmed();
  };
  add("--network", network_->currentText());
  add("--computing", computing_->text());
  for (const QString& scale : scale_->text().split(',', Qt::SkipEmptyParts)) add("--scale", scale);
  if (balance_->isChecked()) words << QStringLiteral("--balance");
  if (no_waits_->isChecked()) words << QStringLiteral("--no-waits");
  return words.join(' ');
}

void PredictionDialog::accept() {
  try {
    Scenario scenario;
    const QString network = network_->currentText().trimmed();
    const QString computing = computing_->text().trimmed();
    if (!network.isEmpty()) scenario.network = tools::parse_network(network.toStdString());
    if (!computing.isEmpty()) scenario.computing = tools::parse_factor(computing.toStdString());
    for (const QString& scale : scale_->text().split(',', Qt::SkipEmptyParts)) {
      scenario.scales.push_back(tools::parse_scale(scale.trimmed().toStdString()));
    }
    scenario.balance = balance_->isChecked();
    scenario.no_waits = no_waits_->isChecked();
    scenario_ = std::move(scenario);
  } catch (const std::invalid_argument& problem) {
    problem_->setText(shown_text(std::string_view(problem.what())));
    return;
  }
  if (words().isEmpty()) {
    problem_->setText(tr("Nothing is different yet: say what is, or cancel."));
    return;
  }
  QDialog::accept();
}

}  // namespace paje::gui
