// The history of one (container, type): what its events make of it, in order. Histories share
// nothing that changes, so they can be replayed at the same time.
//
// What an event may not do is the reference's rule: come before the end of the last object stored,
// or before its start while it is open (for links: before either end).
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/pod_vector.hpp"
#include "base/segmented_vector.hpp"
#include "event/problem.hpp"
#include "paje/read.hpp"
#include "paje/trace.hpp"
#include "paje/type_kind.hpp"
#include "pipeline/trace_files.hpp"
#include "records/chunk_records.hpp"
#include "replay/hierarchy.hpp"
#include "replay/link_key_table.hpp"
#include "replay/object_rows.hpp"
#include "replay/recent_keys.hpp"
#include "replay/run.hpp"
#include "selection/object_filter.hpp"
#include "trace/user_fields.hpp"

namespace paje {

struct PlacedProblem {
  Position at = 0;
  Problem problem;
};

/// A link with one half only.
struct HalfLink {
  ContainerId container;
  TypeId type;
  std::string key;
  bool is_start = true;
  Position at = 0;
  const TraceFile* file = nullptr;
  uint64_t line = 0;  ///< of the file; 0 if it has none
  uint64_t byte = 0;  ///< of the file
};

class History {
 public:
  History(ContainerId of_container, TypeId of_type) : container(of_container), type(of_type) {}
  History(const History&) = delete;
  History& operator=(const History&) = delete;
  virtual ~History() = default;

  /// Applies a run; problems are appended. If strict, stops at the first.
  virtual void replay(const Run& run, const Hierarchy& hierarchy, const ReadOptions& options,
                      std::vector<PlacedProblem>& problems) = 0;
  /// Everything open closes at `time`; nothing is replayed after that.
  virtual void close(double time) = 0;
  /// See LinkHistory.
  virtual void bound_keys(const RecentKeys& used) { (void)used; }
  virtual void tell_used_keys(RecentKeys& used) { (void)used; }
  /// Half links that are waiting for their other half.
  virtual void half_links(std::vector<HalfLink>& halves) const { (void)halves; }
  /// Leaves out what is hidden after stop_at; call once, when everything is closed.
  virtual void hide_rows() = 0;
  /// Leaves out what is not selected; call once, when everything is closed. The filter knows all
  /// containers and types.
  virtual void select_rows(const ObjectFilter& filter) = 0;
  /// Hands completed objects over and forgets them: only what is open stays in memory. States come
  /// when they end, so before those around them.
  virtual void flush(const Hierarchy& hierarchy, ObjectVisitor& visitor) = 0;

  const ContainerId container;
  const TypeId type;
  double latest = 0;     ///< time of the latest event that reached it
  bool reached = false;  ///< whether one did
  /// Or they are forgotten once they are complete, and never delivered.
  bool keeps_objects = true;
  /// The reference stops every container at stop_at but the root, of whose objects it shows those
  /// up to the first that starts later. Infinite for all other containers.
  double hidden_after = std::numeric_limits<double>::infinity();

  UserFields user_fields;

 protected:
  /// One record being applied.
  struct Step {
    const Run& run;
    const Record& record;
    const Hierarchy& hierarchy;
    const ReadOptions& options;
    std::vector<PlacedProblem>& problems;

    void refuse(Rule rule, FieldName field, std::string found, std::string expected,
                Repair repair = Repair::left_out) const;
    void refuse_time(double last) const;
  };
  [[nodiscard]] bool keeps_user_fields(const Step& step) const {
    return step.options.keep_user_fields && keeps_objects;
  }
  /// Those of the event, after `before`, if they are kept.
  UserFields::Reference keep_user_fields(const Step& step, UserFields::Reference before);

  /// Whether the next row in order, which starts at `start`, is hidden after stop_at.
  bool is_hidden(double start) {
    if (past_stop_) return true;
    past_stop_ = start > hidden_after;
    return false;
  }
  /// How many of the rows are not hidden.
  template <class Row>
  std::size_t shown_rows(const SegmentedVector<Row>& rows) {
    std::size_t shown = 0;
    while (shown < rows.size() && !is_hidden(rows[shown].start)) ++shown;
    return shown;
  }

  void refuse_kind(const Step& step, TypeKind kind) const;

 private:
  bool past_stop_ = false;
};

/// What histories of all kinds replay alike (history_loop.hpp). Kind has
///   static constexpr TypeKind kKind;
///   bool apply(const Step&);   whether the event could be applied, else refused
///   class Ahead;               fetches memory for records that are not applied yet:
///     Ahead(const Kind&, const Run&);
///     void go_on(std::size_t i);   the records from the i-th on, kBlock or what there is, are next
template <class Kind, class Row>
class HistoryOf : public History {
 public:
  HistoryOf(ContainerId of_container, TypeId of_type, SegmentPool& pool)
      : History(of_container, of_type), rows(pool) {}
  void hide_rows() final { keep_rows(shown_rows(rows)); }
  void select_rows(const ObjectFilter& filter) final;
  void replay(const Run& run, const Hierarchy& hierarchy, const ReadOptions& options,
              std::vector<PlacedProblem>& problems) final;

