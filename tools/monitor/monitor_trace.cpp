#include "monitor/monitor_trace.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <system_error>

#include "binary/trace_output.hpp"
#include "paje/writer.hpp"

namespace paje::tools {

namespace {

struct TimedValue {
  double time;
  std::size_t variable;
  double value;
};

class MonitorTrace {
 public:
  MonitorTrace(const MonitoredRun& run, double until, TraceWriter& writer)
      : run_(run), until_(std::min(until, run.last)), writer_(writer) {}

  void write() {
    define();
    writer_.push_state(0, machine_, states_, run_.is_table ? "Sampled" : "Idle");
    bool runs = false;
    const auto change = [&](double time) {
      if (!runs && run_.start >= 0 && time >= run_.start && run_.start <= until_) {
        writer_.set_state(run_.start, machine_, states_, "Run");
        runs = true;
      }
      if (runs && !has_ended_ && run_.end >= 0 && time >= run_.end && run_.end <= until_) {
        writer_.set_state(run_.end, machine_, states_, "Idle");
        has_ended_ = true;
      }
    };
    for (const TimedValue& sample : by_time()) {
      change(sample.time);
      const MonitoredVariable& variable = run_.samples.variables()[sample.variable];
      writer_.set_variable(sample.time, containers_[variable.device],
                           types_.at({is_machine(variable), variable.name}), sample.value);
    }
    change(until_);
    for (std::size_t i = containers_.size(); i-- > 0;) {
      if (i != first_machine_) writer_.destroy_container(until_, containers_[i]);
    }
    writer_.destroy_container(until_, machine_);
    writer_.close();
  }

 private:
  [[nodiscard]] bool is_machine(const MonitoredVariable& variable) const {
    return run_.samples.devices()[variable.device].is_machine;
  }

  void define() {
    machine_type_ = writer_.container_type("Machine");
    device_type_ = writer_.container_type("Device", machine_type_);
    states_ = writer_.state_type("Application", machine_type_);
    std::vector<UserField> names = {{"Source", FieldType::string}};
    const TraceWriter::Fields source = writer_.user_fields(names);
    for (const auto& parameter : run_.parameters) {
      names.push_back({parameter.first, FieldType::string});
    }
    const TraceWriter::Fields with_parameters =
        run_.parameters.empty() ? source : writer_.user_fields(names);
    for (const MonitoredDevice& device : run_.samples.devices()) {
      std::vector<UserValue> values = {std::string_view(device.source)};
      if (!device.is_machine) {
        containers_.push_back(
            writer_.create_container(0, device_type_, device.name, machine_, {source, values}));
        continue;
      }
      for (const auto& parameter : run_.parameters) {
        values.emplace_back(std::string_view(parameter.second));
      }
      first_machine_ = containers_.size();
      machine_ = writer_.create_container(0, machine_type_, device.name,
                                          TraceWriter::kRootContainer, {with_parameters, values});
      containers_.push_back(machine_);
    }
    for (const MonitoredVariable& variable : run_.samples.variables()) {
      auto& type = types_[{is_machine(variable), variable.name}];
      if (!type.valid()) {
        type = writer_.variable_type(variable.name,
                                     is_machine(variable) ? machine_type_ : device_type_);
      }
    }
  }

  [[nodiscard]] std::vector<TimedValue> by_time() const {
    std::vector<TimedValue> all;
    const auto& variables = run_.samples.variables();
    for (std::size_t i = 0; i < variables.size(); ++i) {
      for (const auto& [time, value] : variables[i].samples) {
        if (time <= until_) all.push_back({time, i, value});
      }
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const TimedValue& a, const TimedValue& b) { return a.time < b.time; });
    return all;
  }

  const MonitoredRun& run_;
  double until_;
  TraceWriter& writer_;
  TraceWriter::Type machine_type_, device_type_, states_;
  std::vector<TraceWriter::Container> containers_;
  std::map<std::pair<bool, std::string>, TraceWriter::Type> types_;
  TraceWriter::Container machine_;
  std::size_t first_machine_ = 0;
  bool has_ended_ = false;
};

bool means_no_room(const std::system_error& error) {
  return error.code() == std::errc::no_space_on_device ||
         error.code() == std::errc::file_too_large ||
         error.code() == std::error_code(EDQUOT, std::generic_category());
}

}  // namespace

double write_monitored(const MonitoredRun& run, const std::string& output) {
  constexpr double kLess = 0.9;
  double until = run.last;
  for (;;) {
    try {
      write_trace({.path = output},
                  [&](TraceWriter& writer) { MonitorTrace(run, until, writer).write(); });
      return until;
    } catch (const std::system_error& error) {
      if (!means_no_room(error) || until <= 0) throw;
    }
    until = until > 1e-3 * run.last ? kLess * until : 0;
  }
}

}  // namespace paje::tools
