// A trace written again with more in it: its containers, states, variables, events and links by
// TraceWriter, with further variables, all in the order of time.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "paje/trace.hpp"
#include "paje/writer.hpp"

namespace paje::tools {

class TraceCopy {
 public:
  /// The new time of an object of a container, which must not fall as the old one grows.
  using TimeMap = std::function<double(ContainerId, double)>;

  /// Defines all types and values. Both have to live as long; without a map times stay.
  TraceCopy(const Trace& trace, TraceWriter& writer, TimeMap time = {});

  /// A further variable, at a new time. If containers of that type have one of the name already, it
  /// gets another name.
  void set_variable(double time, ContainerId container, const std::string& name, double value);

  /// The root gets a variable of this name: the sum of the further ones of that name, those of
  /// containers that exist.
  void sum_up(std::string name) { summed_.push_back(std::move(name)); }

  /// Writes it all. What is copied comes before further variables of the same time.
  void write();

 private:
  enum class What : uint8_t {
    create,
    push,
    pop,
    set,
    event,
    start_link,
    end_link,
    further,
    destroy
  };
  // Small, for a trace may have millions.
  struct Event {
    double time;
    uint64_t row;    // of the kind's columns; of further variables, their place
    uint32_t track;  // place among tracks; of containers, their id
    What what;
  };
  struct Further {
    ContainerId container;
    TraceWriter::Type type;
    double value;
    std::string name;
  };

  void define();
  void define_values();
  void add_containers();
  void add_ends();
  void add_track(uint32_t number);
  void add_states(uint32_t number);
  void add_links(uint32_t number);
  void keep_lives();
  void add_sum(const std::string& name);
  void write(const Event& event);
  void write_link(const Event& event, const Track& track);
  TraceWriter::Type variable_type(std::string name, TypeId container_type);

  const Trace& trace_;
  TraceWriter& writer_;
  TimeMap time_;
  std::vector<TraceWriter::Type> types_;
  std::vector<TraceWriter::Value> values_;
  std::vector<TraceWriter::Container> containers_;
  std::vector<Event> events_;
  std::vector<Further> further_;
  std::vector<std::string> summed_;
  std::map<std::pair<TypeId, std::string>, TraceWriter::Type> further_types_;
};

}  // namespace paje::tools
