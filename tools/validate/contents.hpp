// What a replayed trace holds, in figures, and what is worth a notice although it is not a problem.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "paje/trace.hpp"
#include "validate/event_survey.hpp"

namespace paje::tools {

inline constexpr std::size_t kTypeKinds = 5;

struct Contents {
  struct ContainersOfType {
    std::string type;  ///< `name (alias)`
    uint64_t count = 0;
    uint64_t destroyed = 0;
  };
  struct DeepestState {
    uint32_t depth = 0;  ///< as pj_dump prints it: 0 is outermost
    std::string container;
    double start = 0;
  };
  struct TimeSpan {
    double start = 0;
    double end = 0;
    [[nodiscard]] double length() const { return end - start; }
  };

  ReadCounts counts;
  uint64_t event_definitions = 0;
  uint64_t timed_events = 0;
  std::array<uint64_t, kEventKinds> events_by_kind{};
  std::array<uint64_t, kTypeKinds> types_by_kind{};    ///< without the root type
  std::array<uint64_t, kTypeKinds> objects_by_kind{};  ///< containers without the root container
  std::vector<ContainersOfType> containers_by_type;    ///< in order of definition
  uint64_t defined_values = 0;
  uint64_t undefined_values = 0;  ///< came into being at first use
  std::optional<DeepestState> deepest_state;
  std::optional<TimeSpan> time_span;  ///< of all objects but the root container

  /// Timed events per unit of trace time; nothing if the span has no finite, positive length.
  [[nodiscard]] std::optional<double> events_per_time() const;
  /// Timed events per container; nothing if there is none.
  [[nodiscard]] std::optional<double> events_per_container() const;
};

/// What has to be looked at row by row: of a trace, or of a share of one.
struct ObjectFacts {
  struct Deepest {
    uint32_t depth = 0;
    ContainerId container;
    TypeId type;
    double start = 0;
  };
  std::array<uint64_t, kTypeKinds> objects{};  ///< without containers
  std::vector<uint8_t> used_values;            ///< by id: 1 if an object has it
  std::vector<uint8_t> used_types;             ///< by id: 1 if there are objects of it
  std::optional<Deepest> deepest;
  std::optional<Contents::TimeSpan> time_span;
};
ObjectFacts object_facts_of(const Trace& trace);
/// Adds those of another share of the same trace.
void add_facts(const ObjectFacts& more, ObjectFacts& facts);

/// Of the trace only the names are looked at.
Contents contents_of(const Trace& trace, const ObjectFacts& facts, const EventSurvey& survey);

/// Something valid that may still surprise.
struct Notice {
  std::string name;  ///< stable, for machines: `values-not-defined`
  std::string text;
  uint64_t count = 0;
  std::vector<std::string> examples;  ///< the first ones, as `count` are too many
};

/// Of what the conversion from another format lost or did, which says nothing about the trace.
inline constexpr std::string_view kConversionNotice = "not-carried-over";

/// Adds such remarks, at most `most` of them as examples.
void add_conversion(std::vector<Notice>& notices, const std::vector<std::string>& remarks,
                    uint64_t most);

/// At most `most` examples each.
std::vector<Notice> notices_of(const Trace& trace, const ObjectFacts& facts,
                               const EventSurvey& survey, uint64_t most);

}  // namespace paje::tools
