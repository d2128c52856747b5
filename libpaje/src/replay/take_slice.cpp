#include "replay/take_slice.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <utility>

#include "replay/put_row.hpp"
#include "trace/trace_editor.hpp"

namespace paje {

/// Takes the rows of one history of states.
class StateTaker {
 public:
  explicit StateTaker(StateHistory& history) : history_(history) {}

  [[nodiscard]] uint64_t rows() const { return history_.rows.size() - history_.taken_.size(); }

  void take(StoredStates& columns, uint64_t first, UserFields& fields) {
    const std::size_t before = history_.taken_.size();
    for (std::size_t row = before; row < history_.rows.size(); ++row) {
      put_row(columns, first + (row - before), history_.rows[row]);
    }
    if (!columns.user.empty()) take_references(columns, first);
    find_late(before);
    for (const std::size_t row : history_.stack_) {
      if (row < before) continue;
      const uint64_t at = first + (row - before);
      columns.end[at] = columns.start[at];
      unended.push_back(at);
      if (!columns.user.empty()) columns.user[at] = UserFields::kNone;
    }
    number_open_rows(before);
    UserFields kept = history_.keep_open_rows();
    fields = std::exchange(history_.user_fields, std::move(kept));
  }

  std::vector<uint64_t> unended;
  std::vector<LateState> late;
  UserFields late_fields;

 private:
  void take_references(StoredStates& columns, uint64_t first) const {
    for (std::size_t row = history_.taken_.size(); row < history_.rows.size(); ++row) {
      columns.user[first++] = row < history_.user.size() ? history_.user[row] : UserFields::kNone;
    }
  }
  // Those of the first `before` rows that are not open any more.
  void find_late(std::size_t before) {
    auto open = history_.stack_.begin();
    for (std::size_t row = 0; row < before; ++row) {
      if (open != history_.stack_.end() && *open == row) {
        ++open;
        continue;
      }
      const UserFields::Reference user =
          row < history_.user.size() ? history_.user[row] : UserFields::kNone;
      const StateRow& ended = history_.rows[row];
      late.push_back({history_.container, history_.type, history_.taken_[row], ended.start,
                      ended.end, ended.value, ended.depth,
                      late_fields.add_from(history_.user_fields, user)});
    }
  }
  void number_open_rows(std::size_t before) {
    std::vector<uint64_t> numbers;
    for (const std::size_t row : history_.stack_) {
      numbers.push_back(row < before ? history_.taken_[row]
                                     : history_.rows_taken_ + (row - before));
    }
    history_.rows_taken_ += history_.rows.size() - before;
    history_.taken_ = std::move(numbers);
  }

  StateHistory& history_;
};

namespace {

class SliceTaking {
 public:
  SliceTaking(std::span<History* const> histories, const std::vector<Type>& types,
              ThreadPool& parallel)
      : types_(types), parallel_(parallel) {
    for (History* history : histories) {
      const uint64_t rows = rows_to_take(*history, kind_of(*history));
      if (rows == 0) {
        late_only_.push_back(history);
        continue;
      }
      taken_.push_back(history);
      slice_.data.tracks.all.push_back(
          {history->container, history->type, kind_of(*history), 0, rows});
    }
  }

  Slice take() {
    number_rows(slice_.data.tracks);
    make_room();
    store_link_keys();
    slice_.data.user_fields.resize(taken_.size());
    parallel_.for_each(taken_.size(), [&](std::size_t i) { take_rows(i); });
    for (History* history : late_only_) take_late(*history);
    std::sort(slice_.open.begin(), slice_.open.end());
    return std::move(slice_);
  }

 private:
  [[nodiscard]] TypeKind kind_of(const History& history) const {
    return types_[history.type.index].kind;
  }
  void make_room();
  void store_link_keys();
  void take_rows(std::size_t track);
  void take_late(History& history);
  void add_late(StateTaker& taker);

