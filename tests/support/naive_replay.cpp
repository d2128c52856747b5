#include "naive_replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace paje::testing {

namespace {

std::string object_line(const std::string& place, double start, double end,
                        const std::string& rest) {
  return fmt::format("{} {} {} {}", place, start, end, rest);
}

struct NaiveType {
  TypeKind kind;
  std::string parent;
  std::string start_type, end_type;
};
struct NaiveContainer {
  std::string type, parent;
  bool destroyed = false;
  double start = 0, end = 0, destroyed_at = 0;
  std::optional<double> latest;
};
struct Row {
  double start, end;
  std::string text;
  bool open = true;
};
struct NaiveHistory {
  std::vector<Row> rows;
  std::vector<std::size_t> stack;
  std::optional<double> value;
};
struct NaiveHalf {
  bool is_start, twice;
  double time;
  std::string value, container;
  uint64_t line;
};

class Naive {
 public:
  explicit Naive(const ReadOptions& options) : options_(options) {
    types_["0"] = {TypeKind::container, "", "", ""};
    containers_["0"] = {};
    containers_["0"].type = "0";
  }

  void apply(const Event& event) {
    event_ = &event;
    try {
      dispatch();
    } catch (Rule rule) {
      problem(event.line, rule);
    }
  }

  // An event counts, and the trace lasts at least until then.
  void reach_end() {
    if (options_.stop_at && time() > *options_.stop_at) return;
    last_ = std::max(last_.value_or(time()), time());
  }

  NaiveResult finish() {
    const double end = options_.stop_at ? *options_.stop_at : last_.value_or(0);
    for (auto& [name, container] : containers_) {
      if (!container.destroyed) close(name, end);
    }
    if (!options_.ignore_incomplete_links) {
      std::multiset<uint64_t> lines;  // all 0 if the trace is binary
      for (const auto& [key, half] : halves_) lines.insert(half.line);
      for (const uint64_t line : lines) problem(line, Rule::incomplete_link);
    }
    for (const auto& [place, history] : histories_) {
      bool past_stop = false;
      for (const Row& row : history.rows) {
        if (past_stop) break;
        past_stop = options_.stop_at && place.first == "0" && row.start > *options_.stop_at;
        result_.objects.push_back(
            object_line(place.first + '/' + place.second, row.start, row.end, row.text));
      }
    }
    for (const auto& [name, container] : containers_) {
      if (name != "0")
        result_.objects.push_back(object_line(name, container.start, container.end, ""));
    }
    std::sort(result_.objects.begin(), result_.objects.end());
    return std::move(result_);
  }

 private:
  void problem(uint64_t line, Rule rule) {
    result_.problems.push_back(fmt::format("{} {}", line, text_of(rule).name));
  }
  std::string word(FieldName name) const { return std::string(event_->field(name)->text()); }
  double time() const { return event_->field(FieldName::time)->number(); }
  std::string identifier() const {
    return word(event_->field(FieldName::alias) != nullptr ? FieldName::alias : FieldName::name);
  }
  const NaiveType& container_type(FieldName field) {
    const auto found = types_.find(word(field));
    if (found == types_.end()) throw Rule::unknown_type;
    if (found->second.kind != TypeKind::container) throw Rule::wrong_kind_of_type;
    return found->second;
  }

  void dispatch() {
    switch (event_->kind()) {
      case EventKind::define_container_type:
        return define(TypeKind::container);
      case EventKind::define_state_type:
        return define(TypeKind::state);
      case EventKind::define_variable_type:
        return define(TypeKind::variable);
      case EventKind::define_event_type:
        return define(TypeKind::event);
      case EventKind::define_link_type:
        return define(TypeKind::link);
      case EventKind::define_entity_value:
        return define_value();
      case EventKind::create_container:
        return create();
      case EventKind::destroy_container:
        return destroy();
      case EventKind::trace_file:
        return;  // whatever it says
      default:
        return happen();
    }
  }

  void define(TypeKind kind) {
    container_type(FieldName::type);
    NaiveType type{kind, word(FieldName::type), "", ""};
    if (kind == TypeKind::link) {
      container_type(FieldName::start_container_type);
      container_type(FieldName::end_container_type);
      type.start_type = word(FieldName::start_container_type);
      type.end_type = word(FieldName::end_container_type);
    }
    if (!types_.emplace(identifier(), type).second) throw Rule::duplicate_type;
  }

