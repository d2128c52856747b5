#include "export/chrome.hpp"

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "export/chrome_tracks.hpp"
#include "export/number_text.hpp"
#include "export/pieces.hpp"
#include "json_writer.hpp"
#include "ordered_work.hpp"

namespace paje::tools {

namespace {

std::string json_string(std::string_view text) {
  JsonWriter writer;
  writer.value(text);
  return writer.text();
}

// JSON knows no infinity.
void append_json(std::string& text, double number) {
  if (std::isfinite(number)) {
    append_number(text, number);
  } else {
    text += "null";
  }
}

class ChromeTrace {
 public:
  explicit ChromeTrace(const Trace& trace) : trace_(trace), tracks_(trace) {
    for (const EntityValue& value : trace.values()) values_.push_back(json_string(value.name.text));
    for (const Type& type : trace.types()) types_.push_back(json_string(type.name.text));
    for (const TypeKind kind :
         {TypeKind::state, TypeKind::variable, TypeKind::event, TypeKind::link}) {
      for (Piece& piece : pieces_of(trace, kind)) pieces_.push_back(std::move(piece));
    }
  }

  [[nodiscard]] std::string names() const { return tracks_.names(); }
  [[nodiscard]] std::size_t pieces() const { return pieces_.size(); }

  void add_piece(std::string& text, std::size_t number) const {
    const Piece& piece = pieces_[number];
    switch (piece.rows.kind) {
      case TypeKind::state:
        add_states(text, piece);
        break;
      case TypeKind::variable:
        add_counters(text, piece.rows);
        break;
      case TypeKind::event:
        add_instants(text, piece.rows);
        break;
      default:
        add_flows(text, piece.rows);
    }
  }

 private:
  static constexpr double kMicroseconds = 1e6;

  static void add_time(std::string& text, double time) {
    if (!std::isfinite(time * kMicroseconds)) {
      throw std::runtime_error("a time of the trace is infinite, which this format cannot say");
    }
    text += "\"ts\":";
    append_number(text, time * kMicroseconds);
  }

  [[nodiscard]] static std::string track_text(uint32_t process, uint32_t thread) {
    return ",\"pid\":" + std::to_string(process) + ",\"tid\":" + std::to_string(thread);
  }

  void add_states(std::string& text, const Piece& of_list) const {
    const ObjectList& piece = of_list.rows;
    const StateColumns states = trace_.states();
    const std::string track = track_text(tracks_.process(piece.container), tracks_.thread(piece));
    const std::string tail = ",\"cat\":" + types_[piece.type.index] + track + '}';
    const std::string end_tail = track + '}';
    std::vector<double> open = of_list.open;  // ends of the states around
    const auto close_to = [&](std::size_t depth) {
      for (; open.size() > depth; open.pop_back()) {
        text += ",\n{\"ph\":\"E\",";
        add_time(text, open.back());
        text += end_tail;
      }
    };
    for (uint64_t row = piece.first; row < piece.last; ++row) {
      close_to(states.depth[row]);
      text += ",\n{\"ph\":\"B\",";
      add_time(text, states.start[row]);
      text += ",\"name\":";
      text += values_[states.value[row].index];
      text += tail;
      open.push_back(states.end[row]);
    }
    if (of_list.is_last) close_to(0);
  }

  void add_counters(std::string& text, const ObjectList& piece) const {
    const VariableColumns variables = trace_.variables();
    const uint32_t process = tracks_.process(piece.container);
    const std::string tail = ",\"name\":" + json_string(tracks_.counter(piece)) +
                             ",\"pid\":" + std::to_string(process) + ",\"args\":{\"value\":";
    for (uint64_t row = piece.first; row < piece.last; ++row) {
      text += ",\n{\"ph\":\"C\",";
      add_time(text, variables.start[row]);
      text += tail;
      append_json(text, variables.value[row]);
      text += "}}";
    }
  }

  void add_instants(std::string& text, const ObjectList& piece) const {
    const EventColumns events = trace_.events();
    const std::string tail =
        ",\"s\":\"t\",\"cat\":" + types_[piece.type.index] +
        track_text(tracks_.process(piece.container), tracks_.thread(piece.container)) + '}';
    for (uint64_t row = piece.first; row < piece.last; ++row) {
      text += ",\n{\"ph\":\"i\",";
      add_time(text, events.time[row]);
      text += ",\"name\":";
      text += values_[events.value[row].index];
      text += tail;
    }
  }

  void add_flow_end(std::string& text, std::string_view phase, double time, ContainerId container,
                    std::string_view tail) const {
    text += phase;
    add_time(text, time);
    text += ",\"pid\":";
    append_number(text, tracks_.process(container));
    text += ",\"tid\":";
    append_number(text, tracks_.thread(container));
    text += tail;
  }

  void add_flows(std::string& text, const ObjectList& piece) const {
    const LinkColumns links = trace_.links();
    std::string tail;
    for (uint64_t row = piece.first; row < piece.last; ++row) {
      tail = ",\"id\":";
      append_number(tail, row + 1);
      tail += ",\"name\":" + values_[links.value[row].index];
      tail += ",\"cat\":" + types_[piece.type.index] + '}';
      add_flow_end(text, ",\n{\"ph\":\"s\",", links.start[row], links.start_container[row], tail);
      add_flow_end(text, ",\n{\"ph\":\"f\",\"bp\":\"e\",", links.end[row], links.end_container[row],
                   tail);
    }
  }

  const Trace& trace_;
  ChromeTracks tracks_;
  std::vector<std::string> values_;  // as JSON
  std::vector<std::string> types_;
  std::vector<Piece> pieces_;
};

}  // namespace

void write_chrome(const Trace& trace, unsigned threads, const TextSink& sink) {
  const ChromeTrace chrome(trace);
  // Each event begins with the comma behind the one before; the first is the root's.
  const std::string names = chrome.names();
  sink("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
  sink(std::string_view(names).substr(1));
  ordered_work(
      threads, chrome.pieces(),
      [&](std::size_t i, std::string& text) { chrome.add_piece(text, i); },
      [&](const std::string& text) { sink(text); });
  sink("\n]}\n");
}

}  // namespace paje::tools
