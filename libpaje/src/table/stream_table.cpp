// The table of a trace while it is replayed: rows are written as soon as their objects are
// complete.
#include <string>
#include <string_view>

#include "paje/table.hpp"
#include "replay/object_sink.hpp"
#include "replay/replay.hpp"

namespace paje {

namespace {

// Rows of the table, formatted on all threads, written in order.
class TableSink final : public ObjectSink {
 public:
  TableSink(const TableOptions& options, const TextSink& sink)
      : options_(options), sink_(sink), containers_(options, sink) {}
  void take(std::span<History* const> histories, const Hierarchy& hierarchy,
            ThreadPool& parallel) override;
  void take_container(const Container& container, const Type& type, const Container* parent,
                      ObjectVisitor::Fields user_fields) override;
  /// Hands the rest to the sink.
  void flush() { containers_.flush(); }

 private:
  const TableOptions& options_;
  const TextSink& sink_;
  TableVisitor containers_;
};

void TableSink::take(std::span<History* const> histories, const Hierarchy& hierarchy,
                     ThreadPool& parallel) {
  containers_.flush();  // rows stand before those that come now
  parallel.ordered(
      histories.size(),
      [&](std::size_t i) {
        std::string text;
        TableVisitor rows(options_, [&text](std::string_view piece) { text += piece; });
        histories[i]->hand_over(hierarchy, rows);
        rows.flush();
        return text;
      },
      [&](const std::string& text) {
        if (!text.empty()) sink_(text);
      });
}

void TableSink::take_container(const Container& container, const Type& type,
                               const Container* parent, ObjectVisitor::Fields user_fields) {
  containers_.on_container(container, type, parent, user_fields);
}

}  // namespace

Trace stream_table(const Input& input, const ReadOptions& options, const TableOptions& table,
                   const TextSink& sink) {
  TableSink rows(table, sink);
  try {
    Trace trace = Replay(input, options, Replay::Objects::handed_over, &rows).run();
    rows.flush();
    return trace;
  } catch (const TraceError&) {
    rows.flush();
    throw;
  }
}

}  // namespace paje
