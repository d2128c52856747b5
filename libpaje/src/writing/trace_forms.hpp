// The event definitions of a finished trace that is written: one for each kind of event in it, with
// an alias or a colour or without, and one for each of its own definitions whose user-defined
// fields objects have.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <span>
#include <tuple>

#include "paje/event.hpp"

namespace paje::writing {

class TraceForms {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  /// Which definition: with the user-defined fields of the trace's own definition `fields_of`.
  struct Form {
    uint32_t fields_of = kNone;
    EventKind kind = EventKind::define_container_type;
    bool has_alias = false;
    bool has_color = false;
    friend bool operator==(const Form&, const Form&) = default;
    friend auto operator<=>(const Form& a, const Form& b) {
      // Those without such fields first, then in the trace's order.
      return std::tuple(a.fields_of + 1, a.kind, a.has_alias, a.has_color) <=>
             std::tuple(b.fields_of + 1, b.kind, b.has_alias, b.has_color);
    }
  };

  /// `own` are the trace's definitions.
  explicit TraceForms(std::span<const EventDefinition> own) : own_(own) {}

  /// To be called for all that are needed, before finish().
  void need(const Form& form) {
    if (form == last_) return;
    all_.try_emplace(form);
    last_ = form;
  }
  /// Makes the definitions, by increasing id.
  void finish();
  /// By increasing id.
  [[nodiscard]] const std::map<Form, EventDefinition>& all() const { return all_; }
  [[nodiscard]] const EventDefinition& of(const Form& form) const { return all_.at(form); }
  /// Without anything but the kind's own fields; one that is needed.
  [[nodiscard]] const EventDefinition& of(EventKind kind) const {
    return *plain_[static_cast<std::size_t>(kind)];
  }

 private:
  std::span<const EventDefinition> own_;
  std::map<Form, EventDefinition> all_;
  Form last_{.kind = EventKind::trace_file};  // that was needed; of a kind that never is
  std::array<const EventDefinition*, kEventKinds> plain_{};
};

/// Whether the definition has a field next to the user-defined ones whose name means something in
/// this kind of event: then that field is there, too, and names nothing.
[[nodiscard]] bool has_empty_filename(const EventDefinition& form);

}  // namespace paje::writing
