#include "paje/trace.hpp"

#include <algorithm>
#include <utility>

#include "trace/container_path.hpp"
#include "trace/trace_data.hpp"

namespace paje {

std::string_view spelling(TypeKind kind) {
  constexpr std::string_view kSpellings[] = {"container", "state", "variable", "event", "link"};
  return kSpellings[static_cast<std::size_t>(kind)];
}

Trace::Trace() {
  TraceData data;
  data.names = root_names();
  data.tracks.first_of = {0, 0};
  data_ = std::make_shared<TraceData>(std::move(data));
}

Trace::Trace(std::shared_ptr<const TraceData> data) : data_(std::move(data)) {}

std::span<const Type> Trace::types() const { return data_->names.types; }
std::span<const Container> Trace::containers() const { return data_->names.containers; }
std::span<const EntityValue> Trace::values() const { return data_->names.values; }

TypeId Trace::find_type(std::string_view identifier) const {
  return data_->names.find_type(identifier);
}

ContainerId Trace::find_container(std::string_view identifier) const {
  return data_->names.find_container(identifier);
}

std::optional<double> Trace::end_time() const { return data_->end_time; }
bool Trace::is_part_of_time() const { return data_->is_part_of_time; }

namespace {

StateColumns columns_of(const StoredStates& states) {
  return {states.start.span(), states.end.span(), states.value.span(), states.depth.span()};
}
VariableColumns columns_of(const StoredVariables& variables) {
  return {variables.start.span(), variables.end.span(), variables.value.span()};
}
EventColumns columns_of(const StoredEvents& events) {
  return {events.time.span(), events.value.span()};
}
LinkColumns columns_of(const StoredLinks& links) {
  return {links.start.span(), links.end.span(), links.value.span(), links.start_container.span(),
          links.end_container.span()};
}

// Makes sure of some rows of a kind.
const TraceData& with(const TraceData& data, TypeKind kind, RowRange rows) {
  if (data.loader != nullptr) data.loader->load(kind, rows);
  return data;
}
// Makes sure of all rows of a kind.
const TraceData& with(const TraceData& data, TypeKind kind) {
  data.load(kind);
  return data;
}

}  // namespace

StateColumns Trace::states() const { return columns_of(with(*data_, TypeKind::state).states); }
StateColumns Trace::states(RowRange rows) const {
  return columns_of(with(*data_, TypeKind::state, rows).states);
}
VariableColumns Trace::variables() const {
  return columns_of(with(*data_, TypeKind::variable).variables);
}
VariableColumns Trace::variables(RowRange rows) const {
  return columns_of(with(*data_, TypeKind::variable, rows).variables);
}
EventColumns Trace::events() const { return columns_of(with(*data_, TypeKind::event).events); }
EventColumns Trace::events(RowRange rows) const {
  return columns_of(with(*data_, TypeKind::event, rows).events);
}
LinkColumns Trace::links() const { return columns_of(with(*data_, TypeKind::link).links); }
LinkColumns Trace::links(RowRange rows) const {
  return columns_of(with(*data_, TypeKind::link, rows).links);
}

namespace {

// Of rows that are there.
std::span<const double> starts_of(const TraceData& data, TypeKind kind) {
  switch (kind) {
    case TypeKind::state:
      return data.states.start.span();
    case TypeKind::variable:
      return data.variables.start.span();
    case TypeKind::event:
      return data.events.time.span();
    case TypeKind::link:
      return data.links.start.span();
    case TypeKind::container:
      break;
  }
  return {};
}

std::span<const double> ends_of(const TraceData& data, TypeKind kind) {
  switch (kind) {
    case TypeKind::state:
      return data.states.end.span();
    case TypeKind::variable:
      return data.variables.end.span();
    case TypeKind::event:
      return data.events.time.span();
    case TypeKind::link:
      return data.links.end.span();
    case TypeKind::container:
      break;
  }
  return {};
}

}  // namespace

std::span<const double> Trace::starts(TypeKind kind) const {
  return starts_of(with(*data_, kind), kind);
}

std::span<const double> Trace::ends(TypeKind kind) const {
  return ends_of(with(*data_, kind), kind);
}

std::optional<double> Trace::first_start(TypeKind kind) const {
  const std::vector<uint32_t>& tracks = data_->tracks.of_kind[static_cast<std::size_t>(kind)];
  if (tracks.empty()) return std::nullopt;
  // Links may end before they start, so that the least time of a block may be no start.
  if (data_->loader != nullptr && kind != TypeKind::link) return data_->loader->first_start(kind);
  const auto all = starts_of(with(*data_, kind), kind);
  if (kind == TypeKind::link) return *std::min_element(all.begin(), all.end());
  double first = all[data_->tracks.all[tracks.front()].first];
  for (const uint32_t track : tracks) first = std::min(first, all[data_->tracks.all[track].first]);
  return first;
}

std::span<const ValueId> Trace::values(TypeKind kind) const {
  switch (kind) {
    case TypeKind::state:
      return states().value;
    case TypeKind::event:
      return events().value;
    case TypeKind::link:
      return links().value;
    case TypeKind::container:
    case TypeKind::variable:
      break;
  }
  return {};
}

const Track& Trace::track_of(TypeKind kind, uint64_t row) const {
  const std::vector<uint32_t>& tracks = data_->tracks.of_kind[static_cast<std::size_t>(kind)];
  const auto behind = std::partition_point(tracks.begin(), tracks.end(), [&](uint32_t track) {
    return data_->tracks.all[track].first <= row;
  });
  assert(behind != tracks.begin());
  return data_->tracks.all[*(behind - 1)];
}

namespace {

std::string_view key_of(const StoredLinks& links, uint64_t row) {
  const uint64_t begin = links.key_begin[row];
  return {links.key_text.span().data() + begin, links.key_begin[row + 1] - begin};
}

}  // namespace

Name Trace::link_key(uint64_t row) const {
  std::optional<std::string_view> near;
  if (data_->loader != nullptr && !(near = data_->loader->key_near(row))) {
    data_->loader->load_keys();
  }
  const std::string_view raw = near ? *near : key_of(data_->links, row);
  if (!raw.starts_with('"')) return {raw, false};
  return {raw.substr(1, raw.size() - 2), true};
}

std::span<const Track> Trace::tracks() const { return data_->tracks.all; }

std::span<const Track> Trace::tracks(ContainerId container) const {
  if (!container.valid()) return {};
  return data_->tracks.of(container);
}

namespace {

// Of the tracks of one container; null if no track has that type.
const Track* find_track(std::span<const Track> mine, TypeId type) {
  const auto found =
      std::lower_bound(mine.begin(), mine.end(), type,
                       [](const Track& track, TypeId wanted) { return track.type < wanted; });
  return found != mine.end() && found->type == type ? &*found : nullptr;
}

}  // namespace

Track Trace::track(ContainerId container, TypeId type) const {
  if (const Track* found = find_track(tracks(container), type)) return *found;
  return {container, type, type.valid() ? types()[type.index].kind : TypeKind::state, 0, 0};
}

namespace {

// First row of the track whose time is not below (or, if `after`, is above) `bound`.
uint64_t first_row(std::span<const double> times, uint64_t first, uint64_t last, double bound,
                   bool after) {
  const auto begin = times.begin() + static_cast<std::ptrdiff_t>(first);
  const auto end = times.begin() + static_cast<std::ptrdiff_t>(last);
  const auto found =
      after ? std::upper_bound(begin, end, bound) : std::lower_bound(begin, end, bound);
  return static_cast<uint64_t>(found - times.begin());
}

}  // namespace

RowRange Trace::starting_in(const Track& track, double from, double to) const {
  const auto starts = starts_of(*data_, track.kind);
  const Stretches near = stretches_near(track, from, to);
  RowRange found{track.first, track.first};
  for (const RowRange& rows : near.all()) {
    const uint64_t first = first_row(starts, rows.first, rows.last, from, false);
    const uint64_t last = first_row(starts, rows.first, rows.last, to, true);
    if (found.empty()) {
      found = {first, std::max(first, last)};
    } else if (first < last) {
      found.last = last;
    }
  }
  return found;
}

Trace::Stretches Trace::stretches_near(const Track& track, double from, double to) const {
  const RowRange whole{track.first, track.last};
  if (data_->loader == nullptr || data_->loader->has(track.kind)) return {whole, {}};
  std::vector<RowRange> near = data_->loader->load_near(track, from, to);
  if (near.empty()) return {{track.first, track.first}, {}};
  return {whole, std::move(near)};
}

uint64_t Trace::last_starting_by(TypeKind kind, RowRange rows, double to) const {
  if (kind == TypeKind::link) return rows.last;
  return first_row(starts_of(*data_, kind), rows.first, rows.last, to, true);
}

uint64_t Trace::next_reaching(const Track& track, uint64_t row, uint64_t last, double from) const {
  if (track.kind == TypeKind::variable || track.kind == TypeKind::event) {
    return first_row(ends_of(*data_, track.kind), row, last, from, false);
  }
  if (data_->loader != nullptr && !data_->loader->has(track.kind)) return row;
  const auto& blocks =
      track.kind == TypeKind::link ? data_->link_block_end : data_->state_block_end;
  while (row < last) {
    const uint64_t block = row / TraceData::kBlockRows;
    if (blocks[block] >= from) return row;
    row = (block + 1) * TraceData::kBlockRows;
  }
  return last;
}

bool Trace::overlaps(const Track& track, uint64_t row, double from, double to) const {
  return starts_of(*data_, track.kind)[row] <= to && ends_of(*data_, track.kind)[row] >= from;
}

const UserFields* Trace::user_fields_of(const Track& track, uint64_t row, uint32_t& piece) const {
  if (data_->loader != nullptr) {
    if (const auto near = data_->loader->user_fields_near(track.kind, row)) {
      piece = near->piece;
      return near->fields;
    }
    data_->loader->load_user_fields(track.kind);
  }
  const Track* const found = find_track(tracks(track.container), track.type);
  const PodVector<UserFields::Reference>& references =
      std::as_const(*data_).user_references(track.kind);
  if (found == nullptr || references.empty()) return nullptr;
  piece = references[row];
  return &data_->user_fields[static_cast<std::size_t>(found - data_->tracks.all.data())];
}

std::vector<std::string_view> Trace::user_fields(const Track& track, uint64_t row) const {
  std::vector<std::string_view> words;
  uint32_t piece = UserFields::kNone;
  if (const UserFields* fields = user_fields_of(track, row, piece)) fields->collect(piece, words);
  return words;
}

std::vector<std::string_view> Trace::user_field_names(const Track& track, uint64_t row) const {
  uint32_t piece = UserFields::kNone;
  const UserFields* fields = user_fields_of(track, row, piece);
  if (fields == nullptr) return {};
  return fields->names(piece, data_->definitions);
}

std::vector<std::string_view> Trace::user_fields(ContainerId container) const {
  std::vector<std::string_view> words;
  const TraceNames& names = data_->names;
  names.user_fields.collect(names.user_fields_of(container), words);
  return words;
}

std::vector<std::string_view> Trace::user_field_names(ContainerId container) const {
  const TraceNames& names = data_->names;
  return names.user_fields.names(names.user_fields_of(container), data_->definitions);
}

std::span<const EventDefinition> Trace::event_definitions() const { return data_->definitions; }

ReadCounts Trace::counts() const { return data_->counts; }

std::string container_path(const Trace& trace, ContainerId id) {
  return container_path(trace.containers(), id);
}

std::string container_path(std::span<const Container> containers, ContainerId id) {
  if (id == kRootContainer) return "0";
  std::vector<std::string_view> names{containers[id.index].name.text};
  std::size_t bytes = names.front().size();
  ContainerId above = containers[id.index].parent;
  for (; above != kRootContainer; above = containers[above.index].parent) {
    const std::string_view name = containers[above.index].name.text;
    bytes += name.size() + 1;
    if (bytes > kMostPathBytes) break;
    names.push_back(name);
  }
  std::string path = above == kRootContainer ? "" : ".../";
  for (auto name = names.rbegin(); name != names.rend(); ++name) {
    if (name != names.rbegin()) path += '/';
    path += *name;
  }
  return path;
}

}  // namespace paje
