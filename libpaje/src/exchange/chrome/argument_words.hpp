// Categories and arguments of the events of a piece of a Chrome trace, as user-defined fields.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/string_arena.hpp"
#include "exchange/chrome/event.hpp"
#include "exchange/imported_trace.hpp"

namespace paje::exchange {

/// Events mostly have arguments of the names and types of some event before. Then only their words
/// are kept.
class ArgumentWords {
 public:
  /// Fields of one event, until clear().
  struct Fields {
    uint32_t shape = kNone;
    uint32_t first = 0;  // of its words, or its number in others_
  };

  /// The category, if `has_category`, and all arguments. Names that are there twice, or cannot be
  /// those of fields, are counted as JsonFields does.
  Fields add(const ChromeEvent& event, bool has_category, ChromeParser& parser, Losses& losses);
  /// Adds the fields of an event to the trace; 0 if it has none.
  FieldsIndex add_to(ImportedTrace& trace, const Fields& fields);
  void clear();

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  static constexpr uint32_t kOther = UINT32_MAX - 1;
  // Names and types of arguments as the input spells them.
  struct Shape {
    FieldShape fields;
    bool has_valid_names = false;  // all different, and fit for fields
    ShapeIndex in_trace = 0;
  };

  bool read_words(const ChromeEvent& event, bool has_category, JsonRepairs& repairs);
  bool read_word(std::string_view token, JsonRepairs& repairs);
  uint32_t find_shape(const ChromeEvent& event, bool has_category);
  Fields add_other(const ChromeEvent& event, bool has_category, ChromeParser& parser,
                   Losses& losses);

  std::unordered_map<std::string, uint32_t> numbers_;  // of shapes
  std::vector<Shape> shapes_;
  std::size_t bytes_of_shapes_ = 0;
  std::vector<std::string_view> words_;
  std::vector<ImportedFields> others_;
  StringArena texts_;  // of words that are not spelled as they read
  std::string room_;
  std::string key_;    // names and types of the event that is added
  std::string types_;  // one for each word
};

}  // namespace paje::exchange
