#include "exchange/table/tracks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "base/whole_digits.hpp"
#include "exchange/import_clock.hpp"
#include "paje/event.hpp"

namespace paje::exchange {

namespace {

enum Column : std::size_t {
  kContainer,
  kType,
  kStart,
  kEnd,
  kDuration,
  kDepthOrValue,
  kStateValue
};
enum LinkColumn : std::size_t { kLinkValue = 5, kFrom, kTo, kKey };
constexpr std::size_t kEventValue = 3;

// Whether a time that is far from 0 has digits that its double has not.
bool loses_far_digits(std::string_view text, double time) {
  const std::size_t point = text.find('.');
  if (!is_far(time) || point == std::string_view::npos) return false;
  if (text.find_first_of("eE") != std::string_view::npos) return false;
  return fmt::format("{:.{}f}", time, text.size() - point - 1) != text;
}

// The states around one that ended before it started were open, too, and end no earlier than it
// does. What is open at the end of a trace are the last states of each depth.
void end_open_states(std::vector<TableObject>& states) {
  double last = -std::numeric_limits<double>::infinity();
  uint32_t least_depth = std::numeric_limits<uint32_t>::max();
  for (auto state = states.rbegin(); state != states.rend() && least_depth > 0; ++state) {
    if (state->depth >= least_depth) continue;
    least_depth = state->depth;
    state->end = last = std::max(last, state->end);
  }
}

// How many digits are after the point; of a number with an exponent that is not looked at.
std::optional<std::size_t> decimals(std::string_view text) {
  if (text.find_first_of("eE") != std::string_view::npos) return std::nullopt;
  const std::size_t point = text.find('.');
  return point == std::string_view::npos ? 0 : text.size() - point - 1;
}

// Whether the duration of a row is its end minus its start, as far as its digits go: each of the
// three is rounded.
bool is_difference(const TableRow& row) {
  const std::string_view text = row.words[kDuration];
  if (row.is_exact && text.empty()) return true;  // SQL has none
  const std::optional<double> duration = parse_number(text);
  if (!duration) return false;
  std::size_t digits = std::numeric_limits<std::size_t>::max();
  for (const Column column : {kStart, kEnd, kDuration}) {
    const auto of_word = decimals(row.words[column]);
    if (!of_word) return true;
    digits = std::min(digits, *of_word);
  }
  constexpr double kRounded = 1.5;          // units of the last digit
  constexpr double kLastBit = 4 * 0x1p-52;  // of times that are far from 0
  const double start = row.number(kStart), end = row.number(kEnd);
  const double allowed = kRounded * std::pow(10.0, -static_cast<double>(digits)) +
                         kLastBit * (std::fabs(start) + std::fabs(end));
  return !(std::fabs(end - start - *duration) > allowed);
}

ImportedKind kind_of(RowNature nature) { return static_cast<ImportedKind>(nature); }

}  // namespace

TableTracks::TableTracks(const ImportSource& source, ImportedTrace& trace,
                         TableContainers& containers)
    : source_(source), trace_(trace), containers_(containers) {
  // Ends whose names several containers share are found by the other links of their type.
  if (containers.has_shared_names()) {
    for_each_row(
        source, [](RowNature nature) { return nature == RowNature::link; },
        [this](const TableRow& row) { learn_ends(row); }, {});
  }
  for_each_row(
      source, [](RowNature nature) { return nature != RowNature::container; },
      [this](const TableRow& row) { add(row); }, source.on_progress);
  for (TableTrack& track : all_) {
    if (track.has_early_ends && track.nature == RowNature::state) end_open_states(track.objects);
  }
}

double TableTracks::time_unit() const { return std::pow(10.0, -static_cast<double>(digits_)); }

void TableTracks::add(const TableRow& row) {
  if (row.is_wide()) source_.losses.add(kWideRows);
  TableObject object;
  object.start = row.number(kStart);
  object.end = object.start;
  const std::size_t point = row.words[kStart].find('.');
  if (point != std::string_view::npos) {
    digits_ = std::max(digits_, row.words[kStart].size() - point - 1);
  }
  bool has_early_end = false;
  if (row.nature != RowNature::event) {
    object.end = row.number(kEnd);
    has_early_end = object.end < object.start && row.nature != RowNature::link;
    if (has_early_end) {
      source_.losses.add(kEarlyEnds);
      object.end = object.start;
    }
  }
  if (row.nature != RowNature::event && !is_difference(row)) {
    source_.losses.add("durations that are not the end minus the start (start and end are kept)");
  }
  const bool loses_digits_of_times =
      loses_far_digits(row.words[kStart], object.start) ||
      (row.nature != RowNature::event && loses_far_digits(row.words[kEnd], object.end));
  if (loses_digits_of_times) {
    source_.losses.note("times are so far from 0 that seconds cannot hold all their digits");
  }
  const ContainerIndex container =
      containers_.find(row, row.words[kContainer], 0, {object.start, object.end});
  switch (row.nature) {
    case RowNature::state: {
      const double depth = row.number(kDepthOrValue);
      if (!(depth >= 0 && depth < 1e9)) {
        throw row.bad("malformed depth", row.words[kDepthOrValue], "0 or more");
      }
      object.depth = static_cast<uint32_t>(depth);
      object.value = trace_.word(row.words[kStateValue]);
      break;
    }
    case RowNature::variable:
      object.number = row.value_number(kDepthOrValue);
      if (loses_digits(row.words[kDepthOrValue])) source_.losses.add(kLastDigits);
      break;
    case RowNature::event:
      object.value = trace_.word(row.words[kEventValue]);
      break;
    case RowNature::link:
      read_link(row, object);
      break;
    case RowNature::container:
      return;
  }
  object.fields = add_named_fields(row, trace_);
  TableTrack& track = track_of(row, container, object);
  track.objects.push_back(object);
  track.has_early_ends = track.has_early_ends || has_early_end;
}

namespace {

std::string end_key(const TableRow& row, std::size_t column) {
  return fmt::format("{} {}", column, row.words[kType]);
}

}  // namespace

void TableTracks::learn_ends(const TableRow& row) {
  for (const std::size_t column : {std::size_t{kFrom}, std::size_t{kTo}}) {
    const std::optional<TypeIndex> type = containers_.type_of_only(row.words[column]);
    if (type) end_types_.try_emplace(end_key(row, column), *type);
  }
}

ContainerIndex TableTracks::end_of(const TableRow& row, std::size_t column, std::size_t path,
                                   double time) {
  if (!end_types_.empty() && !row.paths[path]) {
    const auto entry = end_types_.find(end_key(row, column));
    if (entry != end_types_.end()) {
      return containers_.find_of_type(row, row.words[column], entry->second, {time, time});
    }
  }
  return containers_.find(row, row.words[column], path, {time, time});
}

void TableTracks::read_link(const TableRow& row, TableObject& object) {
  object.value = trace_.word(row.words[kLinkValue]);
  object.from = end_of(row, kFrom, 1, object.start);
  object.to = end_of(row, kTo, 2, object.end);
  object.key = trace_.word(row.words[kKey]);
}

TableTrack& TableTracks::track_of(const TableRow& row, ContainerIndex container,
                                  const TableObject& object) {
  const std::string_view type_name = row.words[kType];
  const auto type_of = [&](ContainerIndex index) { return trace_.containers()[index].type; };
  if (last_ != SIZE_MAX && row.nature != RowNature::link) {
    TableTrack& track = all_[last_];
    if (track.container == container && track.nature == row.nature &&
        track.type_name == type_name) {
      return track;
    }
  }
  const bool is_link = row.nature == RowNature::link;
  ImportedType type{kind_of(row.nature), type_of(container), std::string(type_name)};
  if (is_link) {
    type.start = type_of(object.from);
    type.end = type_of(object.to);
  }
  const auto [entry, is_new_type] =
      types_.try_emplace(fmt::format("{} {} {} {} {}", type.kind == ImportedKind::link ? 'L' : 'O',
                                     static_cast<int>(type.kind), type.parent,
                                     fmt::format("{} {}", type.start, type.end), type_name),
                         kRoot);
  if (is_new_type) entry->second = trace_.add_type(type);
  const auto [found, is_new] =
      by_key_.try_emplace(fmt::format("{} {}", container, entry->second), all_.size());
  if (is_new) all_.push_back({container, entry->second, row.nature, std::string(type_name), {}});
  last_ = found->second;
  return all_[last_];
}

namespace {

// An order of types in which each of these sequences runs forwards, as far as there is one; of
// those that may come next, the one that was seen first.
class MergedOrder {
 public:
  void begin_sequence() { last_ = kRoot; }
  void add(TypeIndex type) {
    if (seen_.try_emplace(type, seen_.size()).second) types_.push_back(type);
    if (last_ != kRoot && last_ != type && edges_.insert({last_, type}).second) ++before_[type];
    last_ = type;
  }
  [[nodiscard]] std::vector<TypeIndex> order() const {
    std::vector<TypeIndex> result;
    std::map<TypeIndex, std::size_t> before = before_;
    std::set<std::pair<std::size_t, std::size_t>> waiting;  // by what is before, first seen
    for (std::size_t i = 0; i < types_.size(); ++i) waiting.insert({before[types_[i]], i});
    while (!waiting.empty()) {
      const std::size_t at = waiting.begin()->second;
      waiting.erase(waiting.begin());
      const TypeIndex type = types_[at];
      result.push_back(type);
      for (auto edge = edges_.lower_bound({type, 0}); edge != edges_.end() && edge->first == type;
           ++edge) {
        std::size_t& count = before[edge->second];
        if (waiting.erase({count, seen_.at(edge->second)}) == 0) continue;
        --count;
        waiting.insert({count, seen_.at(edge->second)});
      }
    }
    return result;
  }

