// What pj_export says of a trace in the member `paje` of a Chrome trace: types, values and
// containers as they were, and which track stands for what.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/string_pool.hpp"
#include "exchange/imported_trace.hpp"
#include "exchange/importer.hpp"
#include "paje/time_unit.hpp"

namespace paje::exchange {

/// When a container was created, and destroyed if it was.
struct StatedLifetime {
  double start = 0;
  std::optional<double> end;
};

class ChromeFacts {
 public:
  /// The states of a thread, or a variable.
  struct Track {
    ContainerIndex container = kRoot;
    TypeIndex type = kRoot;
  };

  /// Adds types, values and containers to an empty trace, with the numbers that `member` has for
  /// them. `member` is a piece of the source's bytes. Throws TraceError for what is not such a
  /// member.
  ChromeFacts(const ImportSource& source, std::string_view member, ImportedTrace& trace);

  /// What these stand for; nothing where the file does not say.
  [[nodiscard]] std::optional<uint32_t> track(std::string_view thread) const;
  [[nodiscard]] std::optional<Track> variable(std::string_view process,
                                              std::string_view counter) const;
  [[nodiscard]] std::optional<ContainerIndex> container(std::string_view thread) const;
  [[nodiscard]] std::optional<TypeIndex> type(ContainerIndex container, ImportedKind kind,
                                              std::string_view name) const;
  [[nodiscard]] std::optional<WordIndex> value(TypeIndex type, std::string_view name) const;
  /// Those of the arrays.
  [[nodiscard]] std::optional<WordIndex> value_number(uint64_t number) const;
  [[nodiscard]] std::optional<ContainerIndex> container_number(uint64_t number) const;
  [[nodiscard]] std::optional<TypeIndex> type_number(ContainerIndex container, ImportedKind kind,
                                                     uint64_t number) const;

  /// How many tracks of states there are, and one of them.
  [[nodiscard]] std::size_t tracks() const { return tracks_.size(); }
  [[nodiscard]] const Track& track(uint32_t number) const { return tracks_[number]; }
  [[nodiscard]] const std::vector<StatedLifetime>& lifetimes() const { return lifetimes_; }
  [[nodiscard]] double end() const { return end_; }
  /// The unit in which the trace counts, where the file counts in microseconds.
  [[nodiscard]] TimeUnit unit() const { return unit_; }

 private:
  class Reader;
  static uint64_t key_of(TypeIndex type, uint32_t name) { return uint64_t{type} << 32U | name; }

  void name_value(TypeIndex type, std::string_view name, WordIndex value);

  ImportedTrace& trace_;
  std::vector<Track> tracks_;                                       // of states
  std::map<std::string, uint32_t, std::less<>> states_;             // by tid
  std::map<std::pair<std::string, std::string>, Track> variables_;  // by pid and name
  std::map<std::tuple<TypeIndex, ImportedKind, std::string>, TypeIndex> types_;
  StringPool names_of_values_;
  std::unordered_map<uint64_t, WordIndex> values_by_name_;  // by type and number of the name
  std::vector<WordIndex> values_;
  std::vector<StatedLifetime> lifetimes_;
  double end_ = 0;
  TimeUnit unit_ = TimeUnit::seconds;
};

}  // namespace paje::exchange
