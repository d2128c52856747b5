#include "exchange/chrome/flows.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "exchange/stable_sort.hpp"

namespace paje::exchange {

void ChromeFlows::add(double time, std::string_view key, ContainerIndex thread, WordIndex name,
                      bool arrives, bool departs, FieldsIndex fields) {
  const uint32_t flow = flows_.number_of(FieldValue::of_text(key, false));
  steps_.push_back({time, flow, thread, name, fields, arrives, departs});
}

// The steps of all keys in order of time, as links from departures to arrivals.
class ChromeFlows::Pairs {
 public:
  Pairs(const std::vector<Step>& steps, std::size_t keys, ImportedTrace& trace, TypeIndex type)
      : steps_(steps), keys_(keys), trace_(trace), type_(type) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      Key& key = keys_[steps[i].flow];
      if (key.first == kNone) key.first = i;
      key.last = i;
      if (!steps[i].arrives) key.begin = i, ++key.begins;
      if (!steps[i].departs) key.end = i, ++key.ends;
    }
  }

  void pair() {
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (!keys_[steps_[i].flow].is_out_of_order()) take(i);
    }
    pair_out_of_order();
  }

  void count(Losses& losses) const {
    for (const Key& key : keys_) {
      const uint64_t departures = key.departures + (key.departed == kNone ? 0 : 1);
      // Of a key that one flow has alone, all that fits together is paired.
      const uint64_t mixed = key.is_of_one() ? 0 : std::min(departures, key.arrivals);
      losses.add("flows of ids that several share, whose ends do not pair in order of time", mixed);
      losses.add("flows that arrive and never departed", key.arrivals - mixed);
      losses.add("flows that depart and never arrive", departures - mixed);
    }
  }

 private:
  static constexpr std::size_t kNone = SIZE_MAX;
  struct Key {
    std::size_t first = kNone;  // of its steps
    std::size_t last = kNone;
    std::size_t begin = kNone;  // a step that only departs, and how many there are
    std::size_t end = kNone;    // one that only arrives
    uint32_t begins = 0;
    uint32_t ends = 0;
    std::size_t departed = kNone;  // the step that the next arrival belongs to
    uint64_t departures = 0;       // that have no arrival
    uint64_t arrivals = 0;         // that have no departure

    [[nodiscard]] bool is_of_one() const { return begins <= 1 && ends <= 1; }
    // Clocks of threads differ: what a flow comes to may be earlier than where it comes from.
    [[nodiscard]] bool is_out_of_order() const {
      return is_of_one() && ((begin != kNone && begin != first) || (end != kNone && end != last));
    }
  };

  void take(std::size_t i) {
    const Step& step = steps_[i];
    Key& key = keys_[step.flow];
    if (step.arrives) {
      if (key.departed != kNone) {
        add_link(steps_[key.departed], step);
        key.departed = kNone;
      } else {
        ++key.arrivals;
      }
    }
    if (step.departs) {
      if (key.departed != kNone) ++key.departures;
      key.departed = i;
    }
  }

  void add_link(const Step& from, const Step& to) {
    ImportedLink link{type_, kRoot, from.thread, to.thread, from.name};
    // Those of a step in between are its departure's.
    link.fields = to.departs ? from.fields : trace_.merge_fields(from.fields, to.fields);
    trace_.link(from.time, to.time, link);
  }

  // Their order is: where the flow begins, the steps in between, where it ends.
  void pair_out_of_order() {
    std::vector<std::size_t> steps;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (keys_[steps_[i].flow].is_out_of_order()) steps.push_back(i);
    }
    const auto rank = [&](std::size_t i) {
      return !steps_[i].arrives ? 0 : steps_[i].departs ? 1 : 2;
    };
    std::stable_sort(steps.begin(), steps.end(),
                     [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
    for (const std::size_t i : steps) take(i);
  }

  const std::vector<Step>& steps_;
  std::vector<Key> keys_;
  ImportedTrace& trace_;
  TypeIndex type_;
};

void ChromeFlows::finish(ImportedTrace& trace, Losses& losses, TypeIndex thread_type) {
  if (steps_.empty()) return;
  stable_sort_by(steps_, trace.threads(),
                 [](const Step& a, const Step& b) { return a.time < b.time; });
  Pairs pairs(steps_, flows_.size(), trace,
              trace.add_type({ImportedKind::link, kRoot, "Flow", thread_type, thread_type}));
  pairs.pair();
  pairs.count(losses);
}

}  // namespace paje::exchange