 private:
  TypeIndex last_ = kRoot;
  std::vector<TypeIndex> types_;
  std::map<TypeIndex, std::size_t> seen_;
  std::set<std::pair<TypeIndex, TypeIndex>> edges_;
  std::map<TypeIndex, std::size_t> before_;
};

}  // namespace

void rank_as_in_table(ImportedTrace& trace, const std::vector<TableTrack>& tracks) {
  MergedOrder objects;
  MergedOrder containers;
  std::vector<std::vector<TypeIndex>> of_container(trace.containers().size());
  std::vector<std::vector<TypeIndex>> children(trace.containers().size());
  for (const TableTrack& track : tracks) of_container[track.container].push_back(track.type);
  for (std::size_t i = 1; i < trace.containers().size(); ++i) {
    const ImportedContainer& container = trace.containers()[i];
    children[container.parent].push_back(container.type);
  }
  for (std::size_t i = 0; i < trace.containers().size(); ++i) {
    objects.begin_sequence();
    for (const TypeIndex type : of_container[i]) objects.add(type);
    containers.begin_sequence();
    for (const TypeIndex type : children[i]) containers.add(type);
  }
  uint32_t rank = 0;
  for (const TypeIndex type : objects.order()) trace.types()[type].rank = ++rank;
  std::vector<TypeIndex> last_first = containers.order();
  std::reverse(last_first.begin(), last_first.end());
  for (const TypeIndex type : last_first) trace.types()[type].rank = ++rank;
  // The container printed last has the first name; they are taken from the end of a stack.
  const auto count = static_cast<uint32_t>(trace.containers().size());
  for (uint32_t i = 1; i < count; ++i) trace.containers()[i].rank = count - i;
}

}  // namespace paje::exchange
