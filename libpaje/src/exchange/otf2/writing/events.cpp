#include "exchange/otf2/writing/events.hpp"

#include <algorithm>
#include <cmath>
#include <new>
#include <numeric>
#include <optional>
#include <set>

#include "exchange/otf2/writing/check.hpp"
#include "exchange/otf2/writing/marks.hpp"

namespace paje::exchange {

namespace {

// All rows, sorted by the container at one end.
std::vector<uint64_t> rows_by(std::span<const ContainerId> ends) {
  std::vector<uint64_t> rows(ends.size());
  std::iota(rows.begin(), rows.end(), uint64_t{0});
  std::stable_sort(rows.begin(), rows.end(),
                   [&](uint64_t a, uint64_t b) { return ends[a].index < ends[b].index; });
  return rows;
}

// Those of one container.
std::span<const uint64_t> rows_of(std::span<const uint64_t> rows, std::span<const ContainerId> ends,
                                  ContainerId container) {
  const auto first =
      std::lower_bound(rows.begin(), rows.end(), container.index,
                       [&](uint64_t row, uint32_t wanted) { return ends[row].index < wanted; });
  const auto last =
      std::upper_bound(first, rows.end(), container.index,
                       [&](uint32_t wanted, uint64_t row) { return wanted < ends[row].index; });
  return {first, last};
}

// A key is one of the container that holds the link and its type; when links are read, all are in
// the root, and types of one name and the same ends are one.
bool are_keys_unique(const Trace& trace) {
  std::set<std::string_view> names;
  for (const Type& type : trace.types()) {
    if (type.kind == TypeKind::link && !names.insert(type.name.text).second) return false;
  }
  return std::all_of(trace.tracks().begin(), trace.tracks().end(), [](const Track& track) {
    return track.kind != TypeKind::link || track.container.index == 0;
  });
}

std::optional<uint64_t> whole_size(double size) {
  if (!(size >= 0 && size < 0x1p64) || std::floor(size) != size) return std::nullopt;
  return static_cast<uint64_t>(size);
}

UserColumns columns_of(const Trace& trace, TypeKind kind, const Otf2Options& options) {
  if (!options.has_user_fields) return {};
  return {trace, kind, kind == TypeKind::link ? std::string_view(options.size_field) : ""};
}

}  // namespace

Otf2Events::Otf2Events(const Trace& trace, const Otf2Options& options, const Otf2Plan& plan,
                       const Otf2Ticks& ticks, Otf2Names& names, Losses& losses)
    : trace_(trace),
      plan_(plan),
      ticks_(ticks),
      names_(names),
      states_(columns_of(trace, TypeKind::state, options)),
      variables_(columns_of(trace, TypeKind::variable, options)),
      events_(columns_of(trace, TypeKind::event, options)),
      links_(trace, TypeKind::link, options.size_field),
      state_columns_(trace.states()),
      variable_columns_(trace.variables()),
      event_columns_(trace.events()),
      link_columns_(trace.links()),
      sends_(rows_by(link_columns_.start_container)),
      receives_(rows_by(link_columns_.end_container)),
      attributes_(OTF2_AttributeList_New()) {
  if (attributes_ == nullptr) throw std::bad_alloc();
  has_keys_ = are_keys_unique(trace);
  if (!has_keys_) losses.add("keys of links", link_columns_.start.size());
  count_odd_sizes(losses);
  for (const UserColumns* const columns : {&states_, &variables_, &events_, &links_}) {
    count_empty_words(*columns, losses);
  }
  if (!options.has_user_fields) return;
  const UserColumns containers(trace, TypeKind::container);
  for (const UserColumn& column : containers.all()) {
    losses.add("user-defined fields of containers", column.count());
  }
}

// Attributes of numbers have no empty word. The size of links may have two columns.
void Otf2Events::count_empty_words(const UserColumns& columns, Losses& losses) {
  for (const UserColumn& column : columns.all()) {
    const UserColumn* const size = columns.size();
    if (size != nullptr && &column != size && column.field() == size->field()) continue;
    losses.add("empty words in user-defined fields of numbers (they come back as none)",
               column.empty_words());
  }
}

Otf2Events::~Otf2Events() { OTF2_AttributeList_Delete(attributes_); }

void Otf2Events::write(const PlannedLocation& location, OTF2_EvtWriter* writer) {
  items_.clear();
  collect_states(location.states);
  if (location.is_first) collect_others(location.container);
  std::stable_sort(items_.begin(), items_.end(), [](const Item& a, const Item& b) {
    return a.tick != b.tick ? a.tick < b.tick : a.rank() < b.rank();
  });
  for (const Item& item : items_) write(item, writer);
}

// States are in order of their starts, and each says how many are around it: those that are open
// and not around it have ended.
void Otf2Events::collect_states(const Track& track) {
  std::vector<uint64_t> open;
  const auto close = [&](std::size_t left) {
    for (; open.size() > left; open.pop_back()) {
      items_.push_back({ticks_.of(state_columns_.end[open.back()]), open.back(), What::leave});
    }
  };
  for (uint64_t row = track.first; row < track.last; ++row) {
    close(state_columns_.depth[row]);
    items_.push_back({ticks_.of(state_columns_.start[row]), row, What::enter});
    open.push_back(row);
  }
  close(0);
}

void Otf2Events::collect_others(ContainerId container) {
  for (const uint64_t row : rows_of(receives_, link_columns_.end_container, container)) {
    items_.push_back({ticks_.of(link_columns_.end[row]), row, What::receive});
  }
  for (const uint64_t row : rows_of(sends_, link_columns_.start_container, container)) {
    items_.push_back({ticks_.of(link_columns_.start[row]), row, What::send});
  }
  for (const Track& track : trace_.tracks(container)) {
    for (uint64_t row = track.first; row < track.last; ++row) {
      if (track.kind == TypeKind::variable) {
        items_.push_back({ticks_.of(variable_columns_.start[row]), row, What::metric});
      } else if (track.kind == TypeKind::event) {
        items_.push_back({ticks_.of(event_columns_.time[row]), row, What::parameter});
      }
    }
  }
}

void Otf2Events::write(const Item& item, OTF2_EvtWriter* writer) {
  check_written(OTF2_AttributeList_RemoveAllAttributes(attributes_));
  if (item.what == What::enter) {
    add_fields(states_, item.row);
    check_written(
        OTF2_EvtWriter_Enter(writer, attributes_, item.tick, state_columns_.value[item.row].index));
  } else if (item.what == What::leave) {
    check_written(
        OTF2_EvtWriter_Leave(writer, nullptr, item.tick, state_columns_.value[item.row].index));
  } else if (item.what == What::metric) {
    add_fields(variables_, item.row);
    const OTF2_Type type = OTF2_TYPE_DOUBLE;
    OTF2_MetricValue value;
    value.floating_point = variable_columns_.value[item.row];
    check_written(OTF2_EvtWriter_Metric(writer, attributes_, item.tick,
                                        type_number(TypeKind::variable, item.row), 1, &type,
                                        &value));
  } else if (item.what == What::parameter) {
    add_fields(events_, item.row);
    check_written(OTF2_EvtWriter_ParameterString(
        writer, attributes_, item.tick, type_number(TypeKind::event, item.row),
        names_.strings(trace_[event_columns_.value[item.row]].name.text)));
  } else {
    write_message(item, writer);
  }
}

// The tag is the number of the link, so that sends and receives are paired as the trace has them,
// also where messages overtake each other.
void Otf2Events::write_message(const Item& item, OTF2_EvtWriter* writer) {
  const uint64_t row = item.row;
  const auto tag = static_cast<uint32_t>(row);
  const OTF2_CommRef comm = type_number(TypeKind::link, row);
  const uint64_t size = size_of(row);
  if (item.what == What::receive) {
    check_written(OTF2_EvtWriter_MpiRecv(
        writer, nullptr, item.tick, plan_.first_location[link_columns_.start_container[row].index],
        comm, tag, size));
    return;
  }
  add_fields(links_, row);
  add_text(kTypeMark, trace_[trace_.track_of(TypeKind::link, row).type].name.text);
  add_text(kValueMark, trace_[link_columns_.value[row]].name.text);
  if (has_keys_) add_text(kKeyMark, trace_.link_key(row).text);
  check_written(OTF2_EvtWriter_MpiSend(writer, attributes_, item.tick,
                                       plan_.first_location[link_columns_.end_container[row].index],
                                       comm, tag, size));
}

// 0 stands for what no message of OTF2 can say.
uint64_t Otf2Events::size_of(uint64_t row) const {
  const UserColumn* const sizes = links_.size();
  const uint64_t place = sizes == nullptr ? UserColumn::kNoPlace : sizes->place(row);
  if (place == UserColumn::kNoPlace) return 0;
  if (sizes->type() != UserType::integer) return whole_size(sizes->number(place)).value_or(0);
  return static_cast<uint64_t>(std::max<int64_t>(sizes->integers()[place], 0));
}

void Otf2Events::count_odd_sizes(Losses& losses) const {
  const UserColumn* const sizes = links_.size();
  if (sizes == nullptr) return;
  uint64_t odd = 0;
  const uint64_t places =
      sizes->integers().size() + sizes->numbers().size() + sizes->texts().size();
  for (uint64_t place = 0; place < places; ++place) {
    odd += sizes->type() == UserType::integer ? sizes->integers()[place] < 0
                                              : !whole_size(sizes->number(place));
  }
  losses.add("sizes of links that are no whole numbers of bytes (0 stands for them)", odd);
}

void Otf2Events::add_fields(const UserColumns& columns, uint64_t row) {
  for (const UserColumn& column : columns.all()) {
    const uint64_t place = column.place(row);
    if (place == UserColumn::kNoPlace) continue;
    // A message has a place for it, but also if it is none.
    if (&column == columns.size()) {
      add_text(kSizeMark, column.field());
      continue;
    }
    const uint32_t name = names_.strings(column.field());
    if (column.type() == UserType::integer) {
      check_written(OTF2_AttributeList_AddInt64(
          attributes_, names_.attributes(name, OTF2_TYPE_INT64), column.integers()[place]));
    } else if (column.type() == UserType::number) {
      check_written(OTF2_AttributeList_AddDouble(
          attributes_, names_.attributes(name, OTF2_TYPE_DOUBLE), column.numbers()[place]));
    } else {
      check_written(OTF2_AttributeList_AddStringRef(attributes_,
                                                    names_.attributes(name, OTF2_TYPE_STRING),
                                                    names_.strings(column.texts()[place])));
    }
  }
}

void Otf2Events::add_text(const char* name, std::string_view text) {
  check_written(OTF2_AttributeList_AddStringRef(
      attributes_, names_.attributes(names_.strings(name), OTF2_TYPE_STRING),
      names_.strings(text)));
}

}  // namespace paje::exchange
