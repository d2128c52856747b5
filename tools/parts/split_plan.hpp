// Which events of a trace go to which part, and where the root file names the parts, so that the
// set replays as the trace does.
//
// A part holds the events of some containers and of all containers below them, down to the events
// that destroy them. All else stays in the root file: definitions, creations, and whatever belongs
// to other containers. As the events of a part come where it is named, a part is named as late as
// possible, when everything that its events refer to exists:
//
//   * before the event that destroys a container above one of the part's; what comes for the part's
//     containers after that is ignored by every reader, and stays in the root file;
//   * otherwise before the last timed event of the trace if that is in the root file, and else at
//     the end, the part with the last timed event last: a trace ends with its last timed event.
//
// A container in whose tree another is created after it was destroyed is left in the root file: the
// new one would be destroyed too when the part comes later.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/flatten/distinct_numbers.hpp"
#include "paje/read.hpp"
#include "paje/trace.hpp"

namespace paje::tools {

/// How to choose the containers that are cut off with all below them.
struct SplitRule {
  enum class By : uint8_t { container_type, depth, parts };
  By by = By::parts;
  std::string container_type;  ///< name or alias
  uint32_t depth = 1;          ///< of the containers; those in the root are at depth 1
  uint32_t parts = 1;          ///< how many parts of about as many events each
};

class SplitPlan {
 public:
  static constexpr uint32_t kRoot = UINT32_MAX;  ///< no part: the root file
  static constexpr uint64_t kEnd = UINT64_MAX;

  struct Part {
    std::vector<ContainerId> containers;  ///< that are cut off
    uint64_t events = 0;
    uint64_t named_before = kEnd;  ///< the number of the event in the trace
    DistinctNumbers definitions;   ///< of its events, in definitions()
    bool has_last_timed = false;   ///< whether the last event with a time is of its containers'
  };

  /// Reads the events of a trace, which `tree` is the replay of. Throws std::invalid_argument for a
  /// rule that fits no container, and as visit_events().
  SplitPlan(const Input& input, const ReadOptions& options, const Trace& tree,
            const SplitRule& rule);

  /// In the order in which they are named.
  [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }
  /// Of all files of the trace, in order.
  [[nodiscard]] const std::vector<EventDefinition>& definitions() const { return definitions_; }
  /// Where the trace's `number`-th event, counted from 0, goes.
  [[nodiscard]] uint32_t part_of(const Event& event, uint64_t number) const;

 private:
  // A container that is cut off, with all below it.
  struct Unit {
    ContainerId container;
    uint64_t events = 0;
    uint64_t last_event = 0;
    uint64_t deadline = kEnd;  ///< when a container above it is destroyed
    bool stays = false;        ///< in the root file
    uint32_t part = kRoot;
    DistinctNumbers definitions;  ///< of its events
  };

  class Survey;

  [[nodiscard]] std::vector<ContainerId> chosen(const SplitRule& rule) const;
  [[nodiscard]] std::vector<ContainerId> of_type(std::string_view name) const;
  [[nodiscard]] std::vector<uint32_t> depths() const;
  [[nodiscard]] std::vector<ContainerId> at_depth(uint32_t depth) const;
  [[nodiscard]] uint32_t fitting_depth(uint32_t parts) const;
  void make_units(const std::vector<ContainerId>& containers);
  [[nodiscard]] ContainerId container_of(const Event& event) const;
  [[nodiscard]] uint32_t unit_of(const Event& event) const;
  void make_parts(const SplitRule& rule);
  Unit& unit_at(ContainerId container);
  void drop_what_does_not_fit(Part& part);
  void order_parts(uint64_t last_timed, uint32_t unit_of_last_timed);

  const Trace& tree_;
  std::vector<uint32_t> unit_of_container_;  // or kRoot
  std::vector<Unit> units_;
  std::vector<Part> parts_;
  std::vector<EventDefinition> definitions_;
};

}  // namespace paje::tools
