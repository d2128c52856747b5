#include "exchange/other_events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "exchange/trace_events.hpp"

namespace paje::exchange {

namespace {

constexpr std::size_t kMostNamedKinds = 10;  // that a message names

Diagnostic about(const std::string& name, std::string title) {
  Diagnostic diagnostic;
  diagnostic.rule = Rule::not_carried_over;
  diagnostic.where = {name, 0, 0, SourceLocation::kWholeFile};
  diagnostic.title = std::move(title);
  return diagnostic;
}

void report(const std::string& name, const ConversionLosses& losses,
            const DiagnosticHandler& handler) {
  if (!handler) return;
  for (const std::string& note : losses.notes) handler(about(name, note));
  if (losses.counts.empty()) return;
  std::string text = "not carried over: ";
  const std::size_t named = std::min(losses.counts.size(), kMostNamedKinds);
  for (std::size_t i = 0; i < named; ++i) {
    const auto& [kind, count] = losses.counts[i];
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ", count, kind);
  }
  const std::size_t others = losses.counts.size() - named;
  if (others > 0) text += fmt::format(", and {} more kinds", others);
  handler(about(name, std::move(text)));
}

class TextOfEvents {
 public:
  explicit TextOfEvents(std::shared_ptr<const Converted> converted)
      : converted_(std::move(converted)), events_(converted_->trace, lines_, lines_.text) {}

  std::size_t read(char* bytes, std::size_t size) {
    std::size_t filled = 0;
    while (filled < size) {
      if (at_ == lines_.text.size() && !go_on()) break;
      const std::size_t count = std::min(size - filled, lines_.text.size() - at_);
      std::copy_n(lines_.text.data() + at_, count, bytes + filled);
      filled += count;
      at_ += count;
    }
    return filled;
  }

 private:
  static constexpr std::size_t kOperations = 4096;  // spelled at a time

  bool go_on() {
    lines_.text.clear();
    at_ = 0;
    if (has_more_) has_more_ = events_.write(kOperations);
    return !lines_.text.empty();
  }

  std::shared_ptr<const Converted> converted_;
  EventLines lines_;
  TraceEvents events_;
  std::size_t at_ = 0;
  bool has_more_ = true;
};

}  // namespace

std::unique_ptr<Converted> convert(const Input& input, OtherFormat format,
                                   const ReadOptions& options) {
  ConvertOptions how;
  how.format = format;
  how.is_lenient = static_cast<bool>(options.on_problem);
  how.threads = options.threads;
  how.chunk_bytes = options.chunk_bytes;
  how.map_files = options.map_files;
  how.on_file = options.on_file;
  how.on_progress = options.on_progress;
  auto converted = convert(input, how, options.stop);
  report(converted->name, converted->losses.all(), options.on_warning);
  return converted;
}

Input events_of(std::shared_ptr<const Converted> converted) {
  const std::string name = converted->name;
  return Input::from_reader(
      [converted = std::move(converted)] {
        const auto text = std::make_shared<TextOfEvents>(converted);
        return [text](char* bytes, std::size_t size) { return text->read(bytes, size); };
      },
      name);
}

}  // namespace paje::exchange
