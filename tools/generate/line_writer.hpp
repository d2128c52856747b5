// Lines of a generated trace, on their way out; the place where faults are put in.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "generate/keyed_random.hpp"
#include "generate/options.hpp"

namespace paje::tools {

class LineWriter {
 public:
  using Sink = std::function<void(std::string_view)>;

  LineWriter(const GenerateOptions& options, Sink sink)
      : options_(options), sink_(std::move(sink)), random_(options.seed ^ 0xFA017) {}

  /// A line that stays as it is: definitions, comments.
  void line(std::string_view text) {
    buffer_ += text;
    buffer_ += '\n';
    flush_if_full();
  }

  /// An event line, into which a fault may be put.
  template <class... Arguments>
  void event(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    const std::size_t begin = buffer_.size();
    fmt::format_to(std::back_inserter(buffer_), format, std::forward<Arguments>(arguments)...);
    ++events_;
    if (!options_.faults.empty() && random_.real({events_}) < options_.fault_rate) spoil(begin);
    buffer_ += '\n';
    flush_if_full();
  }

  [[nodiscard]] std::string time(double seconds) const {
    return fmt::format("{:.{}f}", options_.start_time + seconds, options_.digits);
  }
  [[nodiscard]] uint64_t written() const { return written_ + buffer_.size(); }
  void flush() {
    sink_(buffer_);
    written_ += buffer_.size();
    buffer_.clear();
  }

 private:
  static constexpr std::size_t kFull = 128 << 10;

  void flush_if_full() {
    if (buffer_.size() >= kFull) flush();
  }
  void spoil(std::size_t begin);

  const GenerateOptions& options_;
  Sink sink_;
  KeyedRandom random_;
  std::string buffer_;
  uint64_t written_ = 0;
  uint64_t events_ = 0;
  bool has_idle_rank_ = false;
};

}  // namespace paje::tools
