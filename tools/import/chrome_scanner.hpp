// The events of a Chrome trace as pieces of JSON, one object each, found by their braces: whatever
// the file's size, only one event is parsed at a time, and a file that its writer did not close is
// read as far as it goes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "import/losses.hpp"

namespace paje::tools {

class ChromeScanner {
 public:
  /// The array of events, or an object whose `traceEvents` is that array; other members are counted
  /// as lost. `bytes` stay.
  ChromeScanner(std::string name, std::string_view bytes, Losses& losses);

  /// The next event, from brace to brace; nothing at the end. Throws BadTrace with the byte where
  /// the file is no such JSON, or ends too early: only the array that is the whole file may be
  /// left open.
  std::optional<std::string_view> next();
  /// The member `paje`, in which pj_export tells of the trace, if it stands before the events;
  /// empty before next() was called.
  [[nodiscard]] std::string_view facts() const { return facts_; }
  /// Where a piece of `bytes` begins, in bytes.
  [[nodiscard]] uint64_t offset_of(std::string_view piece) const {
    return static_cast<uint64_t>(piece.data() - bytes_.data());
  }
  [[nodiscard]] uint64_t position() const { return at_; }

 private:
  void begin();
  bool find_events();
  void finish();
  std::string_view key();
  void skip_blanks();
  void skip_string();
  std::string_view skip_value();
  std::string_view skip_nested();
  [[nodiscard]] bool at_end() const { return at_ == bytes_.size(); }
  [[noreturn]] void fail(std::string_view expected) const;

  std::string name_;
  std::string_view bytes_;
  Losses& losses_;
  std::string_view facts_;
  std::size_t at_ = 0;
  bool has_begun_ = false;
  bool is_object_ = false;
  bool in_array_ = false;
  bool has_events_ = false;
};

}  // namespace paje::tools
