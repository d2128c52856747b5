// The event definitions that hold in a file of a trace, by their ids. A part begins with a copy of
// the table of the file that names it, or, if it opens with definitions of its own, with an empty
// one; either way its definitions go to the list of all.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "event/definition_list.hpp"
#include "event/problem.hpp"
#include "grammar/parse_text.hpp"
#include "paje/event.hpp"

namespace paje {

class DefinitionTable {
 public:
  static constexpr uint32_t kUnknown = UINT32_MAX;

  explicit DefinitionTable(std::shared_ptr<DefinitionList> all = std::make_shared<DefinitionList>())
      : all_(std::move(all)) {}

  /// A table that begins with what this one has. It takes no more than the ids of few digits and
  /// the definitions since the last call (in the mean), however many there are.
  [[nodiscard]] std::shared_ptr<DefinitionTable> inherit();

  /// Number of the definition with that id, or kUnknown.
  [[nodiscard]] uint32_t find(int64_t id) const {
    if (static_cast<uint64_t>(id) < small_ids_.size())
      return small_ids_[static_cast<std::size_t>(id)];
    return find_other(id);
  }
  /// Number of the definition that was added to this table that many definitions after the first;
  /// not of those inherited.
  [[nodiscard]] uint32_t nth(uint32_t place) const { return in_order_[place]; }
  /// Of any file.
  [[nodiscard]] const EventDefinition& operator[](uint32_t number) const { return (*all_)[number]; }
  /// How many ids are defined.
  [[nodiscard]] uint32_t size() const {
    return inherited_ + static_cast<uint32_t>(in_order_.size());
  }
  [[nodiscard]] const std::shared_ptr<DefinitionList>& all() const { return all_; }

  /// What decoding the events of one definition takes, if they have few fields.
  struct Recipe {
    static constexpr unsigned kMostFields = 8;
    uint32_t definition = kUnknown;
    uint8_t fields = 0;
    uint8_t numbers = 0;  ///< which fields are numbers, a bit for each, the first lowest
  };
  /// The recipe for an id of few digits; its definition is kUnknown if there is none.
  [[nodiscard]] Recipe recipe(uint64_t id) const {
    return id < recipes_.size() ? recipes_[id] : Recipe{};
  }
  /// Those of all ids of few digits, by id.
  [[nodiscard]] std::span<const Recipe> recipes() const { return recipes_; }

  /// Checks what the grammar read and adds it if it can be used or mended; problems are appended.
  void add(const grammar::Definition& parsed, bool old_field_names,
           std::vector<grammar::SyntaxProblem>& problems);
  /// Adds a definition that is right, and whose id is not defined here.
  void add(EventDefinition definition);

 private:
  using Numbers = std::unordered_map<int64_t, uint32_t>;  // by id

  [[nodiscard]] uint32_t find_other(int64_t id) const;
  void share_other_ids();

  std::shared_ptr<DefinitionList> all_;
  uint32_t inherited_ = 0;  // definitions
  std::vector<uint32_t> in_order_;
  std::vector<uint32_t> small_ids_;
  std::vector<Recipe> recipes_;  // by id
  // Of ids that are not small: those of this table only, and those that others share with it, each
  // with less than half of those before it, so that there are few.
  Numbers other_ids_;
  std::vector<std::shared_ptr<const Numbers>> shared_ids_;
};

/// An event id as the format writes it: a decimal integer.
std::optional<int64_t> parse_event_id(std::string_view text);

}  // namespace paje
