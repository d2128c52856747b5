#include "common/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "common/tool.hpp"

namespace paje::tools {

namespace {

constexpr std::chrono::milliseconds kFirst{1000};
constexpr std::chrono::milliseconds kBetween{100};
constexpr int kBarWidth = 24;

std::string duration_text(double seconds) {
  const auto whole = static_cast<uint64_t>(std::llround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

std::string rate_text(double events_per_second) {
  if (events_per_second >= 1e6) return fmt::format("{:.1f} M events/s", events_per_second / 1e6);
  if (events_per_second >= 1e3) return fmt::format("{:.1f} k events/s", events_per_second / 1e3);
  return fmt::format("{:.0f} events/s", events_per_second);
}

// Unlike what say() says, this moves the terminal's cursor.
void write_unformatted(std::string_view text) {
  (void)std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace

std::string progress_text(const ReadProgress& progress, double seconds) {
  const auto consumed = static_cast<double>(progress.consumed);
  std::string text;
  if (progress.size && *progress.size != 0) {
    const double part = std::min(1.0, consumed / static_cast<double>(*progress.size));
    const auto full = static_cast<int>(part * kBarWidth);
    text = fmt::format("[{}{}] {:3.0f}%  ", std::string(static_cast<std::size_t>(full), '#'),
                       std::string(static_cast<std::size_t>(kBarWidth - full), ' '), part * 100);
  }
  text += bytes_text(consumed);
  if (seconds > 0) {
    text += "  " + rate_text(static_cast<double>(progress.counts.events) / seconds);
  }
  if (progress.size && consumed > 0) {
    const double left = static_cast<double>(*progress.size) - consumed;
    text += "  " + duration_text(std::max(0.0, seconds * left / consumed)) + " left";
  }
  return text;
}

Progress::Progress(bool wanted, bool output_to_terminal)
    : shows_(wanted && ::isatty(STDERR_FILENO) == 1 &&
             !(output_to_terminal && ::isatty(STDOUT_FILENO) == 1)),
      next_(begin_ + kFirst) {}

Progress::~Progress() { finish(); }

std::function<void(const ReadProgress&)> Progress::callback() {
  if (!shows_) return {};
  return [this](const ReadProgress& progress) { update(progress); };
}

void Progress::update(const ReadProgress& progress) {
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + kBetween;
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  // Back to the beginning of the line; what an older, longer text left is erased.
  write_unformatted("\r" + progress_text(progress, seconds) + "\x1B[K");
  (void)std::fflush(stderr);
  has_line_ = true;
}

void Progress::finish() {
  if (has_line_) write_unformatted("\r\x1B[K");
  has_line_ = false;
}

}  // namespace paje::tools
