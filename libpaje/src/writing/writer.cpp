#include "paje/writer.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

#include "paje/archive.hpp"
#include "writing/event_forms.hpp"
#include "writing/event_output.hpp"
#include "writing/output_file.hpp"
#include "writing/trace_rules.hpp"
#include "writing/word_pool.hpp"

namespace paje {

namespace {

using writing::ByteSink;
using writing::EventOutput;
using writing::OutputFile;
using writing::TraceRules;

std::unique_ptr<EventOutput> output_of(const WriterOptions& options, ByteSink sink) {
  return options.encoding == Encoding::text
             ? writing::text_output(std::move(sink))
             : writing::record_output(options.encoding, std::move(sink));
}

ReadOptions archive_reading() {
  ReadOptions read;
  read.ignore_incomplete_links = true;  // close() reports them
  return read;
}

std::string color_text(const Color& color) {
  for (const float share : {color.red, color.green, color.blue, color.alpha}) {
    if (share >= 0 && share <= 1) continue;
    throw WriterError(fmt::format("colour {} {} {} {}: each share must be from 0 to 1", color.red,
                                  color.green, color.blue, color.alpha));
  }
  return fmt::format("{} {} {} {}", color.red, color.green, color.blue, color.alpha);
}

}  // namespace

struct TraceWriter::Inside {
  WriterOptions options;
  TraceRules rules;
  writing::LinkPairs pairs = {};
  writing::EventForms forms;
  std::filesystem::path path;  // empty if it is not a file
  std::string alias_tail;      // of the containers of a part
  std::unique_ptr<OutputFile> file;
  std::optional<ArchiveWriter> archive;
  std::unique_ptr<EventOutput> output;  // null once it is closed
  writing::WordPool spelling;
  std::vector<FieldValue> fields;
  std::set<std::string> parts;  // files

  void open_file(const std::filesystem::path& of) {
    path = of;
    if (is_archive()) {
      write_into(archive.emplace(path.string(), archive_reading()));
      return;
    }
    file = std::make_unique<OutputFile>(path.string());
    output = output_of(options, [to = file.get()](std::string_view bytes) { to->write(bytes); });
  }
  void open_sink(ByteSink sink) {
    if (is_archive()) {
      ArchiveTarget target{.write = std::move(sink), .restart = [] {}};  // parts alone begin again
      write_into(archive.emplace(std::move(target), "<trace>", archive_reading()));
    } else {
      output = output_of(options, std::move(sink));
    }
  }
  void write_into(ArchiveWriter& to) {
    output = writing::text_output([&to](std::string_view bytes) { to.write(bytes); });
  }
  [[nodiscard]] bool is_archive() const { return options.encoding == Encoding::archive; }
  void define_forms() {
    for (const EventDefinition& form : forms.all()) output->define(form);
  }

  // Every event and definition does.
  void begin(const With& with) {
    if (output == nullptr) throw WriterError("the writer is closed");
    check(with);
    spelling.clear();
  }
  FieldValue alias(Type type) const { return FieldValue::of_text(rules.type(type).alias, false); }
  FieldValue alias(Container container) const {
    return FieldValue::of_text(rules.alias(container), false);
  }
  FieldValue number(double number) const { return FieldValue::of_number(number); }

  void check(const With& with) const {
    if (!with.fields().valid()) return;
    const std::size_t wanted = forms.fields(with.fields()).size(), found = with.values().size();
    if (found == wanted) return;
    throw WriterError(fmt::format("{} user-defined fields, {} values for them", wanted, found));
  }
  // The event's own fields, then the user-defined ones.
  void write(EventKind kind, std::initializer_list<FieldValue> own, const With& with = {}) {
    if (!with.fields().valid()) {
      output->write(forms.of(kind), {own.begin(), own.size()});
      return;
    }
    const auto [form, is_new] = forms.with(kind, with.fields());
    if (is_new) output->define(form);
    fields.assign(own.begin(), own.end());
    for (const UserValue& value : with.values()) {
      fields.push_back(user_value(value, form.fields[fields.size()].type));
    }
    output->write(form, fields);
  }
  FieldValue user_value(const UserValue& value, FieldType type) {
    if (const auto* text = std::get_if<std::string_view>(&value)) return spelling.word(*text);
    const auto* whole = std::get_if<int64_t>(&value);
    const bool takes_number = type == FieldType::double_number || type == FieldType::float_number;
    if (whole != nullptr && !takes_number) return spelling.digits(*whole);
    const double number = whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value);
    // Words stay words: the replay reads no user-defined field as a number.
    return spelling.digits(number);
  }

