#include "exchange/ti/actions.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace paje::exchange {

namespace {

using Words = std::vector<std::string_view>;

// Where the numbers of an action are among its words, the first of which are rank and action.
struct Form {
  std::string_view word;
  std::string_view value;
  ActionKind kind;
  int amount = 0;  // 0: it has none; below 0: from the end
  int partner = 0;
  int tag = 0;
  int datatype = 0;
  std::size_t fewest = 2;
  int operations = 0;   // of a reduction
  int last_amount = 0;  // with it, the amount is the sum up to there
};

constexpr std::array kForms = std::to_array<Form>({
    {"init", "PMPI_Init", ActionKind::local},
    {"finalize", "PMPI_Finalize", ActionKind::local},
    {"comm_size", "PMPI_Comm_size", ActionKind::local},
    {"comm_split", "PMPI_Comm_split", ActionKind::local},
    {"comm_dup", "PMPI_Comm_dup", ActionKind::local},
    {"location", "", ActionKind::local},
    {"compute", "computing", ActionKind::compute, 2, 0, 0, 0, 3},
    {"sleep", "sleeping", ActionKind::sleep, 2, 0, 0, 0, 3},
    {"send", "PMPI_Send", ActionKind::send, 4, 2, 3, 5, 5},
    {"ssend", "PMPI_Ssend", ActionKind::send, 4, 2, 3, 5, 5},
    {"bsend", "PMPI_Bsend", ActionKind::send, 4, 2, 3, 5, 5},
    {"isend", "PMPI_Isend", ActionKind::send, 4, 2, 3, 5, 5},
    {"ibsend", "PMPI_Ibsend", ActionKind::send, 4, 2, 3, 5, 5},
    {"issend", "PMPI_Issend", ActionKind::send, 4, 2, 3, 5, 5},
    {"recv", "PMPI_Recv", ActionKind::receive, 4, 2, 3, 5, 5},
    {"irecv", "PMPI_Irecv", ActionKind::post, 4, 2, 3, 5, 5},
    {"sendrecv", "PMPI_Sendrecv", ActionKind::send_receive, 2, 3, 0, 6, 6},
    {"wait", "PMPI_Wait", ActionKind::wait, 0, 2, 4, 0, 5},
    {"waitall", "PMPI_Waitall", ActionKind::wait_all, 0, 0, 0, 0, 2},
    {"waitany", "PMPI_Waitany", ActionKind::wait_any, 0, 0, 0, 0, 2},
    {"waitsome", "PMPI_Waitsome", ActionKind::wait_any, 0, 0, 0, 0, 2},
    {"test", "PMPI_Test", ActionKind::test, 0, 2, 4, 0, 5},
    {"testany", "PMPI_Testany", ActionKind::test},
    {"testall", "PMPI_Testall", ActionKind::test},
    {"testsome", "PMPI_Testsome", ActionKind::test},
    {"barrier", "PMPI_Barrier", ActionKind::all_to_all},
    {"bcast", "PMPI_Bcast", ActionKind::one_to_all, 2, 3, 0, 4, 3},
    {"reduce", "PMPI_Reduce", ActionKind::all_to_one, 2, 4, 0, 5, 4, 3},
    {"allreduce", "PMPI_Allreduce", ActionKind::all_to_all, 2, 0, 0, 4, 4, 3},
    {"alltoall", "PMPI_Alltoall", ActionKind::all_to_all, 2, 0, 0, 4, 4},
    {"alltoallv", "PMPI_Alltoallv", ActionKind::all_to_all, 2, 0, 0, -2, 3},
    {"gather", "PMPI_Gather", ActionKind::all_to_one, 2, 4, 0, 5, 4},
    {"gatherv", "PMPI_Gatherv", ActionKind::all_to_one, 2, -3, 0, -2, 4},
    {"scatter", "PMPI_Scatter", ActionKind::one_to_all, 3, 4, 0, 6, 4},
    {"scatterv", "PMPI_Scatterv", ActionKind::one_to_all, -4, -3, 0, -1, 6},
    {"allgather", "PMPI_Allgather", ActionKind::all_to_all, 2, 0, 0, 4, 4},
    {"allgatherv", "PMPI_Allgatherv", ActionKind::all_to_all, 2, 0, 0, -2, 4},
    {"reducescatter", "PMPI_Reduce_scatter", ActionKind::all_to_all, 2, 0, 0, -1, 5, -2, -3},
    {"scan", "PMPI_Scan", ActionKind::all_to_all, 2, 0, 0, 4, 3, 3},
    {"exscan", "PMPI_Exscan", ActionKind::all_to_all, 2, 0, 0, 4, 3, 3},
    {"ibarrier", "PMPI_Ibarrier", ActionKind::local},
    {"ibcast", "PMPI_Ibcast", ActionKind::local_rooted, 2, 3, 0, 4},
    {"ireduce", "PMPI_Ireduce", ActionKind::local_rooted, 2, 4, 0, 5, 2, 3},
    {"iallreduce", "PMPI_Iallreduce", ActionKind::local, 2, 0, 0, 4, 2, 3},
    {"ialltoall", "PMPI_Ialltoall", ActionKind::local, 2, 0, 0, 4},
    {"igather", "PMPI_Igather", ActionKind::local_rooted, 2, 4, 0, 5},
    {"iscatter", "PMPI_Iscatter", ActionKind::local_rooted, 3, 4, 0, 6},
    {"iallgather", "PMPI_Iallgather", ActionKind::local, 2, 0, 0, 4},
    {"ialltoallv", "PMPI_Ialltoallv", ActionKind::local, 2, 0, 0, -2, 3},
    {"igatherv", "PMPI_Igatherv", ActionKind::local_rooted, 2, -3, 0, -2, 4},
    {"iscatterv", "PMPI_Iscatterv", ActionKind::local_rooted, -4, -3, 0, -1, 6},
    {"iallgatherv", "PMPI_Iallgatherv", ActionKind::local, 2, 0, 0, -2, 4},
    {"ireducescatter", "PMPI_Ireduce_scatter", ActionKind::local, 2, 0, 0, -1, 5, -2, -3},
    {"iscan", "PMPI_Iscan", ActionKind::local, 2, 0, 0, 4, 3, 3},
    {"iexscan", "PMPI_Iexscan", ActionKind::local, 2, 0, 0, 4, 3, 3},
});

// Bytes of an element by the number of its datatype, as smpirun 3.32 writes it. MPI_UB and MPI_LB,
// 55 and 56, have none.
constexpr auto kDatatypes = std::to_array<uint8_t>(
    {8, 4,  1, 2,  8,  4, 1,  8,  1, 1,  2,  4,  8,  8,  16, 4, 1,  1,  2, 4,
     8, 1,  2, 4,  8,  8, 16, 32, 8, 8,  8,  16, 16, 8,  8,  8, 16, 16, 4, 4,
     8, 16, 8, 16, 16, 4, 2,  4,  8, 16, 32, 1,  8,  16, 32, 0, 0,  1,  8, 8});

const Form* find_form(std::string_view word) {
  std::array<char, 16> lower{};
  if (word.size() > lower.size()) return nullptr;
  std::transform(word.begin(), word.end(), lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  const std::string_view wanted(lower.data(), word.size());
  const auto found = std::find_if(kForms.begin(), kForms.end(),
                                  [&](const Form& form) { return form.word == wanted; });
  return found == kForms.end() ? nullptr : &*found;
}

template <class Number>
std::optional<Number> number_of(std::string_view word) {
  Number number{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return number;
}

// The rank, which some traces write as p12.
std::optional<int64_t> rank_of(std::string_view word) {
  if (word.starts_with('p')) word.remove_prefix(1);
  const auto rank = number_of<int64_t>(word);
  return rank && *rank >= 0 && *rank < (int64_t{1} << 30) ? rank : std::nullopt;
}

// The word at a place of a form; nothing if the line has fewer.
std::optional<std::string_view> word_at(const Words& words, int at) {
  if (at < 0) at += static_cast<int>(words.size());
  if (at < 2 || at >= static_cast<int>(words.size())) return std::nullopt;
  return words[static_cast<std::size_t>(at)];
}

int64_t whole(const Words& words, int at) {
  const auto word = word_at(words, at);
  if (!word) return 0;
  const auto number = number_of<int64_t>(*word);
  if (!number) throw BadAction{"not a number", *word, "a whole number"};
  return *number;
}

double amount(const Words& words, int at) {
  const auto word = word_at(words, at);
  if (!word) return 0;
  const auto number = number_of<double>(*word);
  if (!number || !(*number >= 0) || !std::isfinite(*number)) {
    throw BadAction{"not an amount", *word, "a number from 0 on"};
  }
  return *number;
}

double sum(const Words& words, const Form& form) {
  double all = 0;
  for (int at = form.amount; at <= static_cast<int>(words.size()) + form.last_amount; ++at) {
    all += amount(words, at);
  }
  return all;
}

// Nothing if the line does not say which type it has.
std::optional<double> element_bytes(const Words& words, int at) {
  if (!word_at(words, at)) return std::nullopt;
  const int64_t number = whole(words, at);
  const bool is_in_table = number >= 0 && static_cast<std::size_t>(number) < kDatatypes.size();
  if (!is_in_table) return std::nullopt;
  return kDatatypes[static_cast<std::size_t>(number)];
}

bool counts_elements(const Form& form) {
  return form.amount != 0 && form.kind != ActionKind::compute && form.kind != ActionKind::sleep;
}

}  // namespace

Words words_of(std::string_view line) {
  Words words;
  while (true) {
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos) return words;
    line.remove_prefix(first);
    const std::size_t length = std::min(line.find_first_of(" \t"), line.size());
    words.push_back(line.substr(0, length));
    line.remove_prefix(length);
  }
}

int64_t parse_action(std::string_view line, double default_bytes, Action& action) {
  const Words words = words_of(line);
  const auto rank = words.empty() ? std::nullopt : rank_of(words[0]);
  if (!rank) throw BadAction{"no rank", line, "a rank and an action, such as '0 compute 1e6'"};
  if (words.size() < 2) throw BadAction{"no action", line, "an action after the rank"};
  const Form* const form = find_form(words[1]);
  if (form == nullptr) throw BadAction{"unknown action", words[1], "one that smpirun -replay has"};
  if (words.size() < form->fewest) {
    throw BadAction{"too few words", line, "the numbers that the action needs"};
  }
  action.kind = form->kind;
  action.value = form->value;
  action.amount = form->last_amount == 0 ? amount(words, form->amount) : sum(words, *form);
  if (counts_elements(*form)) {
    const std::optional<double> bytes = element_bytes(words, form->datatype);
    action.has_no_type = !bytes && action.amount > 0;
    action.amount *= bytes.value_or(default_bytes);
  }
  action.is_for_each = form->word == "alltoall" || form->word == "ialltoall";
  action.is_synchronous = form->word == "ssend" || form->word == "issend";
  action.operations = amount(words, form->operations);
  action.partner = whole(words, form->partner);
  action.tag = whole(words, form->tag);
  if (form->kind == ActionKind::send_receive) action.source = whole(words, 5);
  return *rank;
}

double default_bytes_after(std::string_view line, double before) {
  const Words words = words_of(line);
  if (words.size() < 2 || words[1] != "init") return before;
  return words.size() > 2 ? sizeof(double) : 1;
}

bool begins_like_actions(std::string_view begin) {
  while (begin.starts_with('#') && begin.find('\n') != std::string_view::npos) {
    begin.remove_prefix(begin.find('\n') + 1);
  }
  const Words words = words_of(begin.substr(0, begin.find_first_of("\r\n")));
  return words.size() > 1 && rank_of(words[0]) && find_form(words[1]) != nullptr;
}

}  // namespace paje::exchange
