#include "replay/make_trace.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "replay/put_row.hpp"
#include "trace/trace_editor.hpp"

namespace paje {

namespace {

// Moves the rows of a history to `columns`, from row `first` on. What was moved is forgotten as
// soon as it was, so that little of it ever exists twice.
template <class HistoryType, class Columns>
void move_rows(HistoryType& history, uint64_t first, Columns& columns, ThreadPool& parallel) {
  auto& rows = history.rows;
  const std::size_t count = rows.size();
  const auto move_segment = [&](std::size_t segment) {
    uint64_t at = first + segment * rows.kSegmentRows;
    for (const auto& row : rows.segment(segment)) put_row(columns, at++, row);
    rows.forget_segment(segment);
  };
  if (rows.segments() == 1) {
    move_segment(0);
  } else {
    parallel.for_each(rows.segments(), move_segment);
  }
  if (!columns.user.empty()) {
    const auto mine = columns.user.begin() + first;
    std::fill(mine, mine + count, UserFields::kNone);
    std::copy(history.user.begin(), history.user.end(), mine);
  }
  history.forget_rows();
}

// Moves the objects of a trace's histories to its columns.
class ObjectMover {
 public:
  ObjectMover(std::vector<std::unique_ptr<History>> histories, TraceData& data,
              ThreadPool& parallel)
      : histories_(std::move(histories)), data_(data), parallel_(parallel) {}

  void run() {
    number_rows(data_.tracks);
    make_room();
    // The keys of links are one piece of work, all rows but theirs another one.
    parallel_.both([this] { store_link_keys(); },
                   [this] { store_rows([](TypeKind kind) { return kind != TypeKind::link; }); });
    store_rows([](TypeKind kind) { return kind == TypeKind::link; });
    find_block_ends(data_, parallel_);
    data_.user_fields.reserve(histories_.size());
    for (auto& history : histories_) data_.user_fields.push_back(std::move(history->user_fields));
  }

 private:
  /// The columns, their values not set.
  void make_room();
  void store_link_keys();
  /// Of the tracks whose kind is meant.
  template <class Kinds>
  void store_rows(Kinds&& is_meant);

  std::vector<std::unique_ptr<History>> histories_;
  TraceData& data_;
  ThreadPool& parallel_;
};

void ObjectMover::make_room() {
  std::array<bool, 5> has_fields{};
  for (std::size_t i = 0; i < data_.tracks.all.size(); ++i) {
    bool& has_some = has_fields[static_cast<std::size_t>(data_.tracks.all[i].kind)];
    has_some = has_some || has_user_fields(*histories_[i], data_.tracks.all[i].kind);
  }
  make_columns(data_, has_fields);
}

void ObjectMover::store_link_keys() {
  const auto for_each_history = [&](auto&& use) {
    for (std::size_t i = 0; i < data_.tracks.all.size(); ++i) {
      if (data_.tracks.all[i].kind == TypeKind::link)
        use(static_cast<LinkHistory&>(*histories_[i]));
    }
  };
  data_.links.key_begin.resize_uninitialized(data_.links.start.size() + 1);
  uint64_t* begin = data_.links.key_begin.data();
  *begin = 0;
  for_each_history([&begin](LinkHistory& history) {
    history.forget_matching();
    for (std::size_t row = 0; row < history.rows.size(); ++row, ++begin) {
      const LinkKey& key = history.key(row);
      begin[1] = begin[0] + key.text().size() + (key.quoted() ? 2 : 0);
    }
  });
  data_.links.key_text.resize_uninitialized(*begin);
  char* text = data_.links.key_text.data();
  for_each_history([&text](LinkHistory& history) {
    for (std::size_t row = 0; row < history.rows.size(); ++row) {
      const LinkKey& key = history.key(row);
      const std::string_view bare = key.text();
      if (key.quoted()) *text++ = '"';
      text = std::copy(bare.begin(), bare.end(), text);
      if (key.quoted()) *text++ = '"';
    }
    history.forget_keys();
  });
}

template <class Kinds>
void ObjectMover::store_rows(Kinds&& is_meant) {
  parallel_.for_each(data_.tracks.all.size(), [&](std::size_t i) {
    const Track& track = data_.tracks.all[i];
    if (!is_meant(track.kind)) return;
    History& history = *histories_[i];
    switch (track.kind) {
      case TypeKind::state:
        return move_rows(static_cast<StateHistory&>(history), track.first, data_.states, parallel_);
      case TypeKind::variable:
        return move_rows(static_cast<VariableHistory&>(history), track.first, data_.variables,
                         parallel_);
      case TypeKind::event:
        return move_rows(static_cast<EventHistory&>(history), track.first, data_.events, parallel_);
      case TypeKind::link:
        return move_rows(static_cast<LinkHistory&>(history), track.first, data_.links, parallel_);
      case TypeKind::container:
        return;
    }
  });
}

}  // namespace

void move_objects(std::vector<std::unique_ptr<History>> histories, TraceData& data,
                  ThreadPool& parallel) {
  ObjectMover(std::move(histories), data, parallel).run();
}

}  // namespace paje
