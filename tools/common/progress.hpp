// A line on the terminal that shows how far a long reading has come.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "paje/read.hpp"

namespace paje::tools {

/// Shows bytes read, events a second and time left on standard error while it is a terminal and the
/// work takes more than a second, and takes the line away at the end. Not where the terminal also
/// gets the output: it would disturb that.
class Progress {
 public:
  /// `wanted` is false with --quiet; `output_to_terminal` if what the tool prints may go there.
  Progress(bool wanted, bool output_to_terminal);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  /// For ReadOptions::on_progress; empty if nothing is to be shown. Valid as long as this is.
  [[nodiscard]] std::function<void(const ReadProgress&)> callback();
  /// Takes the line away.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  void update(const ReadProgress& progress);

  bool shows_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_;
  bool has_line_ = false;
};

/// What the line says after that many seconds: `[#####     ] 52%  1.2 GB  8.1 M events/s  3 s
/// left`.
std::string progress_text(const ReadProgress& progress, double seconds);

}  // namespace paje::tools
