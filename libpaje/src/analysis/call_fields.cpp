#include "analysis/call_fields.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <unordered_map>

#include "analysis/group_collectives.hpp"
#include "paje/user_columns.hpp"

namespace paje {

bool is_field(std::string_view field, std::string_view lower_case) {
  return std::equal(field.begin(), field.end(), lower_case.begin(), lower_case.end(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; });
}

bool has_state_field(const Trace& trace, std::initializer_list<std::string_view> names) {
  for (const EventDefinition& definition : trace.event_definitions()) {
    if (definition.kind != EventKind::push_state && definition.kind != EventKind::set_state &&
        definition.kind != EventKind::pop_state) {
      continue;
    }
    for (const auto& field : definition.fields) {
      for (const std::string_view name : names) {
        if (is_field(field.text, name)) return true;
      }
    }
  }
  return false;
}

std::unordered_map<std::string_view, uint32_t> tracks_by_name(const DependencyGraph& graph) {
  std::unordered_map<std::string_view, uint32_t> tracks;
  for (uint32_t i = 0; i < graph.tracks().size(); ++i) tracks.emplace(graph.tracks()[i].name, i);
  for (uint32_t i = 0; i < graph.tracks().size(); ++i) {
    tracks.emplace(graph.trace()[graph.tracks()[i].container].identifier.text, i);
  }
  return tracks;
}

namespace {

// The column of a field with either name; null if no state has it.
const UserColumn* find_column(const UserColumns& columns, std::string_view name,
                              std::string_view other = {}) {
  for (const UserColumn& column : columns.all()) {
    if (is_field(column.field(), name) || is_field(column.field(), other)) return &column;
  }
  return nullptr;
}

// The word of a row; empty if it has none.
std::string word(const UserColumn* column, uint64_t row) {
  const uint64_t place = column == nullptr ? UserColumn::kNoPlace : column->place(row);
  if (place == UserColumn::kNoPlace) return {};
  if (column->type() == UserType::text) return std::string(column->texts()[place]);
  if (column->type() == UserType::integer) return std::to_string(column->integers()[place]);
  return std::to_string(column->numbers()[place]);
}

// A whole number below `limit`, in any spelling (`3`, `3.000000`): ranks also occur in fields of
// type double, or of type text if one call has `NA`.
uint32_t rank_of(const std::string& word, std::size_t limit) {
  double number = -1;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  const bool is_rank = error == std::errc() && end == word.data() + word.size() && number >= 0 &&
                       number < static_cast<double>(limit) && std::trunc(number) == number;
  return is_rank ? static_cast<uint32_t>(number) : DependencyGraph::kNone;
}

}  // namespace

class CallWordReader::Columns {
 public:
  explicit Columns(const DependencyGraph& graph)
      : columns_(graph.trace(), TypeKind::state),
        comm_(find_column(columns_, "comm", "communicator")),
        sequence_(find_column(columns_, "sequence", "seq")),
        root_(find_column(columns_, "root")),
        track_count_(graph.tracks().size()) {
    if (root_ != nullptr) tracks_ = tracks_by_name(graph);
  }

  [[nodiscard]] bool has_keys() const { return comm_ != nullptr || sequence_ != nullptr; }
  [[nodiscard]] bool has_roots() const { return root_ != nullptr; }
  /// Reads the words of a row; returns whether it has any.
  bool read_row(uint64_t row, CallWords& words) const {
    words.comm = word(comm_, row);
    words.sequence = word(sequence_, row);
    const std::string root = word(root_, row);
    words.root = root.empty() ? CallFields::Root() : root_of(root);
    return !words.comm.empty() || !words.sequence.empty() || !root.empty();
  }

 private:
  [[nodiscard]] CallFields::Root root_of(const std::string& root) const {
    const auto track = tracks_.find(root);
    if (track != tracks_.end()) return {track->second, DependencyGraph::kNone};
    const uint32_t rank = rank_of(root, track_count_);
    return {DependencyGraph::kNone,
            rank == DependencyGraph::kNone ? CallFields::Root::kNobody : rank};
  }

  UserColumns columns_;
  const UserColumn* comm_;
  const UserColumn* sequence_;
  const UserColumn* root_;
  std::size_t track_count_;
  std::unordered_map<std::string_view, uint32_t> tracks_;
};

CallWordReader::CallWordReader(const DependencyGraph& graph) : graph_(graph) {
  if (has_state_field(graph.trace(), {"comm", "communicator", "root", "sequence", "seq"})) {
    columns_ = std::make_unique<Columns>(graph);
  }
}
CallWordReader::~CallWordReader() = default;
bool CallWordReader::has_keys() const { return columns_ != nullptr && columns_->has_keys(); }
bool CallWordReader::has_roots() const { return columns_ != nullptr && columns_->has_roots(); }

void CallWordReader::read(const DependencyGraph::Track& track, const VisitWords& visit) const {
  if (!has_keys() && !has_roots()) return;
  const Trace& trace = graph_.trace();
  const StateColumns states = trace.states();
  const Track rows = trace.track(track.container, track.type);
  uint64_t next = rows.first;  // rows and pieces are both sorted by start
  CallWords words;
  for (uint32_t piece = track.first; piece < track.last; ++piece) {
    if (!is_collective(graph_.kind(piece))) continue;
    while (next < rows.last && states.start[next] < graph_.start(piece)) ++next;
    const std::string_view name = graph_.values()[graph_.value(piece)].name;
    uint64_t row = next;
    while (row < rows.last && states.start[row] <= graph_.start(piece) &&
           (trace[states.value[row]].name.text != name || states.end[row] != graph_.end(piece))) {
      ++row;
    }
    if (row == rows.last || states.start[row] > graph_.start(piece)) continue;
    next = row + 1;
    // A profiling layer may have set the fields on the inner state.
    for (uint64_t inner = row; inner < rows.last && states.end[inner] <= graph_.end(piece) &&
                               (inner == row || states.start[inner] < graph_.end(piece));
         ++inner) {
      if (!columns_->read_row(inner, words)) continue;
      words.piece = piece;
      visit(words);
      break;
    }
  }
}

CallFieldMaker::CallFieldMaker(const DependencyGraph& graph, bool has_keys, bool has_roots) {
  if (has_keys) fields_.keys.resize(graph.piece_limit());
  if (has_roots) fields_.roots.resize(graph.piece_limit());
}

void CallFieldMaker::add(const CallWords& words) {
  if (!fields_.keys.empty() && !(words.comm.empty() && words.sequence.empty())) {
    const auto key = static_cast<uint32_t>(key_of_.size() + 1);
    fields_.keys[words.piece] =
        key_of_.try_emplace({words.comm, words.sequence}, key).first->second;
  }
  if (!fields_.roots.empty()) fields_.roots[words.piece] = words.root;
}

CallFields CallFieldMaker::finish() {
  if (key_of_.empty()) fields_.keys.clear();
  return std::move(fields_);
}

CallFields find_call_fields(const DependencyGraph& graph) {
  const CallWordReader reader(graph);
  CallFieldMaker maker(graph, reader.has_keys(), reader.has_roots());
  for (const auto& track : graph.tracks()) {
    reader.read(track, [&](const CallWords& words) { maker.add(words); });
  }
  return maker.finish();
}

}  // namespace paje