  /// Frees what a history has, once it was moved elsewhere.
  void forget_rows() {
    rows.forget();
    user = {};
  }

  static constexpr std::size_t kBlock = 16;

  SegmentedVector<Row> rows;
  PodVector<UserFields::Reference> user;  // of each row; empty as long as none has fields

 protected:
  /// Adds a row, whose object has the event's user-defined fields after `fields`.
  void add_row(const Step& step, const Row& row, UserFields::Reference fields = UserFields::kNone) {
    rows.push_back(row);
    if (keeps_user_fields(step)) set_user_fields(rows.size() - 1, keep_user_fields(step, fields));
  }
  void add_user_fields(const Step& step, std::size_t row) {
    if (!keeps_user_fields(step)) return;
    set_user_fields(row, keep_user_fields(step, row < user.size() ? user[row] : UserFields::kNone));
  }
  void set_user_fields(std::size_t row, UserFields::Reference fields) {
    if (user.empty() && fields == UserFields::kNone) return;
    while (user.size() < rows.size()) user.push_back(UserFields::kNone);
    user[row] = fields;
  }
  void keep_rows(std::size_t count) {
    rows.shrink(count);
    if (user.empty()) return;
    PodVector<UserFields::Reference> kept;  // that it takes no more memory than it needs
    kept.append(user.data(), count);
    user = std::move(kept);
  }
};

/// Where there is nothing to fetch.
struct NothingAhead {
  NothingAhead(const History&, const Run&) {}
  void go_on(std::size_t) const {}
};

class StateHistory final : public HistoryOf<StateHistory, StateRow> {
 public:
  static constexpr TypeKind kKind = TypeKind::state;
  using HistoryOf::HistoryOf;
  void close(double time) override;
  void flush(const Hierarchy& hierarchy, ObjectVisitor& visitor) override;
  /// Ascending.
  [[nodiscard]] std::span<const std::size_t> open_rows() const { return stack_; }

 private:
  friend HistoryOf;
  bool apply(const Step& step);
  using Ahead = NothingAhead;
  void open(const Step& step, ValueId opened, uint32_t at_depth);
  void refuse_pop(const Step& step) const;
  void close_row(std::size_t row, double time);
  void close_all(double time);
  void visit_complete(const Hierarchy& hierarchy, ObjectVisitor& visitor);
  /// Only the rows that are open stay; the fields that are theirs.
  UserFields keep_open_rows();
  friend class StateTaker;

  /// Whether states nest here: the reference lets those of the root container always.
  [[nodiscard]] bool nests(const ReadOptions& options) const {
    return options.imbrication || container == kRootContainer;
  }

  static constexpr std::size_t kGone = SIZE_MAX;
  std::vector<std::size_t> stack_;  // rows that are open, outermost first
  std::vector<uint64_t> taken_;     // numbers in the track of the first rows: see take_slice()
  uint64_t rows_taken_ = 0;         // of the track
  std::size_t newest_ = kGone;      // the row that was opened last, unless it was delivered
  double last_ = -std::numeric_limits<double>::infinity();
};

class VariableHistory final : public HistoryOf<VariableHistory, VariableRow> {
 public:
  static constexpr TypeKind kKind = TypeKind::variable;
  using HistoryOf::HistoryOf;
  void close(double time) override;
  void flush(const Hierarchy& hierarchy, ObjectVisitor& visitor) override;

  [[nodiscard]] std::size_t complete_rows() const { return rows.size() - (open_ ? 1 : 0); }
  /// Only the row that is open stays; the fields that are its.
  UserFields keep_open_rows();

 private:
  friend HistoryOf;
  bool apply(const Step& step);
  using Ahead = NothingAhead;

  bool open_ = false;  // the last row is
};

class EventHistory final : public HistoryOf<EventHistory, EventRow> {
 public:
  static constexpr TypeKind kKind = TypeKind::event;
  using HistoryOf::HistoryOf;
  void close(double) override {}
  void flush(const Hierarchy& hierarchy, ObjectVisitor& visitor) override;

 private:
  friend HistoryOf;
  bool apply(const Step& step);
  using Ahead = NothingAhead;

  double last_ = -std::numeric_limits<double>::infinity();
};

class LinkHistory final : public HistoryOf<LinkHistory, LinkRow> {
 public:
  static constexpr TypeKind kKind = TypeKind::link;
  using HistoryOf::HistoryOf;
  void close(double) override {}
  void half_links(std::vector<HalfLink>& halves) const override;
  void flush(const Hierarchy& hierarchy, ObjectVisitor& visitor) override;

  /// When a link was completed, and the time of the half that did.
  struct Arrival {
    Position at;
    double time;
  };
  /// Notes that of each row from now on.
  void note_arrivals(std::vector<Arrival>& to) { arrivals_ = &to; }
  /// A half that waits for the other one.
  struct WaitingHalf {
    Position at;
    double time;
    ValueId value;
    ContainerId container;
    const LinkKey& key;
    UserFields::Reference user;
    bool is_start;
    bool twice;  ///< the same half came with this key more than once
  };
  template <class Visit>
  void for_each_waiting(Visit&& visit) const;

