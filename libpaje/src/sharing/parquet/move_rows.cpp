#include "sharing/parquet/move_rows.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "sharing/row_messages.hpp"
#include "trace/trace_editor.hpp"

namespace paje::parquet {

namespace {

void copy_row(const TraceData& from, TypeKind kind, uint64_t row, TraceData& to) {
  switch (kind) {
    case TypeKind::state:
      to.states.start.push_back(from.states.start[row]);
      to.states.end.push_back(from.states.end[row]);
      to.states.value.push_back(from.states.value[row]);
      to.states.depth.push_back(from.states.depth[row]);
      break;
    case TypeKind::variable:
      to.variables.start.push_back(from.variables.start[row]);
      to.variables.end.push_back(from.variables.end[row]);
      to.variables.value.push_back(from.variables.value[row]);
      break;
    case TypeKind::event:
      to.events.time.push_back(from.events.time[row]);
      to.events.value.push_back(from.events.value[row]);
      break;
    default: {
      to.links.start.push_back(from.links.start[row]);
      to.links.end.push_back(from.links.end[row]);
      to.links.value.push_back(from.links.value[row]);
      to.links.start_container.push_back(from.links.start_container[row]);
      to.links.end_container.push_back(from.links.end_container[row]);
      const uint64_t key = from.links.key_begin[row];
      to.links.key_text.append(from.links.key_text.data() + key,
                               from.links.key_begin[row + 1] - key);
      to.links.key_begin.push_back(to.links.key_text.size());
    }
  }
}

class RowMover {
 public:
  RowMover(SharedTrace& share, const GroupPlan& plan, const LocalRows& rows,
           const std::vector<LocalPiece>& pieces, Exchange& exchange)
      : plan_(plan),
        rows_(rows),
        pieces_(pieces),
        exchange_(exchange),
        share_(share.trace),
        places_(share.link_places),
        data_(TraceEditor::data_of(share.trace)) {}

  OwnGroups run() {
    const auto messages = exchange_.all_to_all(rows_for_others());
    std::vector<MessageReader> from;
    for (const std::string& message : messages) from.push_back(read_message(message));
    OwnGroups own;
    for (std::size_t i = 0; i < plan_.groups.size(); ++i) {
      const GroupPlan::Group& group = plan_.groups[i];
      if (group.encoder != exchange_.rank()) continue;
      own.numbers.push_back(i);
      own.rows.emplace_back();
      for (std::size_t piece = group.first_piece; piece < group.last_piece; ++piece) {
        take_piece(piece, from, own);
      }
    }
    auto& references = data_.user_references(plan_.kind);
    while (!references.empty() && references.size() < data_.starts_of(plan_.kind).size()) {
      references.push_back(UserFields::kNone);
    }
    return own;
  }

 private:
  [[nodiscard]] const WholeTrack& track_of(std::size_t piece) const {
    return plan_.tracks[plan_.pieces[piece].track];
  }

  // Where several processes have rows of a track, each says of each piece how many.
  std::vector<std::string> rows_for_others() const {
    std::vector<std::string> to(exchange_.ranks());
    for (const GroupPlan::Group& group : plan_.groups) {
      if (group.encoder == exchange_.rank()) continue;
      for (std::size_t piece = group.first_piece; piece < group.last_piece; ++piece) {
        const uint32_t owner = track_of(piece).owner;
        if (owner == WholeTrack::kSpread || owner == exchange_.rank()) {
          put_piece(piece, to[group.encoder]);
        }
      }
    }
    return to;
  }

  void put_piece(std::size_t piece, std::string& message) const {
    const uint32_t track = plan_.pieces[piece].track;
    const auto [first, last] = pieces_[piece];
    const auto& references = data_.user_references(plan_.kind);
    const UserFields* const fields = first == last ? nullptr : fields_of(track_of(piece).track);
    CollectedRows copied;
    if (plan_.kind == TypeKind::link) copied.data.links.key_begin.push_back(0);
    for (uint64_t i = first; i < last; ++i) {
      const uint64_t row = rows_.row(track, i);
      copy_row(data_, plan_.kind, row, copied.data);
      if (references.empty()) continue;
      add_reference(copied.data, plan_.kind, copied.fields.add_from(*fields, references[row]));
    }
    put_rows(copied, plan_.kind, message);
    if (plan_.kind != TypeKind::link) return;
    for (uint64_t i = first; i < last; ++i) put(message, places_[rows_.row(track, i)]);
  }

  // Of a track of the share.
  [[nodiscard]] const UserFields* fields_of(const Track& track) const {
    for (const Track& own : share_.tracks(track.container)) {
      if (own.type == track.type) return &data_.user_fields[index_of(own)];
    }
    return nullptr;
  }
  [[nodiscard]] std::size_t index_of(const Track& own) const {
    return static_cast<std::size_t>(&own - data_.tracks.all.data());
  }

  void take_piece(std::size_t number, std::vector<MessageReader>& from, OwnGroups& own) {
    const TrackPiece& piece = plan_.pieces[number];
    const WholeTrack& whole = track_of(number);
    const auto [first, last] = pieces_[number];
    Rows& rows = own.rows.back();
    if (whole.owner == exchange_.rank()) return rows.add(rows_.part(piece.track, first, last));
    if (whole.owner != WholeTrack::kSpread) {
      const Track taken = take_track(whole.track, from[whole.owner]);
      return rows.add(
          {taken.container.index, taken.type.index, taken.first, taken.size(), nullptr});
    }
    std::vector<uint64_t>& order = own.orders.emplace_back();
    for (uint64_t i = first; i < last; ++i) order.push_back(rows_.row(piece.track, i));
    for (uint32_t rank = 0; rank < exchange_.ranks(); ++rank) {
      if (rank == exchange_.rank()) continue;
      const Track taken = take_track(whole.track, from[rank]);
      for (uint64_t row = taken.first; row < taken.last; ++row) order.push_back(row);
    }
    const auto& starts = data_.links.start;
    std::sort(order.begin(), order.end(), [&](uint64_t a, uint64_t b) {
      return std::tie(starts[a], places_[a]) < std::tie(starts[b], places_[b]);
    });
    rows.add({whole.track.container.index, whole.track.type.index, 0, order.size(), order.data()});
  }

  // Rows of one process, at the end of the share.
  Track take_track(Track track, MessageReader& from) {
    UserFields fields;
    track.first = data_.starts_of(plan_.kind).size();
    take_rows(from, plan_.kind, data_, fields);
    track.last = data_.starts_of(plan_.kind).size();
    if (plan_.kind == TypeKind::link) {
      for (uint64_t row = track.first; row < track.last; ++row) {
        places_.push_back(from.number<uint64_t>());
      }
    }
    data_.tracks.all.push_back(track);
    data_.user_fields.push_back(std::move(fields));
    return track;
  }

  const GroupPlan& plan_;
  const LocalRows& rows_;
  const std::vector<LocalPiece>& pieces_;
  Exchange& exchange_;
  const Trace& share_;
  std::vector<uint64_t>& places_;
  TraceData& data_;
};

}  // namespace

OwnGroups move_rows(SharedTrace& share, const GroupPlan& plan, const LocalRows& rows,
                    const std::vector<LocalPiece>& pieces, Exchange& exchange) {
  return RowMover(share, plan, rows, pieces, exchange).run();
}

}  // namespace paje::parquet
