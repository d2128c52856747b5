// Walks over the selected rows of a kind, in the order that a plan chose.
#pragma once

#include <queue>
#include <vector>

#include "sql/object_selection.hpp"

namespace paje::tools {

/// The order of rows: first that of the tracks, then that within a track; or one over all tracks.
struct ScanOrder {
  enum class Tracks : uint8_t {
    id,         ///< by container, then type
    name,       ///< by the container's name; for names that are unique
    path,       ///< by the container's path; for paths that are unique
    type,       ///< by type, then container
    type_name,  ///< by the type's name, then container and type
    start,      ///< none: by start, then row
    value,      ///< none: by value id, then row
    meaning,    ///< none: by the value's name, then row
  };
  enum class Rows : uint8_t {
    start,    ///< as they are: by start, links by arrival
    value,    ///< by value id, then row
    meaning,  ///< by the value's name, then row
  };
  Tracks tracks = Tracks::id;
  Rows rows = Rows::start;
  /// The last track, value or name first. Rows that are equal in these stay by start.
  bool is_falling = false;

  [[nodiscard]] int number() const {
    return static_cast<int>(tracks) * 8 + static_cast<int>(rows) * 2 + (is_falling ? 1 : 0);
  }
  static ScanOrder of(int number) {
    return {static_cast<Tracks>(number / 8), static_cast<Rows>(number / 2 % 4), number % 2 != 0};
  }
  [[nodiscard]] bool over_all_by_value() const {
    return tracks == Tracks::value || tracks == Tracks::meaning;
  }
  [[nodiscard]] bool by_track() const { return tracks < Tracks::start; }
};

class ObjectScan {
 public:
  ObjectScan(TraceFacts& facts, TypeKind kind)
      : facts_(facts), kind_(kind), columns_(columns_of(facts.trace(), kind)) {}

  /// `reads_rows`: whether fields of the rows will be asked for, beyond their track and number.
  void begin(Selection selection, ScanOrder order, bool reads_rows);
  [[nodiscard]] bool at_end() const { return row_ == kEnd; }
  [[nodiscard]] uint64_t row() const { return row_; }
  /// The track of the row.
  const Track& track();
  [[nodiscard]] const Selection& selection() const { return selection_; }

  void next() {
    // The rows of a track without more to check are what most queries read.
    if (has_no_filter_ && row_ + 1 < last_) {
      ++row_;
      return;
    }
    if (next_listed_ != end_listed_) {
      row_ = *next_listed_++;
      return;
    }
    find_next();
  }

 private:
  static constexpr uint64_t kEnd = UINT64_MAX;
  // What is left of a track, for the order by start.
  struct Head {
    double start;
    uint64_t row;
    std::size_t stretch;
    bool operator>(const Head& other) const {
      return start != other.start ? start > other.start : row > other.row;
    }
  };
  // Rows of a track that may be wanted: a range, or if not all of it, numbers.
  struct Stretch {
    RowRange range;
    std::vector<uint64_t> rows;
    bool is_listed = false;
    std::size_t next = 0;
    uint64_t loaded = 0;          // of the range, the rows before this one can be read
    uint64_t piece = kFirstRows;  // how many are loaded next
  };
  // The first piece is small, so that a query for few rows loads few; later ones grow.
  static constexpr uint64_t kFirstRows = 4096;
  static constexpr uint64_t kGrowth = 16;

  void find_next();
  void choose_tracks();
  void choose_value_rows();
  void order_tracks();
  void order_rows(Stretch& stretch);
  [[nodiscard]] Stretch stretch_of(const Track& track) const;
  bool next_of_track();
  uint64_t next_of(Stretch& stretch);
  void next_by_start();
  void next_by_value();
  [[nodiscard]] bool is_kept(uint64_t row) const;
  [[nodiscard]] bool is_within_bounds(uint64_t row) const;
  [[nodiscard]] double number_of(Field field, uint64_t row) const;
  [[nodiscard]] bool is_wanted(uint64_t row);
  void push_head(std::size_t stretch);

  void load(RowRange rows) const;
  void load_more(Stretch& stretch) const;

  TraceFacts& facts_;
  TypeKind kind_;
  ObjectColumns columns_;
  Selection selection_;
  bool reads_rows_ = true;
  ScanOrder order_;
  std::vector<bool> is_value_wanted_;  // empty: all are
  std::vector<Track> some_tracks_;
  std::span<const Track> tracks_;
  std::size_t next_list_ = 0;
  Stretch stretch_;
  std::vector<Stretch> stretches_;  // by start: of each track
  std::priority_queue<Head, std::vector<Head>, std::greater<>> heads_;
  std::span<const uint32_t> rows_by_value_;
  std::vector<RowRange> value_ranges_;
  std::size_t next_range_ = 0;
  uint64_t next_in_range_ = 0;
  // Of a range by value without more to check: what is left of it.
  const uint32_t* next_listed_ = nullptr;
  const uint32_t* end_listed_ = nullptr;
  const Track* track_ = nullptr;
  bool has_no_filter_ = false;
  uint64_t row_ = kEnd;
  uint64_t last_ = 0;
};

}  // namespace paje::tools
