// The regression of communication time as pj_model fits, writes, reads and uses it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/options.hpp"
#include "paje/models/communication_model.hpp"
#include "runs/report.hpp"

namespace paje::tools {

/// `model` becomes what is to be written to a file.
Report fit_communication_model(const ModelOptions& options, std::string& model);
Report predict_communication_times(const ModelOptions& options);

/// A model, and what is known to be wrong with it.
struct NamedCommunicationModel {
  CommunicationModel model;
  std::vector<std::string> defects;
};
/// The name of a published model, or a file.
NamedCommunicationModel read_communication(const std::string& name);
std::string communication_json(const CommunicationModel& model);

/// The text of the published model of that name; empty if there is none.
std::string_view published_model(std::string_view name);

/// `NAME: CONDITION: TERM + TERM`. Throws std::invalid_argument.
CommunicationArea parse_area(const std::string& text);

/// What is known of one run or row.
struct NamedSample {
  std::string name;
  CommunicationSample sample;
  bool has_time = true;    ///< a time above 0: a run that does not communicate shows nothing
  bool is_silent = false;  ///< a time of 0
  std::string remark;      ///< on where its processes are; else empty
  bool is_judged = false;
};
/// Of traces and tables; `needs_time`: rows of tables have a column `time`.
std::vector<NamedSample> read_samples(const std::vector<std::string>& words,
                                      const ModelOptions& options, bool needs_time);

}  // namespace paje::tools
