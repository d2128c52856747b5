#include "sql/object_scan.hpp"

#include <algorithm>

namespace paje::tools {

namespace {

template <class Id>
bool is_in(const std::optional<std::vector<Id>>& ids, Id id) {
  return !ids || std::binary_search(ids->begin(), ids->end(), id);
}

}  // namespace

// Makes sure of rows before their columns are read.
void ObjectScan::load(RowRange rows) const {
  const Trace& trace = facts_.trace();
  if (kind_ == TypeKind::state) static_cast<void>(trace.states(rows));
  if (kind_ == TypeKind::variable) static_cast<void>(trace.variables(rows));
  if (kind_ == TypeKind::event) static_cast<void>(trace.events(rows));
  if (kind_ == TypeKind::link) static_cast<void>(trace.links(rows));
}

void ObjectScan::load_more(Stretch& stretch) const {
  const uint64_t rows = std::min(stretch.piece, stretch.range.last - stretch.range.first);
  stretch.loaded = stretch.range.first + rows;
  stretch.piece *= kGrowth;
  load({stretch.range.first, stretch.loaded});
}

void ObjectScan::begin(Selection selection, ScanOrder order, bool reads_rows) {
  selection_ = std::move(selection);
  reads_rows_ = reads_rows || order.tracks == ScanOrder::Tracks::start || selection_.values ||
                !selection_.bounds.empty();
  order_ = order;
  row_ = kEnd;
  last_ = 0;
  track_ = nullptr;
  has_no_filter_ = false;
  next_listed_ = end_listed_ = nullptr;
  stretch_ = {};
  tracks_ = {};
  next_list_ = 0;
  is_value_wanted_.clear();
  if (selection_.is_empty) return;
  if (selection_.values) {
    is_value_wanted_.resize(facts_.trace().values().size());
    for (const ValueId value : *selection_.values) {
      if (value.index < is_value_wanted_.size()) is_value_wanted_[value.index] = true;
    }
    if (is_value_wanted_.empty()) return;
  }
  if (selection_.row) {
    // SQLite checks whatever else is asked of the one row.
    if (*selection_.row < row_count(facts_.trace(), kind_)) row_ = *selection_.row;
    if (row_ != kEnd) load({row_, row_ + 1});
    last_ = 0;
    return;
  }
  if (order_.over_all_by_value()) {
    load({0, row_count(facts_.trace(), kind_)});
    choose_value_rows();
  } else {
    choose_tracks();
  }
  find_next();
}

const Track& ObjectScan::track() {
  if (track_ == nullptr || row_ < track_->first || row_ >= track_->last) {
    track_ = &facts_.track_of(kind_, row_);
  }
  return *track_;
}

void ObjectScan::choose_tracks() {
  const Trace& trace = facts_.trace();
  tracks_ = facts_.tracks(kind_);
  if (selection_.containers || selection_.types) {
    some_tracks_.clear();
    const auto add = [&](std::span<const Track> tracks) {
      for (const Track& track : tracks) {
        if (track.kind == kind_ && is_in(selection_.types, track.type))
          some_tracks_.push_back(track);
      }
    };
    if (selection_.containers) {
      for (const ContainerId container : *selection_.containers) {
        if (container.index < trace.containers().size()) add(trace.tracks(container));
      }
    } else {
      add(tracks_);
    }
    tracks_ = some_tracks_;
  }
  order_tracks();
  if (order_.tracks != ScanOrder::Tracks::start) return;
  stretches_.clear();
  heads_ = {};
  for (const Track& track : tracks_) {
    stretches_.push_back(stretch_of(track));
    push_head(stretches_.size() - 1);
  }
}

void ObjectScan::order_tracks() {
  using Tracks = ScanOrder::Tracks;
  if (!order_.by_track() || (order_.tracks == Tracks::id && !order_.is_falling)) return;
  std::vector<Track> ordered(tracks_.begin(), tracks_.end());
  const auto sort_by = [&](const auto& key) {
    std::stable_sort(ordered.begin(), ordered.end(), [&](const Track& a, const Track& b) {
      return order_.is_falling ? key(b) < key(a) : key(a) < key(b);
    });
  };
  const Trace& trace = facts_.trace();
  switch (order_.tracks) {
    case Tracks::name:
      sort_by([&](const Track& track) { return trace[track.container].name.text; });
      break;
    case Tracks::path:
      sort_by([&](const Track& track) { return facts_.path(track.container); });
      break;
    case Tracks::type:
      sort_by([&](const Track& track) { return track.type; });
      break;
    case Tracks::type_name:
      sort_by([&](const Track& track) { return trace[track.type].name.text; });
      break;
    default:
      sort_by([&](const Track& track) { return track.container; });
  }
  some_tracks_ = std::move(ordered);
  tracks_ = some_tracks_;
}

void ObjectScan::order_rows(Stretch& stretch) {
  const bool by_id = order_.rows == ScanOrder::Rows::value;
  const auto ranks = facts_.value_ranks(by_id ? ByValue::id : ByValue::name);
  if (!stretch.is_listed) {
    for (uint64_t row = stretch.range.first; row < stretch.range.last; ++row) {
      stretch.rows.push_back(row);
    }
    stretch.is_listed = true;
  }
  const auto rank = [&](uint64_t row) { return ranks[columns_.value[row].index]; };
  std::stable_sort(stretch.rows.begin(), stretch.rows.end(), [&](uint64_t a, uint64_t b) {
    return order_.is_falling ? rank(b) < rank(a) : rank(a) < rank(b);
  });
}

void ObjectScan::choose_value_rows() {
  const ByValue order = order_.tracks == ScanOrder::Tracks::value ? ByValue::id : ByValue::name;
  const RowsByValue& by_value = facts_.rows_by_value(kind_, order);
  rows_by_value_ = by_value.rows;
  value_ranges_.clear();
  next_range_ = 0;
  if (!selection_.values && !order_.is_falling) {
    value_ranges_.push_back({0, rows_by_value_.size()});
  } else {
    if (!selection_.values) value_ranges_ = by_value.of_value;
    for (const ValueId value : selection_.values.value_or(std::vector<ValueId>{})) {
      if (value.index < by_value.of_value.size()) {
        value_ranges_.push_back(by_value.of_value[value.index]);
      }
    }
    // Values of one name share a range.
    const auto less = [](const RowRange& a, const RowRange& b) { return a.first < b.first; };
    const auto same = [](const RowRange& a, const RowRange& b) { return a.first == b.first; };
    std::erase_if(value_ranges_, [](const RowRange& range) { return range.empty(); });
    std::sort(value_ranges_.begin(), value_ranges_.end(), less);
    value_ranges_.erase(std::unique(value_ranges_.begin(), value_ranges_.end(), same),
                        value_ranges_.end());
    if (order_.is_falling) std::reverse(value_ranges_.begin(), value_ranges_.end());
  }
  next_in_range_ = value_ranges_.empty() ? 0 : value_ranges_.front().first;
}

ObjectScan::Stretch ObjectScan::stretch_of(const Track& track) const {
  const Trace& trace = facts_.trace();
  Stretch stretch;
  stretch.range = {track.first, track.last};
  if (!selection_.has_times()) return stretch;
  if (kind_ == TypeKind::link) {
    if (!facts_.links_are_ordered_by_end()) return stretch;
    // A link that starts late ends late.
    const auto end = trace.links().end;
    const auto begin = end.begin();
    const double from = std::max(selection_.end_from, selection_.start_from);
    const auto first = begin + static_cast<std::ptrdiff_t>(track.first);
    const auto last = begin + static_cast<std::ptrdiff_t>(track.last);
    stretch.range.first = static_cast<uint64_t>(std::lower_bound(first, last, from) - begin);
    stretch.range.last =
        static_cast<uint64_t>(std::upper_bound(first, last, selection_.end_to) - begin);
    if (stretch.range.last < stretch.range.first) stretch.range.last = stretch.range.first;
    return stretch;
  }
  // What starts late ends late, and what ends early starts early.
  const double to = std::min(selection_.start_to, selection_.end_to);
  stretch.range = selection_.start_from > to ? RowRange{track.first, track.first}
                                             : trace.starting_in(track, selection_.start_from, to);
  if (selection_.end_from <= selection_.start_from || kind_ == TypeKind::event) return stretch;
  stretch.is_listed = true;
  trace.for_each_overlapping(track, selection_.end_from, to, [&](uint64_t row) {
    if (row >= stretch.range.first && row < stretch.range.last) stretch.rows.push_back(row);
  });
  return stretch;
}

bool ObjectScan::is_kept(uint64_t row) const {
  return (is_value_wanted_.empty() || is_value_wanted_[columns_.value[row].index]) &&
         is_within_bounds(row);
}

// What is not a number is NULL for SQLite, within no bounds.
bool ObjectScan::is_within_bounds(uint64_t row) const {
  return std::all_of(selection_.bounds.begin(), selection_.bounds.end(), [&](const Bounds& bounds) {
    const double number = number_of(bounds.field, row);
    return number >= bounds.from && number <= bounds.to;
  });
}

double ObjectScan::number_of(Field field, uint64_t row) const {
  switch (field) {
    case Field::start:
      return columns_.start[row];
    case Field::end:
      return columns_.end[row];
    case Field::number:
      return columns_.number[row];
    case Field::depth:
      return columns_.depth[row];
    default:
      return columns_.end[row] - columns_.start[row];
  }
}

uint64_t ObjectScan::next_of(Stretch& stretch) {
  if (stretch.is_listed) {
    while (stretch.next < stretch.rows.size()) {
      const uint64_t row = stretch.rows[stretch.next++];
      if (is_kept(row)) return row;
    }
    return kEnd;
  }
  while (!stretch.range.empty()) {
    if (stretch.range.first >= stretch.loaded) load_more(stretch);
    const uint64_t row = stretch.range.first++;
    if (is_kept(row)) return row;
  }
  return kEnd;
}

void ObjectScan::find_next() {
  if (order_.tracks == ScanOrder::Tracks::start) return next_by_start();
  if (order_.over_all_by_value()) return next_by_value();
  if (selection_.row) {
    row_ = kEnd;
    return;
  }
  if (has_no_filter_) stretch_.range.first = last_;  // next() has walked up to it
  do {
    row_ = next_of(stretch_);
  } while (row_ == kEnd && next_of_track());
  last_ = stretch_.loaded;
}

bool ObjectScan::next_of_track() {
  if (next_list_ == tracks_.size()) {
    has_no_filter_ = false;
    return false;
  }
  track_ = &tracks_[next_list_++];
  stretch_ = stretch_of(*track_);
  if (!reads_rows_) stretch_.loaded = stretch_.range.last;
  if (order_.rows != ScanOrder::Rows::start) {
    load(stretch_.range);
    order_rows(stretch_);
  }
  has_no_filter_ = !stretch_.is_listed && is_value_wanted_.empty() && selection_.bounds.empty();
  return true;
}

void ObjectScan::push_head(std::size_t stretch) {
  const uint64_t row = next_of(stretches_[stretch]);
  if (row == kEnd) return;
  heads_.push({columns_.start[row], row, stretch});
}

void ObjectScan::next_by_start() {
  row_ = kEnd;
  if (selection_.row || heads_.empty()) return;
  const Head head = heads_.top();
  heads_.pop();
  row_ = head.row;
  push_head(head.stretch);
}

bool ObjectScan::is_wanted(uint64_t row) {
  if (!is_within_bounds(row)) return false;
  if (!selection_.containers && !selection_.types) return true;
  if (track_ == nullptr || row < track_->first || row >= track_->last) {
    track_ = &facts_.track_of(kind_, row);
  }
  return is_in(selection_.types, track_->type) && is_in(selection_.containers, track_->container);
}

void ObjectScan::next_by_value() {
  row_ = kEnd;
  if (selection_.row) return;
  const bool is_checked = selection_.containers || selection_.types || !selection_.bounds.empty();
  while (next_range_ < value_ranges_.size()) {
    if (!is_checked && next_in_range_ < value_ranges_[next_range_].last) {
      next_listed_ = rows_by_value_.data() + next_in_range_;
      end_listed_ = rows_by_value_.data() + value_ranges_[next_range_].last;
      next_in_range_ = value_ranges_[next_range_].last;
      row_ = *next_listed_++;
      return;
    }
    while (next_in_range_ < value_ranges_[next_range_].last) {
      const uint64_t row = rows_by_value_[next_in_range_++];
      if (!is_wanted(row)) continue;
      row_ = row;
      return;
    }
    if (++next_range_ < value_ranges_.size()) next_in_range_ = value_ranges_[next_range_].first;
  }
}

}  // namespace paje::tools
