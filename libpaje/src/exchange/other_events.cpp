#include "exchange/other_events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "exchange/trace_text.hpp"

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

class TextReader {
 public:
  explicit TextReader(std::shared_ptr<const Converted> converted)
      : converted_(std::move(converted)), text_(converted_->trace) {}

  std::size_t read(char* bytes, std::size_t size) {
    std::size_t filled = 0;
    while (filled < size) {
      if (rest_.empty()) rest_ = text_.next();
      if (rest_.empty()) break;
      const std::size_t count = std::min(size - filled, rest_.size());
      std::copy_n(rest_.data(), count, bytes + filled);
      filled += count;
      rest_.remove_prefix(count);
    }
    return filled;
  }

 private:
  std::shared_ptr<const Converted> converted_;
  TraceText text_;
  std::string_view rest_;  // of its last piece
};

}  // namespace

std::unique_ptr<Converted> convert(const Input& input, OtherFormat format,
                                   const ReadOptions& options) {
  ConvertOptions how;
  how.format = format;
  how.is_lenient = static_cast<bool>(options.on_problem);
  how.on_problem = options.on_problem;
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
        const auto reader = std::make_shared<TextReader>(converted);
        return [reader](char* bytes, std::size_t size) { return reader->read(bytes, size); };
      },
      name);
}

}  // namespace paje::exchange