  void define_value() {
    const auto found = types_.find(word(FieldName::type));
    if (found == types_.end()) throw Rule::unknown_type;
    if (found->second.kind == TypeKind::container || found->second.kind == TypeKind::variable) {
      throw Rule::wrong_kind_of_type;
    }
    const auto key = std::pair(found->first, identifier());
    if (values_.contains(key)) throw Rule::duplicate_value;
    values_[key] = word(FieldName::name);
  }

  void create() {
    container_type(FieldName::type);
    const auto parent = containers_.find(word(FieldName::container));
    if (parent == containers_.end()) throw Rule::unknown_container;
    const std::string type = word(FieldName::type);
    if (type == "0") throw Rule::type_not_in_container;
    NaiveContainer made{type, parent->first, false, time(), 0, {}};
    if (!containers_.emplace(identifier(), made).second) throw Rule::duplicate_container;
    reach_end();
    // It is created where its event says, all the same.
    if (types_[type].parent != parent->second.type) throw Rule::type_not_in_container;
  }

  void destroy() {
    container_type(FieldName::type);
    const auto found = containers_.find(word(FieldName::name));
    if (found == containers_.end()) throw Rule::unknown_container;
    NaiveContainer& container = found->second;
    if (container.type != word(FieldName::type)) throw Rule::wrong_kind_of_type;
    if (options_.stop_at && time() > *options_.stop_at) return;
    if (container.destroyed) {
      if (time() < container.destroyed_at) throw Rule::destroyed_before_end;
      return reach_end();
    }
    reach_end();
    std::vector<std::string> dying{found->first};
    add_below(found->first, dying);
    double latest = time();
    for (const std::string& name : dying) {
      const NaiveContainer& one = containers_[name];
      latest = std::max({latest, one.start, one.latest.value_or(one.start)});
    }
    for (const std::string& name : dying) {
      containers_[name].destroyed_at = time();
      close(name, latest);
    }
    if (latest > time()) throw Rule::destroyed_before_end;
  }

  void add_below(const std::string& parent, std::vector<std::string>& living) {
    for (const auto& [name, container] : containers_) {
      if (container.parent != parent || name == "0") continue;
      if (!container.destroyed) living.push_back(name);
      add_below(name, living);
    }
  }

  void close(const std::string& name, double at) {
    NaiveContainer& container = containers_[name];
    container.destroyed = true;
    container.end = std::max(container.start, at);
    for (auto& [place, history] : histories_) {
      if (place.first != name) continue;
      // Suspended states are closed again, as the reference does.
      for (const std::size_t row : history.stack) {
        history.rows[row].end = std::max(history.rows[row].start, at);
      }
      history.stack.clear();
      for (Row& row : history.rows) {
        if (row.open) row.end = std::max(row.start, at);
        row.open = false;
      }
    }
  }

  void happen() {
    const auto type = types_.find(word(FieldName::type));
    if (type == types_.end()) throw Rule::unknown_type;
    use_value(type->first);
    const auto container = containers_.find(word(FieldName::container));
    if (container == containers_.end()) throw Rule::unknown_container;
    if (type->second.kind == TypeKind::container) throw Rule::wrong_kind_of_type;
    if (type->second.parent != container->second.type) throw Rule::type_not_in_container;
    if (container->second.destroyed) return reach_end();
    if (type->second.kind != kind_of_event()) throw Rule::wrong_kind_of_type;
    if (options_.stop_at && time() > *options_.stop_at && container->first != "0") return;
    NaiveHistory& history = histories_[{container->first, type->first}];
    switch (type->second.kind) {
      case TypeKind::state:
        change_state(history);
        break;
      case TypeKind::variable:
        change_variable(history);
        break;
      case TypeKind::event:
        add(history, time(), value(), false);
        break;
      case TypeKind::link:
        half(history, container->first, type->first, type->second);
        break;
      case TypeKind::container:
        break;
    }
    auto& latest = container->second.latest;
    latest = std::max(latest.value_or(time()), time());
    reach_end();
  }

  TypeKind kind_of_event() const {
    const auto name = rule_of(event_->kind()).name;
    if (name.ends_with("State")) return TypeKind::state;
    if (name.ends_with("Variable")) return TypeKind::variable;
    return name.ends_with("Link") ? TypeKind::link : TypeKind::event;
  }

  // A value exists from its first use, whatever becomes of the event.
  void use_value(const std::string& type) {
    const FieldValue* used = event_->field(FieldName::value);
    if (used == nullptr || used->is_number()) return;
    const auto key = std::pair(type, std::string(used->text()));
    values_.emplace(key, key.second);
  }
  std::string value() { return values_[{word(FieldName::type), word(FieldName::value)}]; }

