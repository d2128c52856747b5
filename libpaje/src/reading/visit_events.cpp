// The entry points that read events one by one.
#include "pipeline/visit_events.hpp"
#include "paje/read.hpp"
#include "reading/archive_events.hpp"
#include "reading/as_events.hpp"
#include "reading/must_be_sorted.hpp"
#include "selection/selected_events.hpp"

namespace paje {

namespace {

// Hands events to a function.
class FunctionVisitor final : public EventVisitor {
 public:
  explicit FunctionVisitor(const std::function<void(const Event&)>& visit) : visit_(visit) {}
  void on_event(const Event& event) override { visit_(event); }

 private:
  const std::function<void(const Event&)>& visit_;
};

ReadCounts visit_all(const Input& input, const ReadOptions& options, EventVisitor& visitor) {
  return read_watched(input, [&] {
    const auto stored = archive_of(input, options);
    if (!stored) {
      ReadOptions read = options;
      read.sort = options.sort || (options.sort_sets && must_be_sorted(input, options));
      return visit_input(as_events(input, read), read, visitor);
    }
    return visit_input(ArchiveEvents(*stored, options).input(), options, visitor);
  });
}

}  // namespace

ReadCounts visit_events(const Input& input, const ReadOptions& options, EventVisitor& visitor) {
  if (options.selection.is_everything()) return visit_all(input, options, visitor);
  ReadOptions all = options;
  all.selection = {};  // an archive, too, has events of what is selected only by their own times
  SelectedEvents selected(options.selection, visitor);
  const ReadCounts counts = visit_all(input, all, selected);
  selected.check();
  return counts;
}

ReadCounts visit_events(const Input& input, const ReadOptions& options,
                        const std::function<void(const Event&)>& visit) {
  FunctionVisitor visitor(visit);
  return visit_events(input, options, visitor);
}

}  // namespace paje
