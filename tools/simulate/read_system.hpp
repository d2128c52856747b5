// Hardware and systems from files.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "paje/simulation/simulate.hpp"
#include "simulate/json_file.hpp"

namespace paje::tools {

/// Parts by name; those of a later file replace those of an earlier one.
class HardwareDatabase {
 public:
  /// Throws std::runtime_error with file, line and column.
  void add(const JsonFile& file);
  /// Systems that name the first of a pair get the second, all at once. Throws std::runtime_error
  /// if one is not there, or named first twice.
  void swap(const std::vector<std::pair<std::string, std::string>>& pairs);
  /// The place of a part; none if there is none.
  [[nodiscard]] std::optional<uint32_t> find(const std::string& name) const;
  [[nodiscard]] const std::vector<HardwarePart>& parts() const { return parts_; }
  /// The names of a kind, or of all.
  [[nodiscard]] std::string names() const;

 private:
  std::vector<HardwarePart> parts_;
  std::map<std::string, uint32_t> places_;
};

struct ReadSystem {
  SystemDescription description;
  ExpandedSystem expanded;
  std::vector<std::string> variables;  ///< that settings may change
  std::set<std::string> named;         ///< parts, as its file calls them
};

/// Throws std::runtime_error with file, line and column.
ReadSystem read_system(const JsonFile& file, const HardwareDatabase& hardware,
                       std::span<const Setting> settings);

std::string_view part_kind_name(PartKind kind);
std::optional<PartKind> part_kind_of(std::string_view name);

}  // namespace paje::tools
