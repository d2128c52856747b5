#include "export/chrome/export.hpp"

#include <cmath>
#include <string>
#include <unordered_set>
#include <vector>

#include "export/chrome/arguments.hpp"
#include "export/chrome/facts.hpp"
#include "export/chrome/tracks.hpp"
#include "export/pieces.hpp"
#include "export/text_buffer.hpp"
#include "formats/text/json_writer.hpp"
#include "formats/text/open_states.hpp"
#include "paje/parallel.hpp"

namespace paje::tools {

namespace {

constexpr std::size_t kNumbers = 256;  // bytes of all numbers and fixed words of an event

class ChromeTrace {
 public:
  ChromeTrace(const Trace& trace, const ChromeOptions& options)
      : trace_(trace),
        unit_(options.unit),
        tracks_(trace),
        arguments_(trace, options.has_user_fields, options.size_field) {
    for (const EntityValue& value : trace.values()) {
      values_.push_back(",\"name\":" + json_string(value.name.text));
      longest_ = std::max(longest_, values_.back().size());
    }
    for (const Type& type : trace.types()) {
      types_.push_back(",\"cat\":" + json_string(type.name.text));
      longest_ = std::max(longest_, types_.back().size());
    }
    for (const TypeKind kind :
         {TypeKind::state, TypeKind::variable, TypeKind::event, TypeKind::link}) {
      for (Piece& piece : pieces_of(trace, kind)) pieces_.push_back(std::move(piece));
    }
  }

  void write_head(const TextSink& sink) const {
    sink("{\"displayTimeUnit\":\"ns\",\"paje\":");
    sink(chrome_facts(trace_, tracks_, unit_));
    sink(",\n\"traceEvents\":[");
    // Each event begins with the comma after the one before; the first has none.
    sink(std::string_view(tracks_.names()).substr(1));
  }
  [[nodiscard]] std::size_t pieces() const { return pieces_.size(); }

  void add_piece(TextBuffer& text, std::size_t number) const {
    const Piece& piece = pieces_[number];
    switch (piece.rows.kind) {
      case TypeKind::state:
        return add_states(text, piece);
      case TypeKind::variable:
        return add_counters(text, piece.rows);
      case TypeKind::event:
        return add_instants(text, piece.rows);
      default:
        return add_flows(text, piece.rows);
    }
  }

 private:
  static std::string place(uint32_t process, uint32_t thread) {
    return ",\"pid\":" + std::to_string(process) + ",\"tid\":" + std::to_string(thread);
  }

  void add_states(TextBuffer& text, const Piece& of_track) const {
    const Track& track = of_track.rows;
    const StateColumns states = trace_.states();
    const ChromeTrack& chrome = tracks_.track(track);
    const std::string tail = place(chrome.process, chrome.thread) + types_[track.type.index];
    OpenStates open(of_track.open);
    std::string arguments;
    for (uint64_t row = track.first; row < track.last; ++row) {
      const double start = states.start[row];
      const double end = states.end[row];
      ArgumentsText extra(arguments);
      // Where times do not show what a state is in: some around it, or before it, has no duration.
      const uint32_t depth = states.depth[row];
      if (open.depth_at(start) != depth) extra.add("depth", depth);
      while (open.size() > depth) open.pop();
      open.push(end);
      text.reserve(kNumbers + 2 * longest_ + tail.size());
      text.add(",\n{\"ph\":\"X\",\"ts\":");
      if (!text.add_span(start, end, unit_)) extra.add_microseconds("end", end, unit_);
      text.add(tail);
      text.add(values_[states.value[row].index]);
      arguments_.add_value(extra, states.value[row]);
      finish_event(text, track, row, extra);
    }
  }

