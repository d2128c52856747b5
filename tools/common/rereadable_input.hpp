// The bytes of a trace for a tool that reads them more than once. A file is read again from its
// path; what can be read only once (standard input, a pipe) is taken into memory first.
#pragma once

#include <optional>
#include <string>

#include "paje/input.hpp"

namespace paje::tools {

class TraceSource {
 public:
  /// `-` is standard input. Throws std::system_error if a pipe cannot be read; whether a file can
  /// is found out by reading input().
  explicit TraceSource(const std::string& path);
  TraceSource(const TraceSource&) = delete;
  TraceSource& operator=(const TraceSource&) = delete;

  [[nodiscard]] const Input& input() const { return *input_; }

 private:
  std::string bytes_;  // of what can be read only once
  std::optional<Input> input_;
};

}  // namespace paje::tools
