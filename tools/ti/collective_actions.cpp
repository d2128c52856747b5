#include "ti/collective_actions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace paje::tools {

namespace {

bool is_reduction(std::string_view word) {
  return word == "reduce" || word == "allreduce" || word == "reducescatter" || word == "scan" ||
         word == "exscan";
}

bool ends_in_v(std::string_view name) {
  while (name.ends_with('_')) name.remove_suffix(1);
  return name.ends_with('v') || name.ends_with('V');
}

// The call of a member that has another size than the others: those with a size for each rank. Only
// the root has all sizes of a gather or a scatter.
std::string uneven(std::string_view word, const std::vector<double>& sizes, std::size_t rank,
                   std::size_t root) {
  const std::vector<double> zeros(sizes.size(), 0);
  const std::vector<double>& all = word == "allgather" || rank == root ? sizes : zeros;
  const std::string numbers = fmt::format("{}", fmt::join(all, " "));
  if (word == "allgather") return fmt::format("allgatherv {} {} 6 6", sizes[rank], numbers);
  if (word == "gather") return fmt::format("gatherv {} {} {} 6 6", sizes[rank], numbers, root);
  return fmt::format("scatterv {} {} {} 6 6", numbers, sizes[rank], root);
}

// What is sent has to be what is received.
std::string all_to_all(const std::vector<double>& shares, std::size_t rank) {
  const double own = shares[rank];
  const std::vector<double> sent(shares.size(), own);
  const double all = std::accumulate(shares.begin(), shares.end(), 0.0);
  return fmt::format("alltoallv {} {} {} {} 6 6", own * static_cast<double>(shares.size()),
                     fmt::join(sent, " "), all, fmt::join(shares, " "));
}

}  // namespace

std::string CollectiveActions::action(uint32_t piece, const DependencyGraph::Collective& collective,
                                      std::string_view word) {
  if (word == "barrier") return "barrier";
  const auto members = graph_.members(collective);
  const uint32_t root =
      collective.root == DependencyGraph::kNone ? 0 : collective.root - collective.first;
  if (is_reduction(word)) {
    return reduction(piece, word, size_of(piece, word, members.size()), root, members.size());
  }
  if (word == "bcast") {
    return fmt::format("bcast {} {} 6", size_of(piece, word, members.size()), root);
  }
  const Sizes& sizes = sizes_of(collective, word);
  const std::size_t rank = graph_.track_of_piece(piece);
  if (word == "alltoallv") return all_to_all(sizes, rank);
  const double own = sizes[rank];
  if (word == "alltoall") return fmt::format("alltoall {} {} 6 6", own, own);
  const bool is_even =
      std::all_of(sizes.begin(), sizes.end(), [&](double size) { return size == sizes.front(); });
  if (!is_even) return uneven(word, sizes, rank, root);
  if (word == "allgather") return fmt::format("allgather {} {} 6 6", own, own);
  return fmt::format("{} {} {} {} 6 6", word, own, own, root);
}

double CollectiveActions::size_of(uint32_t piece, std::string_view word,
                                  std::size_t members) const {
  const std::optional<double> said = sizes_.of(piece);
  if (!said) return default_bytes_;
  // The size of these calls is what they send to all. SimGrid's alltoall says what it sends to one.
  const bool is_for_all = word == "alltoallv" || (word == "alltoall" && !sizes_.counts_elements());
  return is_for_all ? std::floor(*said / static_cast<double>(members)) : *said;
}

const CollectiveActions::Sizes& CollectiveActions::sizes_of(
    const DependencyGraph::Collective& collective, std::string_view word) {
  const auto [found, is_new] = shares_.try_emplace(collective.first);
  if (!is_new) return found->second;
  const auto members = graph_.members(collective);
  // Of a scatter, SimGrid writes what is sent, which only the root has to say.
  const bool has_root = collective.root != DependencyGraph::kNone;
  const bool root_says = word == "scatter" && has_root && sizes_.counts_elements();
  for (const uint32_t member : members) {
    const uint32_t root = root_says ? graph_.members()[collective.root] : member;
    const bool is_each = ends_in_v(graph_.values()[graph_.value(member)].name);
    found->second.push_back(size_of(is_each ? member : root, word, members.size()));
  }
  return found->second;
}

// Of what a reduction scatters, each gets an equal part: nobody says how it is shared out.
std::string CollectiveActions::reduction(uint32_t piece, std::string_view word, double size,
                                         uint32_t root, std::size_t members) const {
  const double operations = sizes_.operations(piece);
  if (word == "reduce") return fmt::format("reduce {} {} {} 6", size, operations, root);
  if (word != "reducescatter") return fmt::format("{} {} {} 6", word, size, operations);
  const auto count = static_cast<double>(members);
  const double part = sizes_.of(piece) ? std::floor(size / count) : size;
  return fmt::format("reducescatter {} {} 6", fmt::join(std::vector<double>(members, part), " "),
                     operations);
}

}  // namespace paje::tools
