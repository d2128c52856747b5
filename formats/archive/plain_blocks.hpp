// Blocks of variables and of punctual events.
#pragma once

#include <cstdint>
#include <vector>

#include "formats/archive/block.hpp"

namespace paje::archive {

struct VariableRows {
  std::vector<double> start, end, value;

  [[nodiscard]] std::size_t size() const { return start.size(); }
  void resize(std::size_t rows);
};
struct VariableChoices {
  Choice start, duration, value;
};
/// The pieces: head, durations, starts, head of values, values.
inline constexpr std::size_t kVariablePieces = 5;

void write_variables(const VariableRows& rows, VariableChoices& choices, PieceWriter& out);
void read_variables(PieceReader& from, std::size_t count, VariableRows& rows);

struct EventRows {
  std::vector<double> time;
  std::vector<uint32_t> value;

  [[nodiscard]] std::size_t size() const { return time.size(); }
  void resize(std::size_t rows);
};
struct EventChoices {
  Choice time;
};
/// The pieces: head, times, values.
inline constexpr std::size_t kEventPieces = 3;

void write_events(const EventRows& rows, EventChoices& choices, PieceWriter& out);
void read_events(PieceReader& from, std::size_t count, EventRows& rows);

}  // namespace paje::archive
