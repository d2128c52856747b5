// Asks what is to be different in a run that is predicted, in the words of pj_predict.
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>

#include "paje/prediction.hpp"

namespace paje::gui {

class PredictionDialog : public QDialog {
  Q_OBJECT

 public:
  explicit PredictionDialog(QWidget* parent = nullptr);
  /// What was asked for when the dialog was accepted.
  [[nodiscard]] const Scenario& scenario() const { return scenario_; }
  /// The same in words, as options of pj_predict.
  [[nodiscard]] QString words() const;

  [[nodiscard]] QComboBox* network() const { return network_; }
  [[nodiscard]] QLineEdit* scale() const { return scale_; }
  [[nodiscard]] QCheckBox* balance() const { return balance_; }
  [[nodiscard]] QCheckBox* no_waits() const { return no_waits_; }
  [[nodiscard]] QString problem() const { return problem_->text(); }

  /// Stays open with a message if something that was typed means nothing.
  void accept() override;

 private:
  QComboBox* network_;
  QLineEdit* computing_;
  QLineEdit* scale_;
  QCheckBox* balance_;
  QCheckBox* no_waits_;
  QLabel* problem_;
  Scenario scenario_;
};

}  // namespace paje::gui
