// Every array and every schema owns what it points to, children too, by its private data: so a
// consumer may move a child out and release the rest, as the specification allows.
#include "arrow/stream.hpp"

#include <cerrno>
#include <exception>
#include <utility>

namespace paje::python::arrow {

namespace {

void release_if_owned(auto& structure) {
  if (structure.release != nullptr) structure.release(&structure);
}

// What a schema or an array points to.
template <class Structure>
struct Parts {
  std::string name;
  std::string format;
  std::shared_ptr<const Column> column;
  std::vector<const void*> buffers;
  std::vector<Structure> children;
  std::vector<Structure*> child_pointers;
  Structure dictionary{};

  Parts() = default;
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;
  ~Parts() {
    for (Structure& child : children) release_if_owned(child);
    release_if_owned(dictionary);
  }
};

template <class Structure>
void release(Structure* structure) {
  delete static_cast<Parts<Structure>*>(structure->private_data);
  structure->release = nullptr;
}

// Points `out` at the parts, which it owns from now on.
template <class Structure>
void hand_over(std::unique_ptr<Parts<Structure>> parts, Structure* out) {
  for (Structure& child : parts->children) parts->child_pointers.push_back(&child);
  out->n_children = static_cast<int64_t>(parts->children.size());
  out->children = parts->child_pointers.data();
  out->dictionary = parts->dictionary.release != nullptr ? &parts->dictionary : nullptr;
  out->release = &release<Structure>;
  out->private_data = parts.release();
}

void export_schema(const Column& column, ArrowSchema* out) {
  auto parts = std::make_unique<Parts<ArrowSchema>>();
  parts->name = column.name;
  parts->format = column.format;
  if (column.dictionary) export_schema(*column.dictionary, &parts->dictionary);
  *out = {};
  out->format = parts->format.c_str();
  out->name = parts->name.c_str();
  out->flags = ARROW_FLAG_NULLABLE;
  hand_over(std::move(parts), out);
}

void export_schema(const Table& table, ArrowSchema* out) {
  auto parts = std::make_unique<Parts<ArrowSchema>>();
  parts->format = "+s";
  parts->children.resize(table.columns.size());
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    export_schema(*table.columns[i], &parts->children[i]);
  }
  *out = {};
  out->format = parts->format.c_str();
  out->name = parts->name.c_str();
  hand_over(std::move(parts), out);
}

void export_array(const std::shared_ptr<const Column>& column, ArrowArray* out) {
  auto parts = std::make_unique<Parts<ArrowArray>>();
  parts->column = column;
  for (const auto& buffer : column->buffers) parts->buffers.push_back(buffer.get());
  if (column->dictionary) export_array(column->dictionary, &parts->dictionary);
  *out = {};
  out->length = column->length;
  out->null_count = column->null_count;
  out->n_buffers = static_cast<int64_t>(parts->buffers.size());
  out->buffers = parts->buffers.data();
  hand_over(std::move(parts), out);
}

void export_array(const Table& table, ArrowArray* out) {
  auto parts = std::make_unique<Parts<ArrowArray>>();
  parts->buffers.push_back(nullptr);  // every row is there
  parts->children.resize(table.columns.size());
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    export_array(table.columns[i], &parts->children[i]);
  }
  *out = {};
  out->length = table.rows;
  out->n_buffers = 1;
  out->buffers = parts->buffers.data();
  hand_over(std::move(parts), out);
}

struct Stream {
  std::shared_ptr<const Table> table;
  bool is_at_end = false;
  std::string error;
};

Stream& stream_of(ArrowArrayStream* stream) { return *static_cast<Stream*>(stream->private_data); }

// Nothing may be thrown through C.
template <class Action>
int guarded(ArrowArrayStream* stream, Action action) {
  try {
    action(stream_of(stream));
    return 0;
  } catch (const std::exception& error) {
    stream_of(stream).error = error.what();
    return ENOMEM;
  }
}

int get_schema(ArrowArrayStream* stream, ArrowSchema* out) {
  return guarded(stream, [&](const Stream& of) { export_schema(*of.table, out); });
}

int get_next(ArrowArrayStream* stream, ArrowArray* out) {
  return guarded(stream, [&](Stream& of) {
    if (of.is_at_end) {
      *out = {};  // released: the end
      return;
    }
    export_array(*of.table, out);
    of.is_at_end = true;
  });
}

const char* get_last_error(ArrowArrayStream* stream) {
  const std::string& error = stream_of(stream).error;
  return error.empty() ? nullptr : error.c_str();
}

void release_stream(ArrowArrayStream* stream) {
  delete static_cast<Stream*>(stream->private_data);
  stream->release = nullptr;
}

}  // namespace

void export_table(std::shared_ptr<const Table> table, ArrowArrayStream* out) {
  auto stream = std::make_unique<Stream>();
  stream->table = std::move(table);
  *out = {get_schema, get_next, get_last_error, release_stream, stream.release()};
}

}  // namespace paje::python::arrow
