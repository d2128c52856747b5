// The events of a Chrome trace as pieces of JSON, one object each, each held to the grammar:
// whatever the file's size, only one event is looked at at a time, and a file that its writer did
// not close, or that was cut, is read as far as it is whole.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "exchange/losses.hpp"
#include "formats/text/json_cursor.hpp"

namespace paje::exchange {

class ChromeScanner {
 public:
  /// The array of events, or an object whose `traceEvents` is that array; other members are counted
  /// as lost. `bytes` stay.
  ChromeScanner(std::string name, std::string_view bytes, Losses& losses);

  /// The same from the element of the array on that begins at byte `begin`, as if the bytes ended
  /// before `end`. To be believed only as far as another scanner came to that element.
  [[nodiscard]] ChromeScanner part(uint64_t begin, uint64_t end, Losses& losses) const;

  /// The next event, from brace to brace; nothing at the end, or where the file was cut, which is
  /// noted. Throws TraceError with line and column where the file is not JSON of that form, or ends
  /// before its first event does.
  std::optional<std::string_view> next();
  /// The same of a part, which throws JsonFault and notes nothing.
  std::optional<std::string_view> next_of_part() { return find(); }
  /// The member `paje`, in which pj_export describes the trace, if it is before the events;
  /// empty before next() was called.
  [[nodiscard]] std::string_view facts() const { return facts_; }
  [[nodiscard]] uint64_t position() const { return cursor_.at(); }
  /// Where the next element of the array begins, if the array goes on.
  [[nodiscard]] std::optional<uint64_t> next_element_at();
  /// The bytes from there on.
  [[nodiscard]] std::string_view rest() const { return bytes_.substr(cursor_.at()); }
  /// Goes past the next element, an event of that many bytes that the caller has read.
  void pass_event(std::size_t bytes) {
    go_on_at(cursor_.at() + bytes);
    ++events_;
  }
  /// Goes on at the element that begins there: a part has read all before it.
  void go_on_at(uint64_t at) { cursor_.go_to(at); }
  /// Whether an event was read.
  [[nodiscard]] bool has_read_events() const { return events_ != 0; }

 private:
  std::optional<std::string_view> find();
  std::optional<std::string_view> next_element();
  void begin();
  bool find_events();
  void read_member();
  void finish();
  void end_early();

  std::string name_;
  std::string_view bytes_;
  Losses& losses_;
  JsonCursor cursor_;
  std::string_view facts_;
  std::string inside_;  // what is being read, for a file that ends there
  std::size_t inside_from_ = 0;
  uint64_t events_ = 0;
  bool has_begun_ = false;
  bool is_object_ = false;
  bool in_array_ = false;
  bool has_events_ = false;
  bool is_done_ = false;
  bool is_part_ = false;
};

}  // namespace paje::exchange
