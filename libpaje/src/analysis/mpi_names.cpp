#include "paje/mpi_names.hpp"

#include <algorithm>
#include <iterator>

namespace paje {

namespace {

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool is_letter(char c) { return is_capital(c) || (c >= 'a' && c <= 'z'); }
bool is_of_word(char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; }

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (is_capital(c)) c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

// If `name` begins with a function of MPI, (P)MPI(X)_ and a letter: the name from the _ on; else
// empty.
std::string_view after_mpi(std::string_view name, bool whatever_case) {
  const std::string_view whole = name;
  const std::string small = whatever_case ? lower(name.substr(0, 8)) : std::string();
  if (whatever_case) name = small;
  const std::string_view begun = name;
  const auto consume = [&](std::string_view word) {
    if (!name.starts_with(word)) return false;
    name.remove_prefix(word.size());
    return true;
  };
  consume(whatever_case ? "p" : "P");
  if (!consume(whatever_case ? "mpi" : "MPI")) return {};
  consume(whatever_case ? "x" : "X");
  const std::size_t before = begun.size() - name.size();
  if (!consume("_") || name.empty()) return {};
  if (!(whatever_case ? is_letter(name[0]) : is_capital(name[0]))) return {};
  return whole.substr(before);
}

// The first function of MPI in a name, from its _ to the end of the name; empty if there is none.
std::string_view find_function(std::string_view name) {
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool begins_word = i == 0 || !is_of_word(name[i - 1]);
    if (!begins_word && name[i - 1] != '_') continue;
    const std::string_view found = after_mpi(name.substr(i), begins_word);
    if (!found.empty()) return found;
  }
  return {};
}

// Without what Fortran and large counts append: mpi_send_, MPI_Send_f08ts_, MPI_Send_c.
std::string_view without_suffixes(std::string_view name) {
  const auto drop_underscores = [&] {
    while (name.ends_with('_')) name.remove_suffix(1);
  };
  drop_underscores();
  for (const std::string_view suffix : {"_f08ts", "_f08", "_c"}) {
    if (lower(name).ends_with(suffix)) name.remove_suffix(suffix.size());
  }
  drop_underscores();
  return name;
}

// The operations that SMPI replays; some of its versions write them with capitals.
constexpr std::string_view kReplayed[] = {
    "allgather", "allgatherv", "allreduce", "alltoall", "alltoallv", "barrier",       "bcast",
    "gather",    "gatherv",    "init",      "finalize", "iprobe",    "irecv",         "isend",
    "probe",     "recv",       "reduce",    "scan",     "exscan",    "reducescatter", "scatter",
    "scatterv",  "send",       "sendrecv",  "test",     "testall",   "testany",       "wait",
    "waitall",   "waitany",    "waitsome"};

// The operation of `action_...`, in small letters; empty if there is none.
std::string replayed_operation(std::string_view value) {
  constexpr std::string_view kBegin = "action_";
  std::string name = lower(value);
  if (!name.starts_with(kBegin)) return {};
  name.erase(0, kBegin.size());
  const bool is_one =
      std::find(std::begin(kReplayed), std::end(kReplayed), name) != std::end(kReplayed);
  return is_one ? name : std::string();
}

bool is_of_replay(std::string_view type, std::string_view value) {
  if (!replayed_operation(value).empty()) return true;
  const std::string name = lower(value);
  if (name == "smpi_replay_run_init" || name == "smpi_replay_run_finalize") return true;
  return type == "MPI_STATE" && (name == "kernel" || name == "gather" || name == "gatherv" ||
                                 name == "allgather" || name == "allgatherv");
}

}  // namespace

bool is_mpi(std::string_view type, std::string_view value) {
  return !find_function(value).empty() || is_of_replay(type, value);
}

std::string mpi_function(std::string_view value) {
  std::string operation = replayed_operation(value);
  if (operation == "reducescatter") operation = "Reduce_scatter";
  if (!operation.empty()) return "MPI_" + operation;
  std::string_view name = find_function(value.substr(0, value.find('(')));
  if (std::any_of(name.begin(), name.end(), [](char c) { return !is_of_word(c); })) return {};
  name = without_suffixes(name);
  return name.empty() ? std::string() : "MPI" + std::string(name);
}

}  // namespace paje
