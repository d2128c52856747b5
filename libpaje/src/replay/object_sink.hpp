// Who gets the objects that a replay completes, when they are handed over.
#pragma once

#include <span>

#include "base/thread_pool.hpp"
#include "paje/table.hpp"
#include "replay/history.hpp"

namespace paje {

class Recipient {
 public:
  Recipient() = default;
  Recipient(const Recipient&) = delete;
  Recipient& operator=(const Recipient&) = delete;
  virtual ~Recipient() = default;

  /// Takes what these histories have completed, one after the other; they forget it.
  virtual void take(std::span<History* const> histories, const Hierarchy& hierarchy,
                    Parallel& parallel) = 0;
  virtual void take_container(const Container& container, const Type& type, const Container* parent,
                              ObjectVisitor::Fields user_fields) = 0;
};

/// The caller of stream_objects().
class VisitorRecipient final : public Recipient {
 public:
  explicit VisitorRecipient(ObjectVisitor& visitor) : visitor_(visitor) {}
  void take(std::span<History* const> histories, const Hierarchy& hierarchy,
            Parallel& parallel) override;
  void take_container(const Container& container, const Type& type, const Container* parent,
                      ObjectVisitor::Fields user_fields) override;

 private:
  ObjectVisitor& visitor_;
};

/// Rows of the table, formatted on all threads, written in order.
class TableRecipient final : public Recipient {
 public:
  TableRecipient(const TableOptions& options, const TextSink& sink)
      : options_(options), sink_(sink), containers_(options, sink) {}
  void take(std::span<History* const> histories, const Hierarchy& hierarchy,
            Parallel& parallel) override;
  void take_container(const Container& container, const Type& type, const Container* parent,
                      ObjectVisitor::Fields user_fields) override;
  /// Hands the rest to the sink.
  void flush() { containers_.flush(); }

 private:
  const TableOptions& options_;
  const TextSink& sink_;
  TableVisitor containers_;
};

}  // namespace paje