  void check_order(const NaiveHistory& history) const {
    if (history.rows.empty()) return;
    const Row& last = history.rows.back();
    double bound = last.open ? last.start : last.end;
    if (kind_of_event() == TypeKind::link) bound = std::max(last.start, last.end);
    if (time() < bound) throw Rule::not_time_ordered;
  }
  void add(NaiveHistory& history, double start, std::string text, bool open) {
    check_order(history);
    history.rows.push_back({start, start, std::move(text), open});
  }

  void change_state(NaiveHistory& history) {
    check_order(history);
    auto& stack = history.stack;
    const bool nests = options_.imbrication || word(FieldName::container) == "0";
    const auto end_row = [&](std::size_t row) {
      history.rows[row].end = time();
      history.rows[row].open = false;
    };
    const auto open = [&](const std::string& named) {
      stack.push_back(history.rows.size());
      history.rows.push_back({time(), 0, named, true});
    };
    switch (event_->kind()) {
      case EventKind::push_state:
        if (!nests && !stack.empty()) end_row(stack.back());
        open(fmt::format("{} {}", stack.size(), value()));
        break;
      case EventKind::pop_state: {
        if (stack.empty()) throw Rule::pop_on_empty_stack;
        end_row(stack.back());
        stack.pop_back();
        if (nests || stack.empty()) break;
        const std::string below = history.rows[stack.back()].text;
        stack.pop_back();
        open(below);
        break;
      }
      default:
        for (const std::size_t row : stack) end_row(row);
        stack.clear();
        if (event_->kind() == EventKind::set_state) open("0 " + value());
    }
  }

  void change_variable(NaiveHistory& history) {
    if (!history.rows.empty() && time() < history.rows.back().start) throw Rule::not_time_ordered;
    double next = event_->field(FieldName::value)->number();
    if (event_->kind() != EventKind::set_variable) {
      // It counts from 0, all the same.
      if (!history.value) problem(event_->line, Rule::variable_without_value);
      const double before = history.value.value_or(0);
      next = event_->kind() == EventKind::add_variable ? before + next : before - next;
    }
    const bool same = history.value && history.rows.back().start == time();
    if (history.value && !same) {
      history.rows.back().end = time();
      history.rows.back().open = false;
    }
    if (!same) history.rows.push_back({time(), 0, "", true});
    history.rows.back().text = fmt::format("{}", next);
    history.value = next;
  }

  void half(NaiveHistory& history, const std::string& container, const std::string& type,
            const NaiveType& link) {
    const bool is_start = event_->kind() == EventKind::start_link;
    const std::string at = word(is_start ? FieldName::start_container : FieldName::end_container);
    const auto found = containers_.find(at);
    if (found == containers_.end()) throw Rule::unknown_container;
    if (found->second.type != (is_start ? link.start_type : link.end_type)) {
      throw Rule::link_container_type;
    }
    const std::string key = container + '\n' + type + '\n' + word(FieldName::key);
    if (complete_.contains(key)) throw Rule::link_key_reused;
    const auto other = halves_.find(key);
    if (other == halves_.end() || other->second.is_start == is_start) {
      halves_[key] = {is_start, other != halves_.end(), time(), value(), at, event_->line};
      return;
    }
    if (other->second.twice) throw Rule::link_key_reused;
    if (other->second.value != value()) throw Rule::link_value_differs;
    check_order(history);
    const NaiveHalf& first = other->second;
    const std::string ends = is_start ? at + ' ' + first.container : first.container + ' ' + at;
    history.rows.push_back({is_start ? time() : first.time, is_start ? first.time : time(),
                            value() + ' ' + ends + ' ' + word(FieldName::key), false});
    complete_.insert(key);
    halves_.erase(key);
  }

  ReadOptions options_;
  const Event* event_ = nullptr;
  std::optional<double> last_;
  std::map<std::string, NaiveType> types_;
  std::map<std::string, NaiveContainer> containers_;
  std::map<std::pair<std::string, std::string>, std::string> values_;
  std::map<std::pair<std::string, std::string>, NaiveHistory> histories_;
  std::map<std::string, NaiveHalf> halves_;
  std::set<std::string> complete_;
  NaiveResult result_;

