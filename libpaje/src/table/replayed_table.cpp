// The table of a trace, written directly from the rows of its histories.
#include <algorithm>
#include <utility>

#include "replay/replay.hpp"
#include "table/table_writer.hpp"

namespace paje {

// What TableWriter asks for.
class ReplayedTable::Objects {
  struct Span {
    double start, end;
  };
  template <class Row>
  static Span span_of(const Row& row) {
    return {row.start, row.end};
  }
  static Span span_of(const EventRow& row) { return {row.start, row.start}; }

  [[nodiscard]] History& history(const Track& track) const {
    const std::span<const Track> of_container = tracks(track.container);
    const auto found =
        std::lower_bound(of_container.begin(), of_container.end(), track.type,
                         [](const Track& other, TypeId wanted) { return other.type < wanted; });
    return *rows_.histories[static_cast<std::size_t>(&*found - rows_.tracks.all.data())];
  }
  template <class TypedHistory>
  [[nodiscard]] auto rows(const Track& track) const {
    return [&rows = static_cast<const TypedHistory&>(history(track)).rows](
               uint64_t row) -> const auto& {
      return rows[row];
    };
  }

 public:
  explicit Objects(Replay::InRows rows) : rows_(std::move(rows)) {}

  [[nodiscard]] const Trace& trace() const { return rows_.trace; }

  [[nodiscard]] std::span<const Track> tracks(ContainerId container) const {
    return rows_.tracks.of(container);
  }
  template <class Visit>
  void for_each_overlapping(const Track& track, double start, double end, Visit&& visit) const {
    as_its_kind(history(track), track.kind, [&](const auto& typed) {
      for (uint64_t row = track.first; row < track.last; ++row) {
        const Span span = span_of(typed.rows[row]);
        if (span.start <= end && span.end >= start) visit(row);
      }
    });
  }
  [[nodiscard]] auto states(const Track& track) const { return rows<StateHistory>(track); }
  [[nodiscard]] auto variables(const Track& track) const { return rows<VariableHistory>(track); }
  [[nodiscard]] auto events(const Track& track) const { return rows<EventHistory>(track); }
  [[nodiscard]] auto links(const Track& track) const {
    const auto& links = static_cast<const LinkHistory&>(history(track));
    return [&links](uint64_t row) -> TableLink {
      const LinkRow& link = links.rows[row];
      const LinkKey& key = links.key(row);
      return {link.start,           link.end,           link.value,
              link.start_container, link.end_container, {key.text(), key.quoted()}};
    };
  }
  [[nodiscard]] std::vector<std::string_view> user_fields(const Track& track, uint64_t row) const {
    std::vector<std::string_view> words;
    history(track).user_fields.collect(user_field(track, row), words);
    return words;
  }
  [[nodiscard]] std::vector<std::string_view> user_field_names(const Track& track,
                                                               uint64_t row) const {
    return history(track).user_fields.names(user_field(track, row), trace().event_definitions());
  }

 private:
  [[nodiscard]] UserFields::Reference user_field(const Track& track, uint64_t row) const {
    return as_its_kind(history(track), track.kind, [row](const auto& typed) {
      return typed.user.empty() ? UserFields::kNone : typed.user[row];
    });
  }

  Replay::InRows rows_;
};

ReplayedTable::ReplayedTable(const Input& input, const ReadOptions& options)
    : objects_(std::make_unique<Objects>(
          replay_set(input, options, Replay::Objects::kept,
                     [](Replay& replay) { return replay.run_to_rows(); }))) {}
ReplayedTable::ReplayedTable(ReplayedTable&&) noexcept = default;
ReplayedTable& ReplayedTable::operator=(ReplayedTable&&) noexcept = default;
ReplayedTable::~ReplayedTable() = default;

const Trace& ReplayedTable::trace() const { return objects_->trace(); }

void ReplayedTable::write(const TableOptions& options, const TextSink& sink) const {
  TableWriter(trace(), *objects_, options).write(sink);
}

}  // namespace paje
