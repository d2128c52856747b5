// The halves of links. Second halves come in the order of the track, which is that of their
// arrival; first halves in the order of their times, each before its second one.
#include <algorithm>
#include <numeric>
#include <vector>

#include "writing/track_events.hpp"

namespace paje::writing {

namespace {

class LinkEvents final : public TrackEvents {
 public:
  LinkEvents(const Trace& trace, const TraceData& data, const Track& track)
      : track_(track), links_(trace.links()), user_(data, track), definitions_(data.definitions) {
    order_first_halves();
    second_ = track.first;
  }

  bool next() override {
    if (first_ < count()) {
      const uint64_t row = row_of_first(first_);
      const double due = due_of_first(row);
      if (second_ == track_.last || !(time(second_, true) < due)) {
        ++first_;
        take(row, false, due);
        return true;
      }
    }
    if (second_ == track_.last) return false;
    take(second_, true, time(second_, true));
    ++second_;
    return true;
  }

 private:
  [[nodiscard]] uint64_t count() const { return track_.size(); }
  [[nodiscard]] uint64_t row_of_first(uint64_t i) const {
    return order_.empty() ? track_.first + i : order_[i];
  }

  // Whether the start came before the end. Where both brought fields, these say so; else the later
  // half may come second, for no link of the track then comes before an earlier one.
  [[nodiscard]] bool starts_first(uint64_t row) {
    if (!user_.is_empty()) {
      const auto [first, second] = user_.of(row);
      if (second != UserFields::kNone) {
        return definitions_[user_.fields().definition(first)].kind == EventKind::start_link;
      }
    }
    return links_.start[row] <= links_.end[row];
  }
  [[nodiscard]] double time(uint64_t row, bool of_second) {
    return starts_first(row) == of_second ? links_.end[row] : links_.start[row];
  }
  // Not after the second half is.
  [[nodiscard]] double due_of_first(uint64_t row) const {
    return std::min(links_.start[row], links_.end[row]);
  }

  void order_first_halves() {
    const auto is_before = [this](uint64_t a, uint64_t b) {
      return due_of_first(a) < due_of_first(b);
    };
    std::vector<uint64_t> rows(count());
    std::iota(rows.begin(), rows.end(), track_.first);
    if (std::is_sorted(rows.begin(), rows.end(), is_before)) return;
    std::stable_sort(rows.begin(), rows.end(), is_before);
    order_ = std::move(rows);
  }

  void take(uint64_t row, bool is_second, double due) {
    const bool is_start = starts_first(row) != is_second;
    const ContainerId end = is_start ? links_.start_container[row] : links_.end_container[row];
    event_ = {is_start ? EventKind::start_link : EventKind::end_link,
              is_start ? links_.start[row] : links_.end[row], row, fields(row, is_second)};
    due_ = due;
    needs_ = std::max(track_.container, end);
  }

  // Those of a link with one piece go with the half whose event brought them.
  [[nodiscard]] UserFields::Reference fields(uint64_t row, bool is_second) {
    if (user_.is_empty()) return UserFields::kNone;
    const auto [first, second] = user_.of(row);
    if (first == UserFields::kNone) return first;
    if (second != UserFields::kNone) return is_second ? second : first;
    const bool is_of_start =
        definitions_[user_.fields().definition(first)].kind == EventKind::start_link;
    return is_of_start == (starts_first(row) != is_second) ? first : UserFields::kNone;
  }

  const Track& track_;
  LinkColumns links_;
  RowFields user_;
  const std::vector<EventDefinition>& definitions_;
  std::vector<uint64_t> order_;  // of first halves; empty if it is that of the rows
  uint64_t first_ = 0;           // the next one
  uint64_t second_;              // the next row
};

}  // namespace

std::unique_ptr<TrackEvents> link_events_of(const Trace& trace, const TraceData& data,
                                            const Track& track) {
  return std::make_unique<LinkEvents>(trace, data, track);
}

}  // namespace paje::writing
