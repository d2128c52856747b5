#include "sql/trace_facts.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <numeric>

#include "paje/nesting.hpp"
#include "sql/state_layers.hpp"

namespace paje::tools {

namespace {

std::size_t index_of(TypeKind kind) { return static_cast<std::size_t>(kind); }

bool is_like_node(std::string_view type) {
  std::string lower(type);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  constexpr std::array kWords = {"node", "host", "machine"};
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](const char* word) { return lower.find(word) != std::string::npos; });
}

template <class Id, class Map>
std::span<const Id> found_in(const Map& map, std::string_view text) {
  const auto found = map.find(text);
  if (found == map.end()) return {};
  return found->second;
}

template <class Id, class Objects>
auto named(const Objects& objects) {
  std::unordered_map<std::string_view, std::vector<Id>> ids;
  for (uint32_t i = 0; i < objects.size(); ++i) ids[objects[i].name.text].push_back(Id{i});
  return ids;
}

}  // namespace

std::span<const ValueId> values_of(const Trace& trace, TypeKind kind) {
  if (kind == TypeKind::state) return trace.states().value;
  if (kind == TypeKind::event) return trace.events().value;
  if (kind == TypeKind::link) return trace.links().value;
  return {};
}

uint64_t row_count(const Trace& trace, TypeKind kind) {
  uint64_t rows = 0;
  for (const Track& track : trace.tracks()) {
    if (track.kind == kind) rows = track.last;
  }
  return rows;
}

void TraceFacts::make_containers() {
  if (!paths_.empty()) return;
  const auto containers = trace_.containers();
  std::vector<std::string> paths(containers.size());
  depths_.resize(containers.size());
  nodes_.resize(containers.size());
  std::vector<ContainerId> nodes_above(containers.size());
  // A container comes after the one that holds it.
  for (uint32_t i = 1; i < containers.size(); ++i) {
    const ContainerId parent = containers[i].parent;
    paths[i] = container_path(trace_, ContainerId{i});
    depths_[i] = depths_[parent.index] + 1;
    if (parent == kRootContainer) continue;
    const bool is_below_node = is_like_node(trace_[containers[parent.index].type].name.text);
    nodes_above[i] = is_below_node ? parent : nodes_above[parent.index];
    nodes_[i] = nodes_above[i].valid() ? nodes_above[i] : parent;
  }
  paths_ = std::move(paths);
  by_name_ = named<ContainerId>(containers);
  for (uint32_t i = 0; i < paths_.size(); ++i) by_path_[paths_[i]].push_back(ContainerId{i});
}

std::string_view TraceFacts::path(ContainerId container) {
  make_containers();
  return paths_[container.index];
}

uint32_t TraceFacts::depth(ContainerId container) {
  make_containers();
  return depths_[container.index];
}

ContainerId TraceFacts::node(ContainerId container) {
  make_containers();
  return nodes_[container.index];
}

bool TraceFacts::unique_names() {
  make_containers();
  return by_name_.size() == trace_.containers().size();
}

bool TraceFacts::unique_paths() {
  make_containers();
  return by_path_.size() == trace_.containers().size();
}

std::span<const ContainerId> TraceFacts::containers_named(std::string_view name) {
  make_containers();
  return found_in<ContainerId>(by_name_, name);
}

std::span<const ContainerId> TraceFacts::containers_at(std::string_view path) {
  make_containers();
  return found_in<ContainerId>(by_path_, path);
}

std::span<const TypeId> TraceFacts::types_named(std::string_view name) {
  if (!types_by_name_) types_by_name_ = named<TypeId>(trace_.types());
  return found_in<TypeId>(*types_by_name_, name);
}

std::span<const ValueId> TraceFacts::values_named(std::string_view name) {
  if (!values_by_name_) values_by_name_ = named<ValueId>(trace_.values());
  return found_in<ValueId>(*values_by_name_, name);
}

StateLayers& TraceFacts::layers() {
  if (!layers_) layers_.emplace(trace_, tracks(TypeKind::state));
  return *layers_;
}

std::span<const Stretch> TraceFacts::stretches() {
  if (!stretches_) stretches_ = layers().stretches();
  return *stretches_;
}

