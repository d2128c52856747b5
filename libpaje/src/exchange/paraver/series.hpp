// What the events of each type of a Paraver trace become: states, events of their own, or the
// values of a variable.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "exchange/imported_trace.hpp"
#include "exchange/paraver/names.hpp"
#include "paje/exchange.hpp"

namespace paje::exchange {

struct ParaverSeries {
  EventUse use = EventUse::variable;
  TypeIndex type = kRoot;
  const ParaverValues* values = nullptr;  ///< none if they have no names
  int decimals = 0;                       ///< of values that are numbers
  bool is_shared = false;                 ///< the type is that of all calls of MPI
};

/// As the user says. Else types whose values have names are states if the name of 0 says that it
/// ends one, or there is none; they are events if 0 is a value as any other. All others count
/// something. The types into which Extrae divides the calls of MPI become one, for a thread is in
/// one call at a time.
class ParaverSeriesTable {
 public:
  ParaverSeriesTable(const ParaverNames& names, const EventChoice& choice, ImportedTrace& trace)
      : names_(names), choice_(choice), trace_(trace) {}

  /// Makes a type of those of threads when it is asked for first. O(1).
  const ParaverSeries& of(int64_t number, TypeIndex thread_type);
  /// Reports what was guessed, and which types were chosen in vain.
  void finish(Losses& losses) const;

 private:
  [[nodiscard]] std::string label(int64_t number) const;
  [[nodiscard]] std::string list_of(const std::vector<int64_t>& numbers) const;
  [[nodiscard]] TypeIndex type_of(int64_t number, ParaverSeries& series, TypeIndex thread_type);

  const ParaverNames& names_;
  const EventChoice& choice_;
  ImportedTrace& trace_;
  std::unordered_map<int64_t, ParaverSeries> series_;
  // Guessed by the name of 0:
  std::vector<int64_t> states_;   // it has none
  std::vector<int64_t> events_;   // it says of no end
  std::optional<TypeIndex> mpi_;  // of all calls of MPI
};

}  // namespace paje::exchange