  void check_part(std::string_view name) {
    const auto refuse = [&](const char* why) {
      throw WriterError(fmt::format("part '{}': {}", name, why));
    };
    if (name.empty()) refuse("a part needs the path of a file");
    if (writing::is_spelled_otherwise(name))
      refuse("a trace cannot name a path with this character");
    const std::filesystem::path file = (path.parent_path() / name).lexically_normal();
    if (file == path.lexically_normal()) refuse("the file of this writer cannot be its own part");
    if (!parts.insert(file.string()).second) refuse("it is a part already");
  }

  Type define(EventKind kind, TypeKind of, std::string_view name, Type parent) {
    begin({});
    const Type added = rules.add_type(of, name, parent);
    write(kind, {alias(added), alias(parent), spelling.word(name)});
    return added;
  }

  void change_state(EventKind kind, double time, Container container, Type type,
                    const ValueName* value, const With& with) {
    begin(with);
    const std::string_view name =
        value != nullptr ? rules.use_value(type, *value) : std::string_view();
    rules.change_state(time, container, type, kind);
    if (value == nullptr) {
      write(kind, {number(time), alias(type), alias(container)}, with);
    } else {
      write(kind, {number(time), alias(type), alias(container), spelling.word(name)}, with);
    }
  }
  void change_variable(EventKind kind, double time, Container container, Type type, double value,
                       const With& with) {
    begin(with);
    rules.change_variable(time, container, type, kind == EventKind::set_variable);
    write(kind, {number(time), alias(type), alias(container), number(value)}, with);
  }
  void link(EventKind kind, double time, Container container, Type type, Container end,
            std::string_view key, const ValueName& value, const With& with) {
    begin(with);
    const std::string_view name = rules.use_value(type, value);
    const FieldValue value_word = spelling.word(name), key_word = spelling.word(key);
    rules.link(time, container, type, end, key_word.text(), value_word.text(),
               kind == EventKind::start_link, options.checks_links ? &pairs : nullptr);
    write(kind, {number(time), alias(type), alias(container), alias(end), value_word, key_word},
          with);
  }
};

TraceWriter::TraceWriter(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}
TraceWriter::TraceWriter(TraceWriter&&) noexcept = default;
TraceWriter& TraceWriter::operator=(TraceWriter&&) noexcept = default;

TraceWriter::TraceWriter(const std::string& path, const WriterOptions& options)
    : inside_(std::make_unique<Inside>()) {
  inside_->options = options;
  inside_->open_file(path);
  inside_->define_forms();
}

TraceWriter::TraceWriter(ByteSink sink, const WriterOptions& options)
    : inside_(std::make_unique<Inside>()) {
  inside_->options = options;
  inside_->open_sink(std::move(sink));
  inside_->define_forms();
}

TraceWriter TraceWriter::definitions_only(const WriterOptions& options) {
  auto inside = std::make_unique<Inside>();
  inside->options = options;
  inside->output = writing::no_output();
  return TraceWriter(std::move(inside));
}

TraceWriter::~TraceWriter() {
  if (inside_ == nullptr || inside_->output == nullptr) return;
  try {
    inside_->output->close();
    if (inside_->archive) inside_->archive->finish();
  } catch (const std::exception&) {
    // Callers that want to know call close().
  }
}

TraceWriter::Type TraceWriter::container_type(std::string_view name, Type parent) {
  return inside_->define(EventKind::define_container_type, TypeKind::container, name, parent);
}
TraceWriter::Type TraceWriter::state_type(std::string_view name, Type container_type) {
  return inside_->define(EventKind::define_state_type, TypeKind::state, name, container_type);
}
TraceWriter::Type TraceWriter::event_type(std::string_view name, Type container_type) {
  return inside_->define(EventKind::define_event_type, TypeKind::event, name, container_type);
}

TraceWriter::Type TraceWriter::variable_type(std::string_view name, Type container_type,
                                             std::optional<Color> color) {
  Inside& in = *inside_;
  if (!color) {
    return in.define(EventKind::define_variable_type, TypeKind::variable, name, container_type);
  }
  in.begin({});
  const FieldValue color_word = in.spelling.word(color_text(*color));
  const Type added = in.rules.add_type(TypeKind::variable, name, container_type);
  in.output->write(
      in.forms.colored(EventKind::define_variable_type),
      std::array{in.alias(added), in.alias(container_type), in.spelling.word(name), color_word});
  return added;
}

TraceWriter::Type TraceWriter::link_type(std::string_view name, Type container_type, Type start,
                                         Type end) {
  Inside& in = *inside_;
  in.begin({});
  const Type added = in.rules.add_type(TypeKind::link, name, container_type, start, end);
  in.write(EventKind::define_link_type, {in.alias(added), in.alias(container_type), in.alias(start),
                                         in.alias(end), in.spelling.word(name)});
  return added;
}

