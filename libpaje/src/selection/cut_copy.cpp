#include "selection/cut_copy.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>

namespace paje {

double CutTime::operator()(double time) const {
  double moved = std::clamp(time, from_, to_);
  // Nothing is done for nothing, which would make 0 of -0.
  if (scale_ != 1) moved *= scale_;
  if (shift_ != 0) moved += shift_;
  if (std::isinf(moved) && std::isfinite(time)) {
    throw CutError("the time " + std::to_string(time) + " becomes infinite");
  }
  return moved;
}

UserFields::Reference copy_fields(const UserFields& from, UserFields::Reference last,
                                  CutWords& words, UserFields& to) {
  if (last == UserFields::kNone) return last;
  if (!words.is_anonymous()) return to.add_from(from, last);
  std::vector<UserFields::Reference> pieces;
  from.chain(last, pieces);
  UserFields::Reference added = UserFields::kNone;
  for (const UserFields::Reference piece : pieces) {
    std::vector<FieldValue> made;
    const uint32_t definition = from.definition(piece);
    from.for_each_word(piece, [&](uint32_t i, std::string_view raw) {
      made.push_back(FieldValue::of_text(words.user_word(definition, i, raw), false));
    });
    added = to.add(made, definition, added);
  }
  return added;
}

namespace {

class TrackCopy {
 public:
  TrackCopy(const Trace& trace, const TraceData& data, const CutPlan& plan, const CutIds& ids,
            const CutTime& time, CutWords& words, TraceData& part)
      : trace_(trace),
        data_(data),
        plan_(plan),
        ids_(ids),
        time_(time),
        words_(words),
        part_(part) {}

  void run() {
    part_.links.key_begin.push_back(0);
    for (const CutPlan::KeptTrack& kept : plan_.tracks) add_track(kept);
    finish_index();
    find_block_ends(part_.states.end.span(), part_.state_block_end);
    find_block_ends(part_.links.end.span(), part_.link_block_end);
  }

 private:
  void add_track(const CutPlan::KeptTrack& kept);
  void add_state(uint64_t row, uint32_t depth);
  void add_value(const CutPlan::KeptTrack& kept, std::size_t i);
  void add_event(uint64_t row);
  void add_link(uint64_t row);
  void add_fields(TypeKind kind, const UserFields* from, uint64_t row);
  void finish_index();
  static void find_block_ends(std::span<const double> ends, std::vector<double>& blocks);

  [[nodiscard]] ValueId value(TypeKind kind, uint64_t row) const {
    return ids_.values[trace_.values(kind)[row].index];
  }
  /// How many rows of a kind there are so far.
  [[nodiscard]] uint64_t rows(TypeKind kind) const {
    return kind == TypeKind::state      ? part_.states.start.size()
           : kind == TypeKind::variable ? part_.variables.start.size()
           : kind == TypeKind::event    ? part_.events.time.size()
                                        : part_.links.start.size();
  }
  [[nodiscard]] PodVector<UserFields::Reference>& references(TypeKind kind) {
    return kind == TypeKind::state      ? part_.states.user
           : kind == TypeKind::variable ? part_.variables.user
           : kind == TypeKind::event    ? part_.events.user
                                        : part_.links.user;
  }

