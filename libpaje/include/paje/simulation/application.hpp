// A parallel application as labels, each a program of blocks that some processes run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "paje/export.hpp"
#include "paje/simulation/formula.hpp"
#include "paje/simulation/system.hpp"

namespace paje {

enum class BlockKind : uint8_t {
  compute,
  send,        ///< to every process of a label
  receive,     ///< from every process of a label
  exchange,    ///< a message to one rank and one from another, each if it is not negative
  one_to_one,  ///< the process of the same rank, together
  scatter,
  gather,
  reduce,
  barrier,
  farm,   ///< passes tasks to workers as they finish
  serve,  ///< does tasks of a farm
  set,
  loop,
  branch
};
PAJE_EXPORT std::string_view block_name(BlockKind kind);

/// What formulas of an application may name before labels (`n.NAME`, counts) and variables.
enum class ProgramValue : uint8_t { rank, label_count, processes };
inline constexpr uint32_t kProgramValues = 3;

struct Block {
  BlockKind kind = BlockKind::compute;
  std::string place;  ///< for messages: where it is written
  Formula data;       ///< bytes, of each message
  Formula ops;        ///< compute, serve: its complexity, which may name data
  Formula threads{1.0};
  bool is_single_precision = false;
  PartKind device = PartKind::cpu;
  Formula count;   ///< loop: rounds; one_to_one: pairs; farm: tasks; branch: condition; set: value
  Formula to;      ///< exchange
  Formula from;    ///< exchange
  Formula result;  ///< farm: bytes that come back
  std::vector<uint32_t> labels;      ///< of the application: partners
  std::optional<uint32_t> variable;  ///< place of what set and loop change
  std::vector<Block> body;
  std::vector<Block> otherwise;
};

struct Label {
  std::string name;
  std::string place;  ///< for messages, as of blocks; empty: none
  Formula count{1.0};
  std::string on = "*";    ///< machines whose name matches
  bool is_cyclic = false;  ///< one process a machine, round and round; else all cores of one first
  std::vector<Block> blocks;
};

struct Application {
  std::string name;
  std::vector<Label> labels;
  struct Variable {
    std::string name;
    Formula value;      ///< may name variables before it
    std::string place;  ///< for messages
  };
  std::vector<Variable> variables;
  uint32_t places = kProgramValues;  ///< values that formulas name, those of loops too
  /// Where the ops of a block find the block's data.
  uint32_t data_place = 0;

  [[nodiscard]] uint32_t label_place(std::size_t label) const {
    return kProgramValues + static_cast<uint32_t>(label);
  }
  [[nodiscard]] uint32_t variable_place(std::size_t variable) const {
    return kProgramValues + static_cast<uint32_t>(labels.size() + variable);
  }
};

}  // namespace paje