TraceWriter::Value TraceWriter::value(Type type, std::string_view name,
                                      std::optional<Color> color) {
  Inside& in = *inside_;
  in.begin({});
  const std::string color_as_text = color ? color_text(*color) : std::string();
  const auto [added, is_new] = in.rules.add_value(type, name);
  if (!is_new) return added;
  if (!color) {
    in.write(EventKind::define_entity_value, {in.alias(type), in.spelling.word(name)});
  } else {
    in.output->write(
        in.forms.colored(EventKind::define_entity_value),
        std::array{in.alias(type), in.spelling.word(name), in.spelling.word(color_as_text)});
  }
  return added;
}

TraceWriter::Fields TraceWriter::user_fields(std::vector<UserField> fields) {
  return inside_->forms.add_fields(std::move(fields));
}

TraceWriter::Container TraceWriter::create_container(double time, Type type, std::string_view name,
                                                     Container parent, const With& with) {
  Inside& in = *inside_;
  in.begin(with);
  const Container added = in.rules.create(time, type, name, parent, in.alias_tail);
  in.write(
      EventKind::create_container,
      {in.number(time), in.alias(added), in.alias(type), in.alias(parent), in.spelling.word(name)},
      with);
  return added;
}

void TraceWriter::destroy_container(double time, Container container) {
  Inside& in = *inside_;
  in.begin({});
  in.rules.destroy(time, container);
  in.write(EventKind::destroy_container,
           {in.number(time), in.alias(in.rules.type_of(container)), in.alias(container)});
}

void TraceWriter::set_state(double time, Container container, Type type, const ValueName& value,
                            const With& with) {
  inside_->change_state(EventKind::set_state, time, container, type, &value, with);
}
void TraceWriter::push_state(double time, Container container, Type type, const ValueName& value,
                             const With& with) {
  inside_->change_state(EventKind::push_state, time, container, type, &value, with);
}
void TraceWriter::pop_state(double time, Container container, Type type, const With& with) {
  inside_->change_state(EventKind::pop_state, time, container, type, nullptr, with);
}
void TraceWriter::reset_state(double time, Container container, Type type, const With& with) {
  inside_->change_state(EventKind::reset_state, time, container, type, nullptr, with);
}

void TraceWriter::set_variable(double time, Container container, Type type, double value,
                               const With& with) {
  inside_->change_variable(EventKind::set_variable, time, container, type, value, with);
}
void TraceWriter::add_variable(double time, Container container, Type type, double value,
                               const With& with) {
  inside_->change_variable(EventKind::add_variable, time, container, type, value, with);
}
void TraceWriter::sub_variable(double time, Container container, Type type, double value,
                               const With& with) {
  inside_->change_variable(EventKind::sub_variable, time, container, type, value, with);
}

void TraceWriter::new_event(double time, Container container, Type type, const ValueName& value,
                            const With& with) {
  Inside& in = *inside_;
  in.begin(with);
  const std::string_view name = in.rules.use_value(type, value);
  in.rules.happen(time, container, type);
  in.write(EventKind::new_event,
           {in.number(time), in.alias(type), in.alias(container), in.spelling.word(name)}, with);
}

void TraceWriter::start_link(double time, Container container, Type type, Container start,
                             std::string_view key, const ValueName& value, const With& with) {
  inside_->link(EventKind::start_link, time, container, type, start, key, value, with);
}
void TraceWriter::end_link(double time, Container container, Type type, Container end,
                           std::string_view key, const ValueName& value, const With& with) {
  inside_->link(EventKind::end_link, time, container, type, end, key, value, with);
}

TraceWriter TraceWriter::part(const std::string& path, Container container) {
  name_part(path, container);
  auto inside = std::make_unique<Inside>(Inside{
      .options = inside_->options, .rules = inside_->rules.of_part(), .forms = inside_->forms});
  inside->options.checks_links = false;
  inside->alias_tail = '.' + std::filesystem::path(path).filename().string();
  inside->open_file(inside_->path.parent_path() / path);
  inside->define_forms();
  return TraceWriter(std::move(inside));
}

void TraceWriter::name_part(std::string_view path, Container container) {
  Inside& in = *inside_;
  in.begin({});
  if (in.is_archive()) throw WriterError("an archive is one file, without parts");
  in.check_part(path);
  in.options.checks_links = false;
  in.write(EventKind::trace_file,
           {in.alias(container), in.alias(in.rules.type_of(container)), in.spelling.word(path)});
}

void TraceWriter::close() {
  Inside& in = *inside_;
  in.begin({});
  in.output->close();
  in.output = nullptr;
  if (in.archive) in.archive->finish();
  if (in.file != nullptr) in.file->close();
  if (!in.options.checks_links) return;
  if (const auto [count, key] = in.pairs.half_links(); count != 0) {
    throw WriterError(fmt::format("{} links lack a half, such as that of key {}", count, key));
  }
}

}  // namespace paje
