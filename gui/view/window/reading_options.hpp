// How traces are to be read, as the tools' options of the same meaning say: part of the dialog that
// asks for a file.
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QGroupBox>
#include <QLineEdit>
#include <QSpinBox>

#include "view/window/loader.hpp"

namespace paje::gui {

class ReadingOptions : public QGroupBox {
  Q_OBJECT

 public:
  /// Shows `options`, which it begins with.
  explicit ReadingOptions(LoadOptions options, QWidget* parent = nullptr);
  /// As they were set. An invalid time is left out.
  [[nodiscard]] LoadOptions options() const;

 private:
  void show_options();

  LoadOptions options_;
  QCheckBox* lenient_;
  QCheckBox* old_field_names_;
  QCheckBox* ignores_incomplete_links_;
  QCheckBox* no_imbrication_;
  QCheckBox* user_fields_;
  QCheckBox* sort_;
  QCheckBox* fix_clocks_;
  QLineEdit* stop_at_;
  QComboBox* unit_;
  QCheckBox* safe_colors_;
  QSpinBox* threads_;
  QSpinBox* megabytes_;
};

}  // namespace paje::gui