  /// The key of a completed link.
  [[nodiscard]] const LinkKey& key(std::size_t row) const { return keys_[rows[row].key]; }
  /// To be called before the replay if memory is not to grow with the number of links: the keys of
  /// complete links are remembered by their hashes, in `used`, which all histories share and which
  /// forgets some day; then a key that is used again goes unnoticed.
  void bound_keys(const RecentKeys& used) override { recent_keys_ = &used; }
  /// Adds those keys that this history has forgotten since; while no history is replayed.
  void tell_used_keys(RecentKeys& used) override;
  /// Frees what only the replay needs.
  void forget_matching() {
    keys_.forget_matching();
    half_of_key_.forget();
  }
  void forget_keys() { keys_.forget(); }
  /// Complete links are forgotten, and their keys after a while.
  void forget_links();
  /// The fields of the halves that are waiting, which refer to them afterwards.
  UserFields keep_fields_of_halves();

 private:
  // What is known of one half; the other completes the link.
  struct Half {
    double time;
    Position at;
    const TraceFile* file;
    uint64_t line;  ///< of the file; 0 if it has none
    uint64_t byte;  ///< of the file
    ValueId value;
    ContainerId container;
    uint32_t key;  ///< in keys_
    UserFields::Reference user;
    bool is_start;
    bool twice;  ///< the same half came before with this key: neither can be trusted
  };
  static_assert(sizeof(Half) == 64);
  static constexpr std::size_t kFewKeys = 256;
  static constexpr uint32_t kComplete = UINT32_MAX;    // the key's link is
  static constexpr uint32_t kNoHalf = UINT32_MAX - 1;  // the key was only just seen

  friend HistoryOf;
  class Ahead;
  bool apply(const Step& step);
  bool complete(const Step& step, uint32_t key, const Half& other, ContainerId end_of_half);
  [[nodiscard]] ContainerId container_of_half(const Step& step) const;
  void refuse_container(const Step& step, ContainerId found) const;
  void refuse_key(const Step& step, std::string expected) const;
  void refuse_value(const Step& step, const Half& other) const;
  uint32_t key_number(const LinkKey& key, uint32_t tag);
  uint32_t free_half();
  void forget_complete_keys();
  [[nodiscard]] uint64_t used_key(const LinkKey& key) const;

  LinkKeyTable keys_{rows.pool()};
  SegmentedVector<uint32_t> half_of_key_{rows.pool()};  // in halves_, or kComplete
  const RecentKeys* recent_keys_ = nullptr;
  std::vector<uint64_t> forgotten_;  // hashes of keys that are to be reported
  std::vector<Half> halves_;
  uint32_t free_half_ = kNoHalf;  // the first one; `key` of each is the next one then
  std::size_t waiting_ = 0;       // halves that are not free
  std::size_t near_line_ = 0;     // see EventPlaces::line()
  std::size_t near_origin_ = 0;   // see place_of()
  std::vector<Arrival>* arrivals_ = nullptr;
  double last_ = -std::numeric_limits<double>::infinity();
};

template <class Visit>
void LinkHistory::for_each_waiting(Visit&& visit) const {
  for (std::size_t key = 0; key < keys_.size(); ++key) {
    const uint32_t number = half_of_key_[key];
    if (number == kComplete || number == kNoHalf) continue;
    const Half& half = halves_[number];
    visit(WaitingHalf{half.at, half.time, half.value, half.container, keys_[key], half.user,
                      half.is_start, half.twice});
  }
}

extern template class HistoryOf<StateHistory, StateRow>;
extern template class HistoryOf<VariableHistory, VariableRow>;
extern template class HistoryOf<EventHistory, EventRow>;
extern template class HistoryOf<LinkHistory, LinkRow>;

std::unique_ptr<History> make_history(ContainerId container, TypeId type, TypeKind kind,
                                      SegmentPool& pool);

/// Calls use(history) with a history as what it is.
template <class Use>
auto as_its_kind(History& history, TypeKind kind, Use&& use) {
  switch (kind) {
    case TypeKind::state:
      return use(static_cast<StateHistory&>(history));
    case TypeKind::variable:
      return use(static_cast<VariableHistory&>(history));
    case TypeKind::event:
      return use(static_cast<EventHistory&>(history));
    case TypeKind::link:
    case TypeKind::container:  // has no history
      break;
  }
  return use(static_cast<LinkHistory&>(history));
}

/// Whether rows of a history have user-defined fields.
inline bool has_user_fields(History& history, TypeKind kind) {
  return as_its_kind(history, kind, [](const auto& typed) { return !typed.user.empty(); });
}

/// A time as messages show it.
[[nodiscard]] std::string time_text(double time);

/// `a state type`: the type that an event of a track needs, for messages.
[[nodiscard]] std::string a_type_for(EventKind kind);

}  // namespace paje
