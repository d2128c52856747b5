// Lines of the operations that most traces are full of: pushes and pops, links, variables, punctual
// events without user-defined fields.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/imported_trace.hpp"

namespace paje::exchange {

class OperationLines {
 public:
  /// Types and containers are called by their aliases, kinds of events by the ids of their
  /// definitions.
  OperationLines(const ImportedTrace& trace, const std::vector<std::string>& types,
                 const std::vector<std::string>& containers,
                 const std::array<std::size_t, kEventKinds>& ids);

  /// Appends the line that append_event() writes of it; or nothing, and false, of an operation that
  /// is not as simple. On any thread.
  bool append(std::string& text, const Operation& operation) const;

 private:
  // A blank and a word as it is spelled, at most 24 bytes: copied as a whole, whatever it takes.
  struct Word {
    std::array<char, 24> text{};
    uint32_t size = 0;  // 0: too long
  };
  static Word spelled(std::string_view word);
  static void add(char*& at, const Word& word);
  static void add(char*& at, int64_t number);
  static std::vector<Word> all_spelled(const std::vector<std::string>& words);
  [[nodiscard]] Word value(WordIndex word) const;
  void add_start(char*& at, const ImportedLink& link) const;

  const ImportedTrace& trace_;
  const std::vector<Word> types_;
  const std::vector<Word> containers_;
  std::array<Word, kEventKinds> ids_;
  std::vector<Word> values_;  // of the first words, which are used often
};

}  // namespace paje::exchange
