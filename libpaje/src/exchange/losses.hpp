// What a trace of another format holds and Pajé cannot, counted by kind, to be reported at the end.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "paje/diagnostic.hpp"
#include "paje/exchange.hpp"

namespace paje::exchange {

/// What variables do not hold of whole numbers of 64 bits: they are doubles.
inline constexpr std::string_view kLastDigits = "last digits of values above 2^53";

inline constexpr std::string_view kLargeSizes =
    "sizes of messages above 2^63 - 1 (which stands for them)";

class Losses {
 public:
  /// `kind` in the plural: `arguments of slices`. Of more than a hundred kinds those that sort last
  /// are `others`: what is counted may be named by the input. So the order in which they come does
  /// not matter.
  void add(std::string_view kind, uint64_t count = 1);
  /// What was carried over in a way worth knowing, said once.
  void note(std::string_view text);
  void add(const Losses& more);
  /// Receives errors that reading goes on after.
  void set_on_problem(DiagnosticHandler handler) { on_problem_ = std::move(handler); }
  /// Reports such an error. Returns whether there is a handler: if not, the caller has to count or
  /// note it.
  [[nodiscard]] bool report(const TraceError& error) const;
  [[nodiscard]] ConversionLosses all() const;

 private:
  std::map<std::string, uint64_t, std::less<>> counts_;
  uint64_t others_ = 0;
  std::set<std::string, std::less<>> notes_;
  DiagnosticHandler on_problem_;
};

}  // namespace paje::exchange
