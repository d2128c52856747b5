// Copies what a cut keeps of a trace.
#pragma once

#include "paje/cut.hpp"
#include "selection/cut_plan.hpp"
#include "selection/cut_words.hpp"
#include "trace/trace_data.hpp"

namespace paje {

/// A time of the trace as one of the part. Throws CutError if that is infinite, or none.
class CutTime {
 public:
  CutTime(const Cut& cut, const CutPlan& plan)
      : from_(plan.from), to_(plan.to), scale_(cut.scale), shift_(cut.shift) {}
  [[nodiscard]] double operator()(double time) const;

 private:
  double from_, to_, scale_, shift_;
};

/// What each id of the trace is in the part; invalid if it is not kept.
struct CutIds {
  explicit CutIds(const CutPlan& plan);
  std::vector<ContainerId> containers;
  std::vector<TypeId> types;
  std::vector<ValueId> values;
};

/// Types, containers and values, and what events name them.
[[nodiscard]] TraceNames copy_names(const Trace& trace, const TraceData& data, const CutPlan& plan,
                                    const CutIds& ids, const CutTime& time, CutWords& words);

/// Tracks and their columns go to `part`, whose containers are there.
void copy_tracks(const Trace& trace, const TraceData& data, const CutPlan& plan, const CutIds& ids,
                 const CutTime& time, CutWords& words, TraceData& part);

/// The user-defined fields of an object, as ones of `to`.
[[nodiscard]] UserFields::Reference copy_fields(const UserFields& from, UserFields::Reference last,
                                                CutWords& words, UserFields& to);

}  // namespace paje
