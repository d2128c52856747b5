// Writes an archive while a trace is replayed.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "archive/archive_maker.hpp"
#include "replay/object_sink.hpp"

namespace paje {

class ArchiveSink final : public ObjectSink {
 public:
  /// `slice_rows`: after how many rows their blocks are written.
  ArchiveSink(ArchiveMaker& maker, uint64_t slice_rows) : maker_(maker), slice_rows_(slice_rows) {}

  void deliver(std::span<History* const> histories, const SelectedFlush& selected_flush,
               ThreadPool& parallel) override;
  void end_objects(const Hierarchy& hierarchy, ThreadPool& parallel) override;
  void deliver_container(const Container&, const Type&, const Container*,
                         ObjectVisitor::Fields) override {}

 private:
  void write_slice(const Hierarchy& hierarchy, ThreadPool& parallel);

  ArchiveMaker& maker_;
  uint64_t slice_rows_;
  std::unordered_map<History*, uint64_t> waiting_;  // rows of each that no slice has
  uint64_t rows_ = 0;                               // of all together
};

}  // namespace paje