bool TraceFacts::has_short_rows(TypeKind kind) const {
  return row_count(trace_, kind) < std::numeric_limits<uint32_t>::max();
}

std::vector<uint32_t> TraceFacts::make_value_ranks(ByValue order) const {
  const auto values = trace_.values();
  std::vector<uint32_t> ranks(values.size());
  std::iota(ranks.begin(), ranks.end(), 0U);
  if (order == ByValue::id) return ranks;
  std::vector<uint32_t> sorted = ranks;
  std::sort(sorted.begin(), sorted.end(),
            [&](uint32_t a, uint32_t b) { return values[a].name.text < values[b].name.text; });
  // Values of one name have one rank: their rows are together, by row.
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const bool is_same = i > 0 && values[sorted[i]].name.text == values[sorted[i - 1]].name.text;
    ranks[sorted[i]] = is_same ? ranks[sorted[i - 1]] : static_cast<uint32_t>(i);
  }
  return ranks;
}

std::span<const uint32_t> TraceFacts::value_ranks(ByValue order) {
  auto& made = value_ranks_[static_cast<std::size_t>(order)];
  if (!made) made = make_value_ranks(order);
  return *made;
}

// Counting sort.
RowsByValue TraceFacts::make_rows_by_value(TypeKind kind, ByValue order) {
  const auto values = values_of(trace_, kind);
  const auto ranks = value_ranks(order);
  std::vector<uint64_t> next(ranks.size() + 1);
  for (const ValueId value : values) ++next[ranks[value.index] + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  RowsByValue by_value;
  for (const uint32_t rank : ranks) by_value.of_value.push_back({next[rank], next[rank + 1]});
  by_value.rows.resize(values.size());
  for (std::size_t row = 0; row < values.size(); ++row) {
    by_value.rows[next[ranks[values[row].index]]++] = static_cast<uint32_t>(row);
  }
  return by_value;
}

const RowsByValue& TraceFacts::rows_by_value(TypeKind kind, ByValue order) {
  auto& made = rows_by_value_[static_cast<std::size_t>(order)][index_of(kind)];
  if (!made) made = make_rows_by_value(kind, order);
  return *made;
}

bool TraceFacts::links_are_ordered_by_end() {
  if (!links_by_end_) {
    const LinkColumns links = trace_.links();
    links_by_end_ = true;
    for (std::size_t row = 0; row < links.start.size(); ++row) {
      if (!(links.start[row] <= links.end[row])) links_by_end_ = false;
    }
  }
  return *links_by_end_;
}

bool TraceFacts::has_one_type(TypeKind kind) {
  auto& answer = has_one_type_[index_of(kind)];
  if (!answer) {
    const auto all = tracks(kind);
    answer = std::all_of(all.begin(), all.end(),
                         [&](const Track& track) { return track.type == all.front().type; });
  }
  return *answer;
}

std::span<const Track> TraceFacts::tracks(TypeKind kind) {
  auto& made = tracks_[index_of(kind)];
  if (!made) {
    made.emplace();
    for (const Track& track : trace_.tracks()) {
      if (track.kind == kind) made->push_back(track);
    }
  }
  return *made;
}

const Track& TraceFacts::track_of(TypeKind kind, uint64_t row) {
  const auto all = tracks(kind);
  return *(std::upper_bound(all.begin(), all.end(), row,
                            [](uint64_t of, const Track& track) { return of < track.first; }) -
           1);
}

double TraceFacts::first_time(TypeKind kind) {
  auto& first = first_times_[index_of(kind)];
  if (!first) {
    first = trace_.first_start(kind).value_or(std::numeric_limits<double>::infinity());
  }
  return *first;
}

TraceFacts::Extent TraceFacts::extent() {
  if (extent_) return *extent_;
  constexpr double kNone = std::numeric_limits<double>::infinity();
  double start = kNone;
  for (const TypeKind kind :
       {TypeKind::state, TypeKind::variable, TypeKind::event, TypeKind::link}) {
    start = std::min(start, first_time(kind));
  }
  const double end = trace_.end_time().value_or(0);
  extent_ = Extent{start == kNone ? end : start, end};
  return *extent_;
}

}  // namespace paje::tools
