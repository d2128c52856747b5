#include "exchange/chrome/argument_words.hpp"

#include <set>
#include <span>
#include <utility>

#include "exchange/chrome/json_fields.hpp"

namespace paje::exchange {

namespace {

constexpr std::string_view kCategory = "cat";
constexpr char kNoType = 'n';                              // of an argument that is null
constexpr std::size_t kMostBytes = std::size_t{1} << 18U;  // of shapes; more are hardly used again

}  // namespace

void ArgumentWords::clear() {
  words_.clear();
  others_.clear();
  texts_ = {};
  if (bytes_of_shapes_ <= kMostBytes) return;
  shapes_.clear();
  numbers_.clear();
  bytes_of_shapes_ = 0;
}

ArgumentWords::Fields ArgumentWords::add(const ChromeEvent& event, bool has_category,
                                         ChromeParser& parser, Losses& losses) {
  const std::size_t first = words_.size();
  JsonRepairs repairs;
  if (event.arguments.starts_with('{') && read_words(event, has_category, repairs)) {
    if (words_.size() == first) return {};
    const uint32_t shape = find_shape(event, has_category);
    if (shapes_[shape].has_valid_names) {
      parser.repairs().bytes += repairs.bytes;
      parser.repairs().surrogates += repairs.surrogates;
      return {shape, static_cast<uint32_t>(first)};
    }
  }
  words_.resize(first);
  return add_other(event, has_category, parser, losses);
}

// False if text cannot spell one of the words.
bool ArgumentWords::read_words(const ChromeEvent& event, bool has_category, JsonRepairs& repairs) {
  key_.clear();
  types_.clear();
  bool is_spelled = true;
  const auto add_type = [&](FieldType type) {
    types_ += static_cast<char>(type);
    key_ += static_cast<char>('0' + static_cast<int>(type));
  };
  if (has_category) {
    key_ += kCategory;
    add_type(FieldType::string);
    words_.push_back(event.category);
    is_spelled = is_spellable(event.category);
  }
  for_each_member(event.arguments, [&](std::string_view name, std::string_view token) {
    key_ += name;
    if (is_null(token)) {
      key_ += kNoType;
      return;
    }
    add_type(json_type(token));
    is_spelled = read_word(token, repairs) && is_spelled;
  });
  return is_spelled;
}

bool ArgumentWords::read_word(std::string_view token, JsonRepairs& repairs) {
  switch (token.front()) {
    case '"': {
      const std::string_view word = json_word(token, room_, repairs);
      words_.push_back(word.data() == room_.data() ? texts_.add(word) : word);
      break;
    }
    case '{':
    case '[':
      words_.push_back(texts_.add(json_compact(token, repairs)));
      break;
    default:
      words_.push_back(token);
      return true;
  }
  return is_spellable(words_.back());
}

uint32_t ArgumentWords::find_shape(const ChromeEvent& event, bool has_category) {
  const auto [found, is_new] = numbers_.try_emplace(key_, static_cast<uint32_t>(shapes_.size()));
  if (!is_new) return found->second;
  bytes_of_shapes_ += key_.size() + sizeof(Shape);
  Shape& shape = shapes_.emplace_back();
  shape.has_valid_names = true;
  std::set<std::string> all_names;
  if (has_category) all_names.emplace(kCategory);
  JsonRepairs repairs;
  const auto add_name = [&](std::string_view name) {
    const auto type = static_cast<FieldType>(types_[shape.fields.fields.size()]);
    shape.fields.fields.push_back({std::string(name), type});
  };
  if (has_category) add_name(kCategory);
  for_each_member(event.arguments, [&](std::string_view name, std::string_view token) {
    const std::string_view word = json_word(name, room_, repairs);
    // Of a name that is there twice, the last one counts, also one that is null.
    if (!all_names.emplace(word).second) shape.has_valid_names = false;
    if (!is_null(token)) add_name(word);
  });
  for (const FieldShape::Field& field : shape.fields.fields) {
    const bool is_name = !field.name.empty() && !has_field_meaning(field.name);
    if (!is_name || !is_spellable(field.name)) shape.has_valid_names = false;
  }
  // Those are counted for each event.
  if (repairs.bytes != 0 || repairs.surrogates != 0) shape.has_valid_names = false;
  return found->second;
}

ArgumentWords::Fields ArgumentWords::add_other(const ChromeEvent& event, bool has_category,
                                               ChromeParser& parser, Losses& losses) {
  JsonFields fields(parser.repairs(), losses);
  if (has_category) fields.add_text(kCategory, event.category);
  parser.arguments(event,
                   [&](std::string_view name, std::string_view token) { fields.add(name, token); });
  others_.push_back(fields.release());
  return {kOther, static_cast<uint32_t>(others_.size() - 1)};
}

FieldsIndex ArgumentWords::add_to(ImportedTrace& trace, const Fields& fields) {
  if (fields.shape == kNone) return 0;
  if (fields.shape == kOther) return trace.add_fields(std::move(others_[fields.first]));
  Shape& shape = shapes_[fields.shape];
  if (shape.in_trace == 0) shape.in_trace = trace.add_shape(shape.fields);
  const std::size_t count = shape.fields.fields.size();
  return trace.add_fields(shape.in_trace, std::span(words_).subspan(fields.first, count));
}

}  // namespace paje::exchange
