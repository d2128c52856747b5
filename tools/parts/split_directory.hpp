// A directory that a trace is split into, which has its name when all files are there.
#pragma once

#include <cstddef>
#include <string>

#include "common/interrupts.hpp"
#include "paje/read.hpp"
#include "parts/split_plan.hpp"

namespace paje::tools {

class SplitDirectory {
 public:
  /// Throws std::system_error, as all here, if there is one already that is not empty.
  explicit SplitDirectory(std::string path);

  /// Reads the input twice; `options` has all that concerns its events. Returns the number of
  /// parts. Throws as visit_events() and, for a rule that fits no container, std::invalid_argument.
  std::size_t write(const Input& input, ReadOptions options, const SplitRule& rule);
  void commit();

 private:
  std::string path_;
  TemporaryPath temporary_;
};

}  // namespace paje::tools
