// The entry points that read events one by one.
#include "pipeline/visit_events.hpp"
#include "paje/read.hpp"
#include "reading/archive_events.hpp"
#include "reading/as_events.hpp"
#include "reading/must_be_sorted.hpp"

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

}  // namespace

ReadCounts visit_events(const Input& input, const ReadOptions& options, EventVisitor& visitor) {
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

ReadCounts visit_events(const Input& input, const ReadOptions& options,
                        const std::function<void(const Event&)>& visit) {
  FunctionVisitor visitor(visit);
  return visit_events(input, options, visitor);
}

}  // namespace paje
