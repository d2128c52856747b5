// Sinks for the objects that a replay completes.
#pragma once

#include <span>

#include "base/thread_pool.hpp"
#include "paje/read.hpp"
#include "replay/history.hpp"

namespace paje {

class ObjectSink {
 public:
  ObjectSink() = default;
  ObjectSink(const ObjectSink&) = delete;
  ObjectSink& operator=(const ObjectSink&) = delete;
  virtual ~ObjectSink() = default;

  /// Takes what these histories have completed, one after the other; they forget it.
  virtual void deliver(std::span<History* const> histories, const Hierarchy& hierarchy,
                       ThreadPool& parallel) = 0;
  virtual void deliver_container(const Container& container, const Type& type,
                                 const Container* parent, ObjectVisitor::Fields user_fields) = 0;
};

/// The caller of stream_objects().
class VisitorSink final : public ObjectSink {
 public:
  explicit VisitorSink(ObjectVisitor& visitor) : visitor_(visitor) {}
  void deliver(std::span<History* const> histories, const Hierarchy& hierarchy,
               ThreadPool& parallel) override;
  void deliver_container(const Container& container, const Type& type, const Container* parent,
                         ObjectVisitor::Fields user_fields) override;

 private:
  ObjectVisitor& visitor_;
};

}  // namespace paje