  const Trace& trace_;
  const TraceData& data_;
  const CutPlan& plan_;
  const CutIds& ids_;
  const CutTime& time_;
  CutWords& words_;
  TraceData& part_;
};

void TrackCopy::add_track(const CutPlan::KeptTrack& kept) {
  const Track& old = trace_.tracks()[kept.track];
  const uint64_t first = rows(old.kind);
  const bool has_fields = !data_.user_references(old.kind).empty();
  part_.user_fields.emplace_back();
  for (std::size_t i = 0; i < kept.rows.size(); ++i) {
    const uint64_t row = kept.rows[i];
    const uint64_t before = rows(old.kind);
    switch (old.kind) {
      case TypeKind::state:
        add_state(row, kept.depth[i]);
        break;
      case TypeKind::variable:
        add_value(kept, i);
        break;
      case TypeKind::event:
        add_event(row);
        break;
      case TypeKind::link:
        add_link(row);
        break;
      case TypeKind::container:
        break;
    }
    if (has_fields && rows(old.kind) != before) {
      add_fields(old.kind, &data_.user_fields[kept.track], row);
    }
  }
  part_.tracks.all.push_back({ids_.containers[old.container.index], ids_.types[old.type.index],
                              old.kind, first, rows(old.kind)});
}

void TrackCopy::add_fields(TypeKind kind, const UserFields* from, uint64_t row) {
  references(kind).push_back(
      copy_fields(*from, data_.user_references(kind)[row], words_, part_.user_fields.back()));
}

void TrackCopy::add_state(uint64_t row, uint32_t depth) {
  part_.states.start.push_back(time_(trace_.states().start[row]));
  part_.states.end.push_back(time_(trace_.states().end[row]));
  part_.states.value.push_back(value(TypeKind::state, row));
  part_.states.depth.push_back(depth);
}

// Of values whose times have become the same, the last one counts.
void TrackCopy::add_value(const CutPlan::KeptTrack& kept, std::size_t i) {
  const VariableColumns variables = trace_.variables();
  const double start = time_(variables.start[kept.rows[i]]);
  if (i + 1 < kept.rows.size() && time_(variables.start[kept.rows[i + 1]]) == start) return;
  part_.variables.start.push_back(start);
  part_.variables.end.push_back(time_(variables.end[kept.rows[i]]));
  part_.variables.value.push_back(variables.value[kept.rows[i]]);
}

void TrackCopy::add_event(uint64_t row) {
  part_.events.time.push_back(time_(trace_.events().time[row]));
  part_.events.value.push_back(value(TypeKind::event, row));
}

void TrackCopy::add_link(uint64_t row) {
  const LinkColumns links = trace_.links();
  StoredLinks& made = part_.links;
  made.start.push_back(time_(links.start[row]));
  made.end.push_back(time_(links.end[row]));
  made.value.push_back(value(TypeKind::link, row));
  made.start_container.push_back(ids_.containers[links.start_container[row].index]);
  made.end_container.push_back(ids_.containers[links.end_container[row].index]);
  if (words_.is_anonymous()) {
    const std::string key = words_.key(row);
    made.key_text.append(key.data(), key.size());
  } else {
    const uint64_t begin = data_.links.key_begin[row];
    made.key_text.append(data_.links.key_text.data() + begin,
                         data_.links.key_begin[row + 1] - begin);
  }
  made.key_begin.push_back(made.key_text.size());
}

void TrackCopy::finish_index() {
  TrackIndex& index = part_.tracks;
  index.first_of.assign(part_.names.containers.size() + 1, 0);
  for (std::size_t i = 0; i < index.all.size(); ++i) {
    ++index.first_of[index.all[i].container.index + 1];
    index.of_kind[static_cast<std::size_t>(index.all[i].kind)].push_back(static_cast<uint32_t>(i));
  }
  for (std::size_t i = 1; i < index.first_of.size(); ++i) {
    index.first_of[i] += index.first_of[i - 1];
  }
}

void TrackCopy::find_block_ends(std::span<const double> ends, std::vector<double>& blocks) {
  for (std::size_t first = 0; first < ends.size(); first += TraceData::kBlockRows) {
    const auto block =
        ends.subspan(first, std::min<std::size_t>(TraceData::kBlockRows, ends.size() - first));
    blocks.push_back(*std::max_element(block.begin(), block.end()));
  }
}

}  // namespace

void copy_tracks(const Trace& trace, const TraceData& data, const CutPlan& plan, const CutIds& ids,
                 const CutTime& time, CutWords& words, TraceData& part) {
  TrackCopy(trace, data, plan, ids, time, words, part).run();
}

}  // namespace paje
