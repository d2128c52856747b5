// The objects of one container and type in one trace against those in the other.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "equals/pairing.hpp"
#include "equals/value_names.hpp"

namespace paje::tools {

/// Two objects that should be the same and are not; a side without an object has no row.
struct RowDifference {
  double time = 0;  ///< when the traces part
  std::array<std::optional<uint64_t>, 2> rows;
  std::string_view reason;
};

class TrackEquality {
 public:
  TrackEquality(const Traces& traces, const ComparisonOptions& options,
                const Pairs<ContainerId>& containers);

  /// The earliest difference of two tracks of one kind; a track may be empty. The order of objects
  /// counts, except for links and for events of one time.
  [[nodiscard]] std::optional<RowDifference> compare(const std::array<Track, 2>& tracks) const;

  /// The same for when two containers begin and end.
  [[nodiscard]] std::optional<RowDifference> compare(const Pair<ContainerId>& pair) const;

  /// What a row of a track holds, in words.
  [[nodiscard]] std::string text(std::size_t side, const Track& track, uint64_t row) const;

 private:
  using Rows = std::vector<uint64_t>;
  struct Link;
  struct Times {
    double start = 0;
    double end = 0;
  };

  [[nodiscard]] Rows rows_in_window(std::size_t side, const Track& track) const;
  [[nodiscard]] Times times(std::size_t side, TypeKind kind, uint64_t row) const;
  [[nodiscard]] Times cut(std::size_t side, Times times) const;
  [[nodiscard]] bool same_time(double a, double b) const;
  [[nodiscard]] std::string_view difference(const std::array<Times, 2>& times) const;
  [[nodiscard]] std::string_view difference(TypeKind kind, uint64_t a, uint64_t b) const;
  [[nodiscard]] double parting_time(const std::array<Times, 2>& when, bool only_times_differ) const;
  [[nodiscard]] std::optional<RowDifference> compare_in_order(
      TypeKind kind, const std::array<Rows, 2>& rows) const;
  void sort_simultaneous(std::size_t side, Rows& events) const;
  [[nodiscard]] std::vector<Link> sorted_links(std::size_t side, const Rows& rows) const;
  [[nodiscard]] std::optional<RowDifference> compare_links(const std::array<Rows, 2>& rows) const;

  Traces traces_;
  const ComparisonOptions& options_;
  const Pairs<ContainerId>& containers_;
  ValueNames values_;
};

}  // namespace paje::tools
