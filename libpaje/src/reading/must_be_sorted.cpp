#include "reading/must_be_sorted.hpp"

#include "exchange/recognise.hpp"
#include "pipeline/visit_events.hpp"
#include "replay/replay.hpp"

namespace paje {

namespace {

// Looks at the definitions at the head of a file: writers define there what names parts.
class Head final : public EventVisitor {
 public:
  struct IsOver {};

  void on_definition(const EventDefinition& definition) override {
    may_have_parts_ = may_have_parts_ || definition.kind == EventKind::trace_file ||
                      definition.position(FieldName::filename) != EventDefinition::kAbsent;
  }
  void on_event(const Event&) override { throw IsOver(); }
  [[nodiscard]] bool may_have_parts() const { return may_have_parts_; }

 private:
  bool may_have_parts_ = false;
};

bool may_have_parts(const Input& input, const ReadOptions& options) {
  ReadOptions head_only;
  head_only.old_field_names = options.old_field_names;
  head_only.read_parts = false;
  head_only.threads = 1;
  Head head;
  try {
    visit_input(input, head_only, head);
  } catch (const Head::IsOver&) {
  } catch (const TraceError&) {
    return false;
  }
  return head.may_have_parts();
}

}  // namespace

bool must_be_sorted(const Input& input, const ReadOptions& options) {
  if (options.sort || !options.read_parts || input.kind() != Input::Kind::path) return false;
  const exchange::Recognised found = exchange::recognise(input);
  if (found.format || found.input.kind() != Input::Kind::path) return false;
  if (!may_have_parts(found.input, options)) return false;
  ReadOptions quiet = options;
  quiet.on_warning = nullptr;
  quiet.on_progress = nullptr;
  quiet.on_file = nullptr;
  const Replay* reading = nullptr;
  quiet.on_problem = [&](const Diagnostic& problem) {
    if (reading != nullptr && reading->parts_are_out_of_order(TraceError(problem))) {
      throw TraceError(problem);
    }
  };
  Replay replay(found.input, quiet, Replay::Objects::forgotten);
  reading = &replay;
  try {
    replay.run();
  } catch (const TraceError& error) {
    return replay.parts_are_out_of_order(error);
  }
  return false;
}

}  // namespace paje
