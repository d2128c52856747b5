// The C interface of the writer: errors become return values.
#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "paje/paje.h"
#include "paje/writer.hpp"

using paje::TraceWriter;

struct paje_writer {
  explicit paje_writer(TraceWriter of) : writer(std::move(of)) {}

  TraceWriter writer;
  std::string error;
  std::vector<std::size_t> field_counts{};  // of the fields of each paje_fields
  // Of the next event.
  TraceWriter::Fields fields{};
  std::vector<std::string> words{};
};

namespace {

using Type = TraceWriter::Type;
using Container = TraceWriter::Container;

paje::WriterOptions options_of(paje_encoding encoding) {
  paje::WriterOptions options;
  if (encoding > PAJE_ARCHIVE) throw paje::WriterError("there is no such encoding");
  options.encoding = static_cast<paje::Encoding>(encoding);
  return options;
}

// What call() returns; `failed`, with the reason kept, if it throws.
template <class Result, class Call>
Result guarded(paje_writer* writer, Result failed, Call&& call) {
  try {
    writer->error.clear();
    return call(writer->writer);
  } catch (const std::exception& error) {
    writer->error = error.what();
    return failed;
  }
}

template <class Call>
int status(paje_writer* writer, Call&& call) {
  return guarded(writer, -1, [&](TraceWriter& to) {
    call(to);
    return 0;
  });
}

template <class Call>
uint32_t id(paje_writer* writer, Call&& call) {
  return guarded(writer, PAJE_NONE, [&](TraceWriter& to) -> uint32_t { return call(to).index; });
}

// With the user-defined fields that paje_with() set for this event.
template <class Call>
int event(paje_writer* writer, Call&& call) {
  const int done = status(writer, [&](TraceWriter& to) {
    const std::vector<paje::UserValue> values(writer->words.begin(), writer->words.end());
    call(to, TraceWriter::With(writer->fields, values));
  });
  writer->fields = {};
  writer->words.clear();
  return done;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = std::min(text.find_first_not_of(" \t"), text.size());
  return text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

// `Size int, Tag int`
std::vector<paje::UserField> parse_fields(std::string_view text) {
  std::vector<paje::UserField> fields;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view field = trimmed(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
    const std::size_t blank = std::min(field.find_first_of(" \t"), field.size());
    const auto type = paje::field_type(trimmed(field.substr(blank)));
    if (!type) {
      throw paje::WriterError("user-defined field '" + std::string(field) +
                              "': expected a name and a type, such as 'Size int'");
    }
    fields.push_back({std::string(field.substr(0, blank)), *type});
  }
  return fields;
}

}  // namespace

paje_writer* paje_open(const char* path, paje_encoding encoding, char* error, size_t size) {
  try {
    return new paje_writer(TraceWriter(std::string(path), options_of(encoding)));
  } catch (const std::exception& failed) {
    if (error != nullptr && size != 0) {
      const std::size_t count = std::min(std::strlen(failed.what()), size - 1);
      std::memcpy(error, failed.what(), count);
      error[count] = '\0';
    }
    return nullptr;
  }
}

paje_writer* paje_open_definitions(paje_encoding encoding) {
  try {
    return new paje_writer(TraceWriter::definitions_only(options_of(encoding)));
  } catch (const std::exception&) {
    return nullptr;
  }
}

paje_writer* paje_open_part(paje_writer* root, const char* path, paje_container container) {
  return guarded(root, static_cast<paje_writer*>(nullptr), [&](TraceWriter& to) {
    auto* part = new paje_writer(to.part(path, Container{container}));
    part->field_counts = root->field_counts;
    return part;
  });
}

int paje_name_part(paje_writer* root, const char* path, paje_container container) {
  return status(root, [&](TraceWriter& to) { to.name_part(path, Container{container}); });
}

int paje_close(paje_writer* writer) {
  return status(writer, [](TraceWriter& to) { to.close(); });
}

void paje_free(paje_writer* writer) { delete writer; }

const char* paje_error(const paje_writer* writer) { return writer->error.c_str(); }

paje_type paje_container_type(paje_writer* writer, const char* name, paje_type parent) {
  return id(writer, [&](TraceWriter& to) { return to.container_type(name, Type{parent}); });
}
paje_type paje_state_type(paje_writer* writer, const char* name, paje_type container) {
  return id(writer, [&](TraceWriter& to) { return to.state_type(name, Type{container}); });
}
paje_type paje_event_type(paje_writer* writer, const char* name, paje_type container) {
  return id(writer, [&](TraceWriter& to) { return to.event_type(name, Type{container}); });
}
paje_type paje_variable_type(paje_writer* writer, const char* name, paje_type container) {
  return id(writer, [&](TraceWriter& to) { return to.variable_type(name, Type{container}); });
}
paje_type paje_link_type(paje_writer* writer, const char* name, paje_type container,
                         paje_type start, paje_type end) {
  return id(writer, [&](TraceWriter& to) {
    return to.link_type(name, Type{container}, Type{start}, Type{end});
  });
}

int paje_define_value(paje_writer* writer, paje_type type, const char* name, float red, float green,
                      float blue) {
  return status(writer, [&](TraceWriter& to) {
    to.value(Type{type}, name, paje::Color{red, green, blue, 1});
  });
}

paje_fields paje_user_fields(paje_writer* writer, const char* fields) {
  return id(writer, [&](TraceWriter& to) {
    std::vector<paje::UserField> parsed = parse_fields(fields);
    writer->field_counts.push_back(parsed.size());
    try {
      return to.user_fields(std::move(parsed));
    } catch (...) {
      writer->field_counts.pop_back();
      throw;
    }
  });
}

int paje_with(paje_writer* writer, paje_fields fields, const char* const* words) {
  return status(writer, [&](TraceWriter&) {
    if (fields >= writer->field_counts.size()) {
      throw paje::WriterError("user-defined fields that this writer does not have");
    }
    writer->fields = {fields};
    writer->words.assign(words, words + writer->field_counts[fields]);
  });
}

paje_container paje_create_container(paje_writer* writer, double time, paje_type type,
                                     const char* name, paje_container parent) {
  uint32_t created = PAJE_NONE;
  event(writer, [&](TraceWriter& to, const TraceWriter::With& with) {
    created = to.create_container(time, Type{type}, name, Container{parent}, with).index;
  });
  return created;
}

int paje_destroy_container(paje_writer* writer, double time, paje_container container) {
  return status(writer, [&](TraceWriter& to) { to.destroy_container(time, Container{container}); });
}

int paje_set_state(paje_writer* writer, double time, paje_container container, paje_type type,
                   const char* value) {
  return event(writer, [&](TraceWriter& to, const TraceWriter::With& with) {
    to.set_state(time, Container{container}, Type{type}, value, with);
  });
}
int paje_push_state(paje_writer* writer, double time, paje_container container, paje_type type,
                    const char* value) {
  return event(writer, [&](TraceWriter& to, const TraceWriter::With& with) {
    to.push_state(time, Container{container}, Type{type}, value, with);
  });
}
int paje_pop_state(paje_writer* writer, double time, paje_container container, paje_type type) {
  return event(writer, [&](TraceWriter& to, const TraceWriter::With& with) {
    to.pop_state(time, Container{container}, Type{type}, with);
  });
}
int paje_reset_state(paje_writer* writer, double time, paje_container container, paje_type type) {
  return event(writer, [&](TraceWriter& to, const TraceWriter::With& with) {
    to.reset_state(time, Container{container}, Type{type}, with);
  });
}

int paje_set_variable(paje_writer* writer, double time, paje_container container, paje_type type,
                      double value) {
  return event(writer, [&](TraceWriter& to, const TraceWriter::With& with) {
    to.set_variable(time, Container{container}, Type{type}, value, with);
  });
}
int paje_add_variable(paje_writer* writer, double time, paje_container container, paje_type type,
                      double value) {
  return event(writer, [&](TraceWriter& to, const TraceWriter::With& with) {
    to.add_variable(time, Container{container}, Type{type}, value, with);
  });
}
int paje_sub_variable(paje_writer* writer, double time, paje_container container, paje_type type,
                      double value) {
  return event(writer, [&](TraceWriter& to, const TraceWriter::With& with) {
    to.sub_variable(time, Container{container}, Type{type}, value, with);
  });
}

int paje_new_event(paje_writer* writer, double time, paje_container container, paje_type type,
                   const char* value) {
  return event(writer, [&](TraceWriter& to, const TraceWriter::With& with) {
    to.new_event(time, Container{container}, Type{type}, value, with);
  });
}

int paje_start_link(paje_writer* writer, double time, paje_container container, paje_type type,
                    paje_container start, const char* key, const char* value) {
  return event(writer, [&](TraceWriter& to, const TraceWriter::With& with) {
    to.start_link(time, Container{container}, Type{type}, Container{start}, key, value, with);
  });
}
int paje_end_link(paje_writer* writer, double time, paje_container container, paje_type type,
                  paje_container end, const char* key, const char* value) {
  return event(writer, [&](TraceWriter& to, const TraceWriter::With& with) {
    to.end_link(time, Container{container}, Type{type}, Container{end}, key, value, with);
  });
}
