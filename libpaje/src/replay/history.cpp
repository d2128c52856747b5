#include "replay/history.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "event/quote_text.hpp"
#include "replay/history_loop.hpp"

namespace paje {

namespace {

constexpr double kOpen = std::numeric_limits<double>::quiet_NaN();

}  // namespace

std::string time_text(double time) { return fmt::format("{}", time); }

std::string a_type_for(EventKind kind) {
  const TypeKind wanted = type_kind(kind);
  return (wanted == TypeKind::event ? "an " : "a ") + std::string(spelling(wanted)) + " type";
}

void History::Step::refuse(Rule rule, FieldName field, std::string found, std::string expected,
                           Repair repair) const {
  problems.push_back({position(run.names.chunk, record.event()),
                      {.rule = rule,
                       .line_offset = run.chunk.offset(record.event()),
                       .at = Problem::At::field,
                       .field = field,
                       .found = std::move(found),
                       .expected = std::move(expected),
                       .repair = repair}});
}

void History::Step::refuse_time(double last) const {
  refuse(Rule::not_time_ordered, FieldName::time, time_text(record.time),
         "a time not before " + time_text(last) + ", the last one in this container and type");
}

UserFields::Reference History::keep_user_fields(const Step& step, UserFields::Reference before) {
  if (!keeps_user_fields(step)) return before;
  const auto [definition, words] = step.run.chunk.user_words(step.record.event());
  return user_fields.add(words, definition, before);
}

void History::refuse_kind(const Step& step, TypeKind kind) const {
  const Type& mine = step.hierarchy.types[type.index];
  step.refuse(Rule::wrong_kind_of_type, FieldName::type, std::string(mine.identifier.text),
              a_type_for(step.record.kind()) + ", not the " + std::string(spelling(kind)) +
                  " type " + quoted(mine.name.text));
}

template class HistoryOf<StateHistory, StateRow>;
template class HistoryOf<VariableHistory, VariableRow>;
template class HistoryOf<EventHistory, EventRow>;

std::unique_ptr<History> make_history(ContainerId container, TypeId type, TypeKind kind,
                                      SegmentPool& pool) {
  switch (kind) {
    case TypeKind::state:
      return std::make_unique<StateHistory>(container, type, pool);
    case TypeKind::variable:
      return std::make_unique<VariableHistory>(container, type, pool);
    case TypeKind::event:
      return std::make_unique<EventHistory>(container, type, pool);
    case TypeKind::link:
      return std::make_unique<LinkHistory>(container, type, pool);
    case TypeKind::container:
      break;
  }
  return nullptr;
}

// States.

bool StateHistory::apply(const Step& step) {
  const Record& record = step.record;
  if (!(record.time >= last_)) {
    step.refuse_time(last_);
    return false;
  }
  const bool nests = this->nests(step.options);
  ValueId opened;
  std::size_t depth = 0;
  switch (record.kind()) {
    case EventKind::push_state:
      if (!nests && !stack_.empty()) {
        close_row(stack_.back(), record.time);
        add_user_fields(step, stack_.back());
      }
      opened = step.run.names.values[record.content];
      depth = stack_.size();
      break;
    case EventKind::set_state:
      close_all(record.time);
      opened = step.run.names.values[record.content];
      break;
    case EventKind::reset_state:
      close_all(record.time);
      return true;
    default: {
      if (stack_.empty()) {
        refuse_pop(step);
        return false;
      }
      close_row(stack_.back(), record.time);
      add_user_fields(step, stack_.back());
      stack_.pop_back();
      if (nests || stack_.empty()) return true;
      const StateRow& below = rows[stack_.back()];
      stack_.pop_back();
      opened = below.value;
      depth = below.depth;
    }
  }
  open(step, opened, static_cast<uint32_t>(depth));
  return true;
}

void StateHistory::refuse_pop(const Step& step) const {
  step.refuse(Rule::pop_on_empty_stack, FieldName::container,
              std::string(step.hierarchy.containers[container.index].identifier.text),
              "a state to be open in this container");
}

inline void StateHistory::open(const Step& step, ValueId opened, uint32_t at_depth) {
  const StateRow row{.start = step.record.time, .end = kOpen, .value = opened, .depth = at_depth};
  last_ = step.record.time;
  // Where complete ones are forgotten, the open ones are all rows.
  newest_ = keeps_objects ? rows.size() : stack_.size();
  stack_.push_back(newest_);
  if (newest_ < rows.size()) {
    rows[newest_] = row;
  } else {
    add_row(step, row);
  }
}

void StateHistory::close_row(std::size_t row, double time) {
  rows[row].end = time;
  if (row == newest_) last_ = time;
}

void StateHistory::close_all(double time) {
  for (const std::size_t row : stack_) close_row(row, time);
  stack_.clear();
}

// What began after stop_at lasts no time.
void StateHistory::close(double time) {
  for (const std::size_t row : stack_) close_row(row, std::max(rows[row].start, time));
  stack_.clear();
}

// Variables.

bool VariableHistory::apply(const Step& step) {
  const Record& record = step.record;
  if (!rows.empty() && !(record.time >= rows.back().start)) {
    step.refuse_time(rows.back().start);
    return false;
  }
  double next = step.run.chunk.numbers[record.content];
  if (record.kind() != EventKind::set_variable) {
    const double before = open_ ? rows.back().value : 0;
    if (!open_) {
      step.refuse(Rule::variable_without_value, FieldName::container,
                  std::string(step.hierarchy.containers[container.index].identifier.text),
                  "a PajeSetVariable before in this container", Repair::counted_from_zero);
      if (!step.options.on_problem) return false;
    }
    next = record.kind() == EventKind::add_variable ? before + next : before - next;
  }
  if (open_ && record.time == rows.back().start) {
    rows.back().value = next;
    return true;
  }
  const VariableRow row{.start = record.time, .end = kOpen, .value = next};
  if (open_) rows.back().end = record.time;
  if (open_ && !keeps_objects) {
    rows.back() = row;
  } else {
    add_row(step, row);
  }
  open_ = true;
  return true;
}

void VariableHistory::close(double time) {
  if (open_) rows.back().end = std::max(rows.back().start, time);
  open_ = false;
}

// Punctual events.

bool EventHistory::apply(const Step& step) {
  const Record& record = step.record;
  if (!(record.time >= last_)) {
    step.refuse_time(last_);
    return false;
  }
  last_ = record.time;
  if (keeps_objects) {
    add_row(step, {.start = record.time, .value = step.run.names.values[record.content]});
  }
  return true;
}

}  // namespace paje
