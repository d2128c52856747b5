// Sinks for the objects that a replay completes.
#pragma once

#include <span>

#include "base/thread_pool.hpp"
#include "paje/read.hpp"
#include "replay/history.hpp"
#include "selection/object_filter.hpp"

namespace paje {

/// Hands completed objects over that are selected.
class SelectedFlush {
 public:
  /// The filter knows all containers and types of the hierarchy.
  SelectedFlush(const Hierarchy& hierarchy, const ObjectFilter& filter)
      : hierarchy_(hierarchy), filter_(filter) {}
  /// What the history has completed; it forgets it.
  void flush(History& history, ObjectVisitor& visitor) const;
  [[nodiscard]] const Hierarchy& hierarchy() const { return hierarchy_; }

 private:
  const Hierarchy& hierarchy_;
  const ObjectFilter& filter_;
};

class ObjectSink {
 public:
  ObjectSink() = default;
  ObjectSink(const ObjectSink&) = delete;
  ObjectSink& operator=(const ObjectSink&) = delete;
  virtual ~ObjectSink() = default;

  /// Takes what these histories have completed, one after the other; they forget it. Or they keep
  /// it until a later call.
  virtual void deliver(std::span<History* const> histories, const SelectedFlush& selected_flush,
                       ThreadPool& parallel) = 0;
  /// Nothing more will be delivered but containers.
  virtual void end_objects(const Hierarchy& hierarchy, ThreadPool& parallel) {
    (void)hierarchy;
    (void)parallel;
  }
  virtual void deliver_container(const Container& container, const Type& type,
                                 const Container* parent, ObjectVisitor::Fields user_fields) = 0;
};

/// The caller of stream_objects().
class VisitorSink final : public ObjectSink {
 public:
  explicit VisitorSink(ObjectVisitor& visitor) : visitor_(visitor) {}
  void deliver(std::span<History* const> histories, const SelectedFlush& selected_flush,
               ThreadPool& parallel) override;
  void deliver_container(const Container& container, const Type& type, const Container* parent,
                         ObjectVisitor::Fields user_fields) override;

 private:
  ObjectVisitor& visitor_;
};

}  // namespace paje
