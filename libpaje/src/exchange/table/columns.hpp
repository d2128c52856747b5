// Which column of a table is what: as pj_dump prints them, or as a line of headers names them.
// Headers may be those of pj_dump -h, of StarVZ (`Nature, ResourceId, Type, Start, ...`), of
// pj_export's CSV and of pj_query.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace paje::exchange {

enum class RowNature : uint8_t { container, state, variable, event, link };

/// The nature that is called so.
std::optional<RowNature> nature_of(std::string_view word);
/// How many columns a row of that nature has after its nature.
std::size_t columns_of(RowNature nature);

/// Where the words of a row are in its line.
struct TableColumns {
  static constexpr std::size_t kAbsent = SIZE_MAX;

  std::vector<std::size_t> places;  ///< of the columns of pj_dump, after the nature
  std::array<std::size_t, 3> paths = {kAbsent, kAbsent, kAbsent};  ///< of container, start and end
  std::vector<std::pair<std::size_t, std::string>> fields;         ///< user-defined ones
  std::size_t count = 0;                                           ///< of all columns
};

/// Of words that name columns of a table, but not all that the rows of any nature need: which are
/// missing, such as `end, duration of Variable`. Empty for other words.
std::string missing_columns(const std::vector<std::string_view>& words);

/// As pj_dump prints them.
TableColumns default_columns(RowNature nature);

class TableHeader {
 public:
  using Words = std::vector<std::string_view>;

  /// Nothing if the line is none.
  static std::optional<TableHeader> parse(const Words& words);

  /// That of all rows below, if they do not name their own.
  [[nodiscard]] std::optional<RowNature> nature() const { return nature_; }
  /// The only one whose rows it describes.
  [[nodiscard]] std::optional<RowNature> only() const { return only_; }
  [[nodiscard]] TableColumns columns(RowNature nature) const;

 private:
  [[nodiscard]] std::optional<TableColumns> named_columns(RowNature nature) const;

  std::vector<std::string> names_;  // in small letters
  std::vector<std::string> spellings_;
  std::optional<RowNature> nature_;
  std::optional<RowNature> only_;
};

}  // namespace paje::exchange
