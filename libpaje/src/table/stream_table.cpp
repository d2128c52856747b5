// The table of a trace while it is replayed: rows are written as soon as their objects are
// complete.
#include <string>
#include <string_view>
#include <utility>

#include "replay/object_sink.hpp"
#include "replay/replay.hpp"
#include "table/format_row.hpp"
#include "table/input_tables.hpp"

namespace paje {

namespace {

// Prints objects as rows while a replay completes them.
class RowPrinter final : public ObjectVisitor {
 public:
  RowPrinter(const TableOptions& options, TextSink sink)
      : options_(options), sink_(std::move(sink)) {}

  void on_state(const Place& place, const State& state) override {
    add_row(TypeKind::state, place, state.user_fields, [&](RowText& row) {
      format_state(row, state.start, state.end, state.depth, state.value.name);
    });
  }
  void on_variable(const Place& place, const Variable& variable) override {
    add_row(TypeKind::variable, place, variable.user_fields, [&](RowText& row) {
      format_variable(row, variable.start, variable.end, variable.value);
    });
  }
  void on_event(const Place& place, const PunctualEvent& event) override {
    add_row(TypeKind::event, place, event.user_fields,
            [&](RowText& row) { format_event(row, event.time, event.value.name); });
  }
  void on_link(const Place& place, const Link& link) override {
    add_row(TypeKind::link, place, link.user_fields, [&](RowText& row) {
      format_link(row, link.start, link.end, link.value.name, link.start_container.name,
                  link.end_container.name, link.key);
    });
  }
  void on_container(const Container& container, const Type& type, const Container* parent,
                    Fields user_fields) override {
    RowText row(buffer_, options_);
    format_container(row, parent->name, type.name, container.start, container.end, container.name);
    end_row(row, user_fields);
  }

  /// Hands the rest to the sink.
  void flush() {
    if (!buffer_.empty()) sink_(buffer_);
    buffer_.clear();
  }

 private:
  static constexpr std::size_t kFull = std::size_t{128} << 10U;

  template <class Format>
  void add_row(TypeKind kind, const Place& place, Fields user_fields, Format&& format) {
    RowText row(buffer_, options_);
    begin_row(row, kind, place.container.name, place.type.name);
    format(row);
    end_row(row, user_fields);
  }
  void end_row(RowText& row, Fields user_fields) {
    if (options_.user_fields) {
      for (const std::string_view word : user_fields) row.raw(word);
    }
    row.end();
    row.close();
    if (buffer_.size() >= kFull) flush();
  }

  const TableOptions& options_;
  TextSink sink_;
  std::string buffer_;
};

// Rows of the table, formatted on all threads, written in order.
class TableSink final : public ObjectSink {
 public:
  TableSink(const TableOptions& options, const TextSink& sink)
      : options_(options), sink_(sink), containers_(options, sink) {}
  void deliver(std::span<History* const> histories, const SelectedFlush& selected_flush,
               ThreadPool& parallel) override;
  void deliver_container(const Container& container, const Type& type, const Container* parent,
                         ObjectVisitor::Fields user_fields) override;
  /// Hands the rest to the sink.
  void flush() { containers_.flush(); }

 private:
  const TableOptions& options_;
  const TextSink& sink_;
  RowPrinter containers_;
};

void TableSink::deliver(std::span<History* const> histories, const SelectedFlush& selected_flush,
                        ThreadPool& parallel) {
  containers_.flush();  // rows come before those of now
  parallel.ordered(
      histories.size(),
      [&](std::size_t i) {
        std::string text;
        RowPrinter rows(options_, [&text](std::string_view piece) { text += piece; });
        selected_flush.flush(*histories[i], rows);
        rows.flush();
        return text;
      },
      [&](const std::string& text) {
        if (!text.empty()) sink_(text);
      });
}

void TableSink::deliver_container(const Container& container, const Type& type,
                                  const Container* parent, ObjectVisitor::Fields user_fields) {
  containers_.on_container(container, type, parent, user_fields);
}

}  // namespace

void print_objects(const TableOptions& options, const TextSink& sink,
                   const std::function<void(ObjectVisitor&)>& visit) {
  RowPrinter rows(options, sink);
  visit(rows);
  rows.flush();
}

Trace stream_table(const Input& input, const ReadOptions& read, const TableOptions& options,
                   const TextSink& sink) {
  TableSink rows(options, sink);
  try {
    Trace trace = Replay(input, read, Replay::Objects::handed_over, &rows).run();
    rows.flush();
    if (options.on_read) options.on_read(trace);
    return trace;
  } catch (const TraceError&) {
    rows.flush();
    throw;
  }
}

}  // namespace paje
