// The actions of SimGrid's time-independent traces: what each rank does, without when.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace paje::exchange {

enum class ActionKind : uint8_t {
  local,         ///< takes no time and depends on nobody
  local_rooted,  ///< the same; `partner` is the root of an operation that begins
  compute,       ///< `amount` operations
  sleep,         ///< `amount` seconds
  send,
  receive,
  post,      ///< a receive that a later action completes
  wait,      ///< for one message
  wait_all,  ///< for all that were posted
  wait_any,  ///< for the first that was posted
  test,      ///< completes what has come
  send_receive,
  one_to_all,
  all_to_one,
  all_to_all,
};

/// What any source and any tag are written as.
inline constexpr int64_t kAnySource = -333;
inline constexpr int64_t kAnyTag = -444;

struct Action {
  ActionKind kind = ActionKind::local;
  std::string_view value;       ///< of the state that it becomes
  double amount = 0;            ///< operations, seconds or bytes
  bool is_for_each = false;     ///< each other rank gets that amount
  bool has_no_type = false;     ///< the line does not say what the amount counts
  bool is_synchronous = false;  ///< the send waits for its receiver
  double operations = 0;        ///< with which a reduction combines what it gets
  int64_t partner = 0;          ///< the rank it sends to or receives from; the root
  int64_t source = 0;           ///< the rank that a send_receive receives from
  int64_t tag = 0;
  uint32_t file = 0;
  uint64_t line = 0;
};

/// Why a line is no action.
struct BadAction {
  std::string_view title;
  std::string_view found;
  std::string_view expected;
};

/// The rank, and what it does; of `location`, whose value is empty, nothing. Throws BadAction.
/// `default_bytes`: of the elements that amounts without a type count.
int64_t parse_action(std::string_view line, double default_bytes, Action& action);
/// Bytes of the elements of amounts without a type, after this line: an `init` with a word after it
/// makes them doubles, as in smpirun; without one, bytes.
double default_bytes_after(std::string_view line, double before);
/// Whether a text begins like actions: with a rank and the word of one.
bool begins_like_actions(std::string_view begin);

/// What blanks and tabs separate.
std::vector<std::string_view> words_of(std::string_view line);

}  // namespace paje::exchange