  const std::vector<Type>& types_;
  ThreadPool& parallel_;
  std::vector<History*> taken_, late_only_;
  Slice slice_;
  std::mutex late_;
};

void SliceTaking::make_room() {
  std::array<bool, 5> has_fields{};
  for (std::size_t i = 0; i < taken_.size(); ++i) {
    bool& has_some = has_fields[static_cast<std::size_t>(kind_of(*taken_[i]))];
    has_some = has_some || has_user_fields(*taken_[i], kind_of(*taken_[i]));
  }
  make_columns(slice_.data, has_fields);
}

void SliceTaking::store_link_keys() {
  StoredLinks& links = slice_.data.links;
  links.key_begin.push_back(0);
  for (std::size_t i = 0; i < taken_.size(); ++i) {
    if (slice_.data.tracks.all[i].kind != TypeKind::link) continue;
    const auto& history = static_cast<const LinkHistory&>(*taken_[i]);
    for (std::size_t row = 0; row < history.rows.size(); ++row) {
      const LinkKey& key = history.key(row);
      if (key.quoted()) links.key_text.push_back('"');
      links.key_text.append(key.text().data(), key.text().size());
      if (key.quoted()) links.key_text.push_back('"');
      links.key_begin.push_back(links.key_text.size());
    }
  }
}

// The first `count` rows of a history that has no late ones.
template <class HistoryType, class Columns>
void take_first(const HistoryType& history, uint64_t first, std::size_t count, Columns& columns) {
  for (std::size_t row = 0; row < count; ++row) put_row(columns, first + row, history.rows[row]);
  if (columns.user.empty()) return;
  for (std::size_t row = 0; row < count; ++row) {
    columns.user[first + row] = row < history.user.size() ? history.user[row] : UserFields::kNone;
  }
}

void SliceTaking::take_rows(std::size_t i) {
  TraceData& data = slice_.data;
  const Track& track = data.tracks.all[i];
  UserFields& fields = data.user_fields[i];
  switch (track.kind) {
    case TypeKind::state: {
      StateTaker taker(static_cast<StateHistory&>(*taken_[i]));
      taker.take(data.states, track.first, fields);
      return add_late(taker);
    }
    case TypeKind::variable: {
      auto& history = static_cast<VariableHistory&>(*taken_[i]);
      take_first(history, track.first, track.size(), data.variables);
      UserFields kept = history.keep_open_rows();
      fields = std::exchange(history.user_fields, std::move(kept));
      return;
    }
    case TypeKind::event: {
      auto& history = static_cast<EventHistory&>(*taken_[i]);
      take_first(history, track.first, track.size(), data.events);
      history.forget_rows();
      fields = std::exchange(history.user_fields, {});
      return;
    }
    default: {
      auto& history = static_cast<LinkHistory&>(*taken_[i]);
      take_first(history, track.first, track.size(), data.links);
      UserFields kept = history.keep_fields_of_halves();
      fields = std::exchange(history.user_fields, std::move(kept));
      history.forget_links();
    }
  }
}

void SliceTaking::add_late(StateTaker& taker) {
  if (taker.late.empty() && taker.unended.empty()) return;
  const std::lock_guard lock(late_);
  slice_.open.insert(slice_.open.end(), taker.unended.begin(), taker.unended.end());
  for (LateState& late : taker.late) {
    late.user = slice_.late_fields.add_from(taker.late_fields, late.user);
    slice_.late.push_back(late);
  }
}

void SliceTaking::take_late(History& history) {
  if (kind_of(history) != TypeKind::state) return;
  StoredStates none;
  UserFields fields;
  StateTaker taker(static_cast<StateHistory&>(history));
  taker.take(none, 0, fields);
  add_late(taker);
}

}  // namespace

uint64_t rows_to_take(History& history, TypeKind kind) {
  switch (kind) {
    case TypeKind::state:
      return StateTaker(static_cast<StateHistory&>(history)).rows();
    case TypeKind::variable:
      return static_cast<VariableHistory&>(history).complete_rows();
    case TypeKind::event:
      return static_cast<EventHistory&>(history).rows.size();
    default:
      return static_cast<LinkHistory&>(history).rows.size();
  }
}

Slice take_slice(std::span<History* const> histories, const std::vector<Type>& types,
                 ThreadPool& parallel) {
  return SliceTaking(histories, types, parallel).take();
}

}  // namespace paje