  void add_counters(TextBuffer& text, const Track& track) const {
    const VariableColumns variables = trace_.variables();
    const ChromeTrack& chrome = tracks_.track(track);
    const std::string tail = ",\"pid\":" + std::to_string(chrome.process) +
                             ",\"name\":" + chrome.counter + ",\"args\":{\"value\":";
    for (uint64_t row = track.first; row < track.last; ++row) {
      const double value = variables.value[row];
      text.reserve(kNumbers + tail.size());
      text.add(",\n{\"ph\":\"C\",\"ts\":");
      text.add_microseconds(variables.start[row], unit_);
      text.add(tail);
      // JSON knows no infinity.
      if (!std::isfinite(value)) text.add("\"");
      text.add_number(value);
      if (!std::isfinite(value)) text.add("\"");
      text.add("}");
      if (const std::string fields = arguments_.user_fields(track, row); !fields.empty()) {
        text.reserve(fields.size() + 16);
        text.add(",\"user\":");  // arguments would be counters
        text.add(fields);
      }
      text.add("}");
    }
  }

  void add_instants(TextBuffer& text, const Track& track) const {
    const EventColumns events = trace_.events();
    const std::string tail =
        ",\"s\":\"t\"" + place(tracks_.process(track.container), tracks_.thread(track.container)) +
        types_[track.type.index];
    std::string arguments;
    for (uint64_t row = track.first; row < track.last; ++row) {
      ArgumentsText extra(arguments);
      arguments_.add_type(extra, track.type);
      arguments_.add_value(extra, events.value[row]);
      text.reserve(kNumbers + longest_ + tail.size());
      text.add(",\n{\"ph\":\"i\",\"ts\":");
      text.add_microseconds(events.time[row], unit_);
      text.add(tail);
      text.add(values_[events.value[row].index]);
      finish_event(text, track, row, extra);
    }
  }

  // Everything but its phase, which comes first.
  void add_flow_end(TextBuffer& text, double time, ContainerId container, uint64_t row) const {
    text.add("\"ts\":");
    text.add_microseconds(time, unit_);
    text.add(",\"pid\":");
    text.add_number(tracks_.process(container));
    text.add(",\"tid\":");
    text.add_number(tracks_.thread(container));
    text.add(",\"id\":");
    text.add_number(row + 1);
  }

  void add_flows(TextBuffer& text, const Track& track) const {
    const LinkColumns links = trace_.links();
    const std::string& category = types_[track.type.index];
    std::string arguments;
    for (uint64_t row = track.first; row < track.last; ++row) {
      const std::string& name = values_[links.value[row].index];
      ArgumentsText extra(arguments);
      extra.add_word("key", trace_.link_key(row).text);
      if (track.container != kRootContainer) extra.add("container", track.container.index);
      arguments_.add_type(extra, track.type);
      arguments_.add_value(extra, links.value[row]);
      arguments_.add_size(extra, row);
      text.reserve(kNumbers + 2 * longest_);
      text.add(",\n{\"ph\":\"s\",");
      add_flow_end(text, links.start[row], links.start_container[row], row);
      text.add(category);
      text.add(name);
      finish_event(text, track, row, extra);
      text.reserve(kNumbers + 2 * longest_);
      text.add(",\n{\"ph\":\"f\",\"bp\":\"e\",");
      add_flow_end(text, links.end[row], links.end_container[row], row);
      text.add(category);
      text.add(name);
      text.add("}");
    }
  }

  void finish_event(TextBuffer& text, const Track& track, uint64_t row,
                    ArgumentsText& extra) const {
    arguments_.add_user_fields(extra, track, row);
    const std::string_view arguments = extra.finish();
    text.reserve(arguments.size() + 1);
    text.add(arguments);
    text.add("}");
  }

  const Trace& trace_;
  TimeUnit unit_;
  ChromeTracks tracks_;
  ChromeArguments arguments_;
  std::vector<std::string> values_;  // as members of events
  std::vector<std::string> types_;
  std::size_t longest_ = 0;  // of both
  std::vector<Piece> pieces_;
};

}  // namespace

void write_chrome(const Trace& trace, const ChromeOptions& options, const TextSink& sink) {
  const ChromeTrace chrome(trace, options);
  chrome.write_head(sink);
  make_in_order<TextBuffer>(
      options.threads, chrome.pieces(),
      [&](std::size_t i, TextBuffer& text) { chrome.add_piece(text, i); },
      [&](const TextBuffer& text) { sink(text.view()); });
  sink("\n]}\n");
}

}  // namespace paje::tools