 public:
  std::vector<std::string>& problems() { return result_.problems; }
};

std::string id(const Name& name) { return std::string(name.text); }

std::string problem_line(const Diagnostic& diagnostic) {
  return fmt::format("{} {}", diagnostic.where.line, text_of(diagnostic.rule).name);
}

class Collector final : public ObjectVisitor {
 public:
  explicit Collector(std::vector<std::string>& lines) : lines_(lines) {}
  void on_state(const Place& place, const State& state) override {
    lines_.push_back(object_line(text(place), state.start, state.end,
                                 fmt::format("{} {}", state.depth, state.value.name.text)));
  }
  void on_variable(const Place& place, const Variable& variable) override {
    lines_.push_back(
        object_line(text(place), variable.start, variable.end, fmt::format("{}", variable.value)));
  }
  void on_event(const Place& place, const PunctualEvent& event) override {
    lines_.push_back(object_line(text(place), event.time, event.time, id(event.value.name)));
  }
  void on_link(const Place& place, const Link& link) override {
    lines_.push_back(object_line(text(place), link.start, link.end,
                                 id(link.value.name) + ' ' + id(link.start_container.identifier) +
                                     ' ' + id(link.end_container.identifier) + ' ' + id(link.key)));
  }
  void on_container(const Container& container, const Type&, const Container*, Fields) override {
    lines_.push_back(object_line(id(container.identifier), container.start, container.end, ""));
  }

 private:
  static std::string text(const Place& place) {
    return id(place.container.identifier) + '/' + id(place.type.identifier);
  }
  std::vector<std::string>& lines_;
};

void visit_trace(const Trace& trace, ObjectVisitor& visitor) {
  for (const Track& list : trace.tracks()) {
    const ObjectVisitor::Place place{trace[list.container], trace[list.type]};
    for (uint64_t row = list.first; row < list.last; ++row) {
      switch (list.kind) {
        case TypeKind::state:
          visitor.on_state(place, {trace.states().start[row],
                                   trace.states().end[row],
                                   trace.states().depth[row],
                                   trace[trace.states().value[row]],
                                   {}});
          break;
        case TypeKind::variable:
          visitor.on_variable(place, {trace.variables().start[row],
                                      trace.variables().end[row],
                                      trace.variables().value[row],
                                      {}});
          break;
        case TypeKind::event:
          visitor.on_event(place, {trace.events().time[row], trace[trace.events().value[row]], {}});
          break;
        case TypeKind::link: {
          const LinkColumns links = trace.links();
          visitor.on_link(place, {links.start[row],
                                  links.end[row],
                                  trace[links.value[row]],
                                  trace[links.start_container[row]],
                                  trace[links.end_container[row]],
                                  trace.link_key(row),
                                  {}});
          break;
        }
        case TypeKind::container:
          break;
      }
    }
  }
  for (std::size_t i = 1; i < trace.containers().size(); ++i) {
    const Container& container = trace.containers()[i];
    visitor.on_container(container, trace[container.type], &trace[container.parent], {});
  }
}

}  // namespace

NaiveResult replay_naively(const std::string& text, ReadOptions options) {
  Naive naive(options);
  options.on_problem = [&](const Diagnostic& diagnostic) {
    naive.problems().push_back(problem_line(diagnostic));
  };
  visit_events(Input::from_memory(text), options, [&](const Event& event) { naive.apply(event); });
  return naive.finish();
}

NaiveResult replay_with_library(const std::string& text, ReadOptions options) {
  NaiveResult result;
  options.on_problem = [&](const Diagnostic& diagnostic) {
    result.problems.push_back(problem_line(diagnostic));
  };
  const Trace trace = read_trace(Input::from_memory(text), options);
  Collector collector(result.objects);
  visit_trace(trace, collector);
  std::sort(result.objects.begin(), result.objects.end());
  return result;
}

NaiveResult stream_with_library(const std::string& text, ReadOptions options) {
  NaiveResult result;
  options.on_problem = [&](const Diagnostic& diagnostic) {
    result.problems.push_back(problem_line(diagnostic));
  };
  Collector collector(result.objects);
  stream_objects(Input::from_memory(text), options, collector);
  std::sort(result.objects.begin(), result.objects.end());
  return result;
}

std::vector<std::string> check_with_library(const std::string& text, ReadOptions options) {
  std::vector<std::string> problems;
  options.on_problem = [&](const Diagnostic& diagnostic) {
    problems.push_back(problem_line(diagnostic));
  };
  (void)check_trace(Input::from_memory(text), options);
  return problems;
}

}  // namespace paje::testing
