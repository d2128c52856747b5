// A parallel application as labels: each label is a program of blocks, run by some processes.
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
  exchange,    ///< sends to one rank and receives from another; a negative rank: not at all
  one_to_one,  ///< meets the same rank of another label; in its own, 0 meets 1, 2 meets 3, ...
  scatter,
  gather,
  reduce,
  barrier,
  farm,   ///< gives tasks to workers as they become free
  serve,  ///< executes tasks of a farm
  set,
  loop,
  branch
};
PAJE_EXPORT std::string_view block_name(BlockKind kind);

/// The first values that formulas of an application may name. Labels (`n.NAME`, the number of their
/// processes) and variables follow.
enum class ProgramValue : uint8_t { rank, label_count, processes };
inline constexpr uint32_t kProgramValues = 3;

struct Block {
  BlockKind kind = BlockKind::compute;
  std::string place;  ///< where it is written, for error messages
  Formula data;       ///< bytes of each message
  Formula ops;        ///< compute, serve: number of operations; may name `data`
  Formula threads{1.0};
  bool is_single_precision = false;
  PartKind device = PartKind::cpu;
  Formula count;   ///< loop: rounds; one_to_one: pairs; farm: tasks; branch: condition; set: value
  Formula to;      ///< exchange
  Formula from;    ///< exchange
  Formula result;  ///< farm: bytes of the reply
  std::vector<uint32_t> labels;      ///< partners: indices of Application::labels
  std::optional<uint32_t> variable;  ///< place of the variable that set and loop change
  std::vector<Block> body;
  std::vector<Block> otherwise;
};

struct Label {
  std::string name;
  std::string place;  ///< as Block::place; empty: none
  Formula count{1.0};
  std::string on = "*";    ///< pattern of the machines that may run it
  bool is_cyclic = false;  ///< distribute over machines cyclically; else fill one after the other
  std::vector<Block> blocks;
};

struct Application {
  std::string name;
  std::vector<Label> labels;
  struct Variable {
    std::string name;
    Formula value;      ///< may name earlier variables
    std::string place;  ///< for error messages
  };
  std::vector<Variable> variables;
  uint32_t places = kProgramValues;  ///< number of values in formulas, with loop variables
  /// The value in which `ops` of a block find the block's `data`.
  uint32_t data_place = 0;

  [[nodiscard]] uint32_t label_place(std::size_t label) const {
    return kProgramValues + static_cast<uint32_t>(label);
  }
  [[nodiscard]] uint32_t variable_place(std::size_t variable) const {
    return kProgramValues + static_cast<uint32_t>(labels.size() + variable);
  }
};

}  // namespace paje
