#include "sql/mpi_names.hpp"

#include <algorithm>
#include <iterator>
#include <string>

namespace paje::tools {

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

// Whether `name` goes on with a function of MPI: (P)MPI(X)_ and a letter.
bool begins_with_function(std::string_view name, bool whatever_case) {
  const std::string small = whatever_case ? lower(name.substr(0, 8)) : std::string();
  if (whatever_case) name = small;
  const auto consume = [&](std::string_view word) {
    if (!name.starts_with(word)) return false;
    name.remove_prefix(word.size());
    return true;
  };
  consume(whatever_case ? "p" : "P");
  if (!consume(whatever_case ? "mpi" : "MPI")) return false;
  consume(whatever_case ? "x" : "X");
  return consume("_") && !name.empty() &&
         (whatever_case ? is_letter(name[0]) : is_capital(name[0]));
}

bool holds_function(std::string_view name) {
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (i == 0 || !is_of_word(name[i - 1])) {
      if (begins_with_function(name.substr(i), true)) return true;
    } else if (name[i - 1] == '_' && begins_with_function(name.substr(i), false)) {
      return true;
    }
  }
  return false;
}

// The operations that SMPI replays; some of its versions write them with capitals.
constexpr std::string_view kReplayed[] = {
    "allgather", "allgatherv", "allreduce", "alltoall", "alltoallv", "barrier",       "bcast",
    "gather",    "gatherv",    "init",      "finalize", "iprobe",    "irecv",         "isend",
    "probe",     "recv",       "reduce",    "scan",     "exscan",    "reducescatter", "scatter",
    "scatterv",  "send",       "sendrecv",  "test",     "testall",   "testany",       "wait",
    "waitall",   "waitany",    "waitsome"};

bool is_of_replay(std::string_view type, std::string_view value) {
  const std::string name = lower(value);
  if (name == "smpi_replay_run_init" || name == "smpi_replay_run_finalize") return true;
  constexpr std::string_view kBegin = "action_";
  if (name.starts_with(kBegin)) {
    const auto operation = std::string_view(name).substr(kBegin.size());
    return std::find(std::begin(kReplayed), std::end(kReplayed), operation) != std::end(kReplayed);
  }
  return type == "MPI_STATE" && (name == "kernel" || name == "gather" || name == "gatherv" ||
                                 name == "allgather" || name == "allgatherv");
}

}  // namespace

bool is_mpi(std::string_view type, std::string_view value) {
  return holds_function(value) || is_of_replay(type, value);
}

}  // namespace paje::tools
