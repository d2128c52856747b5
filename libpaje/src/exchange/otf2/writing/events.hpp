// The events of the locations of an OTF2 archive.
#pragma once

#include <otf2/otf2.h>

#include <vector>

#include "exchange/losses.hpp"
#include "exchange/otf2/writing/names.hpp"
#include "exchange/otf2/writing/plan.hpp"
#include "exchange/otf2/writing/ticks.hpp"
#include "paje/otf2.hpp"
#include "paje/trace.hpp"
#include "paje/user_columns.hpp"

namespace paje::exchange {

/// Regions have the numbers of values; metrics, parameters and communicators those that the plan
/// gives their types.
class Otf2Events {
 public:
  Otf2Events(const Trace& trace, const Otf2Options& options, const Otf2Plan& plan,
             const Otf2Ticks& ticks, Otf2Names& names, Losses& losses);
  ~Otf2Events();
  Otf2Events(const Otf2Events&) = delete;
  Otf2Events& operator=(const Otf2Events&) = delete;

  /// In order of time. Throws std::runtime_error if the library refuses one.
  void write(const PlannedLocation& location, OTF2_EvtWriter* writer);

 private:
  enum class What : uint8_t { receive, enter, leave, send, metric, parameter };
  struct Item {
    uint64_t tick = 0;
    uint64_t row = 0;
    What what = What::enter;
    /// At one time: what arrives, then what begins and ends in its own order, then the rest.
    [[nodiscard]] int rank() const {
      return what == What::receive ? 0 : what == What::enter || what == What::leave ? 1 : 2;
    }
  };

  void collect_states(const Track& track);
  void collect_others(ContainerId container);
  void write(const Item& item, OTF2_EvtWriter* writer);
  void write_message(const Item& item, OTF2_EvtWriter* writer);
  [[nodiscard]] uint32_t type_number(TypeKind kind, uint64_t row) const {
    return plan_.type_number[trace_.track_of(kind, row).type.index];
  }
  static void count_empty_words(const UserColumns& columns, Losses& losses);
  void count_odd_sizes(Losses& losses) const;
  [[nodiscard]] uint64_t size_of(uint64_t row) const;
  void add_fields(const UserColumns& columns, uint64_t row);
  void add_text(const char* name, std::string_view text);

  const Trace& trace_;
  const Otf2Plan& plan_;
  const Otf2Ticks& ticks_;
  Otf2Names& names_;
  UserColumns states_, variables_, events_, links_;
  StateColumns state_columns_;
  VariableColumns variable_columns_;
  EventColumns event_columns_;
  LinkColumns link_columns_;
  bool has_keys_ = false;
  std::vector<uint64_t> sends_, receives_;  // rows of links by their ends
  std::vector<Item> items_;
  OTF2_AttributeList* attributes_ = nullptr;
};

}  // namespace paje::exchange
