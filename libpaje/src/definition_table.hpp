// The event definitions of a trace, in order of appearance, and their ids. Grows only; definitions
// keep their place for good. A copy is cheap, and is how a table grows while others read it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "paje/event.hpp"
#include "parse_text.hpp"
#include "problem.hpp"

namespace paje {

class DefinitionTable {
 public:
  static constexpr uint32_t kUnknown = UINT32_MAX;

  /// Index of the definition with that id, or kUnknown.
  [[nodiscard]] uint32_t find(int64_t id) const {
    if (static_cast<uint64_t>(id) < small_ids_.size())
      return small_ids_[static_cast<std::size_t>(id)];
    const auto found = other_ids_.find(id);
    return found == other_ids_.end() ? kUnknown : found->second;
  }
  [[nodiscard]] const EventDefinition& operator[](uint32_t index) const { return *all_[index]; }
  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(all_.size()); }

  /// Which fields are converted to numbers, a bit for each, the first lowest; false if one of them
  /// is beyond the 64th.
  [[nodiscard]] bool number_fields(uint32_t index, uint64_t& bits) const {
    bits = number_fields_[index].bits;
    return number_fields_[index].fit;
  }

  /// What decoding the events of one definition takes, if they have few fields.
  struct Recipe {
    static constexpr unsigned kMostFields = 8;
    uint32_t index = kUnknown;
    uint8_t fields = 0;
    uint8_t numbers = 0;  ///< which fields are numbers, a bit for each, the first lowest
  };
  /// The recipe for an id of few digits; its index is kUnknown if there is none.
  [[nodiscard]] Recipe recipe(uint64_t id) const {
    return id < recipes_.size() ? recipes_[id] : Recipe{};
  }

  /// Checks what the grammar read and adds it; or says what is wrong with it.
  std::optional<grammar::SyntaxProblem> add(const grammar::Definition& parsed,
                                            bool old_field_names);

  [[nodiscard]] std::vector<EventDefinition> copy() const;

 private:
  void insert(std::unique_ptr<EventDefinition> definition);

  struct NumberFields {
    uint64_t bits = 0;
    bool fit = true;
  };

  std::vector<std::shared_ptr<const EventDefinition>> all_;  // shared by copies of the table
  std::vector<NumberFields> number_fields_;
  std::vector<uint32_t> small_ids_;
  std::vector<Recipe> recipes_;  // by id
  std::unordered_map<int64_t, uint32_t> other_ids_;
};

/// An event id as the format writes it: a decimal integer.
std::optional<int64_t> parse_event_id(std::string_view text);

}  // namespace paje
