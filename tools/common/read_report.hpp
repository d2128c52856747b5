// What a tool reports of the trace that it reads: on standard error, after the reading.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "paje/read.hpp"

namespace paje::tools {

/// Counts repairs of a lenient reading by kind, with the first place of each.
class RepairCounts {
 public:
  void add(const Diagnostic& problem);
  /// A line for each kind.
  void print(std::string_view tool) const;

 private:
  struct Entry {
    Rule rule;
    Repair repair;
    std::string_view name;  // of the rule
    std::string title;      // that of the rule, or one of its own
    uint64_t count = 0;
    SourceLocation first;
  };
  std::vector<Entry> entries_;
};

/// Collects what a reading reports. Parts of the trace that are missing are warnings; repairs of a
/// lenient reading are counted by kind, with the first place of each; a correction of clocks is a
/// line. Harmless oddities are left to pj_validate.
class ReadReport {
 public:
  explicit ReadReport(std::string tool) : tool_(std::move(tool)) {}
  ReadReport(const ReadReport&) = delete;
  ReadReport& operator=(const ReadReport&) = delete;
  /// Prints what was not printed yet: an error may have ended the reading.
  ~ReadReport() { print(); }

  /// Makes a reading of `input` report here, and makes it lenient if it is to be. This must outlive
  /// it.
  void attach(ReadOptions& options, bool lenient, std::string_view input = "-");
  /// Nothing if there is nothing to report.
  void print();

 private:
  static constexpr std::size_t kMostWarnings = 10;

  void keep(const Diagnostic& warning);

  std::string tool_;
  RepairCounts repairs_;
  std::vector<Diagnostic> warnings_;  // the first ones
  uint64_t warning_count_ = 0;
  std::string clocks_;  // what became of them
};

}  // namespace paje::tools
