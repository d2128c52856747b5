// A trace on its way from another format to Pajé: types, containers and timed operations, which are
// collected in any order and put in order of time. 32 bytes an operation.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/pod_vector.hpp"
#include "base/string_arena.hpp"
#include "base/string_pool.hpp"
#include "exchange/decimal_time.hpp"
#include "exchange/imported_fields.hpp"
#include "exchange/losses.hpp"
#include "paje/event.hpp"

namespace paje::exchange {

/// Indices into the tables of an ImportedTrace. Type 0 and container 0 are the roots.
using TypeIndex = uint32_t;
using ContainerIndex = uint32_t;
using WordIndex = uint32_t;
using LinkIndex = uint32_t;
inline constexpr uint32_t kRoot = 0;

/// Whether a field of that name would be none of the user in some event that has such fields.
bool has_field_meaning(std::string_view name);
/// Whether text can spell it.
bool is_spellable(std::string_view text);

enum class ImportedKind : uint8_t { container, state, variable, event, link };

struct ImportedType {
  ImportedKind kind = ImportedKind::container;
  TypeIndex parent = kRoot;
  std::string name;
  TypeIndex start = kRoot;  ///< of links: what they begin and end at
  TypeIndex end = kRoot;
  uint32_t rank = 0;                      ///< aliases sort by it, and tables with them
  std::optional<std::string> alias = {};  ///< made of the rank if there is none
  std::optional<Color> color = {};
};

struct ImportedContainer {
  TypeIndex type = kRoot;
  ContainerIndex parent = kRoot;
  std::string name;
  uint32_t rank = 0;
  std::optional<std::string> alias = {};
  FieldsIndex fields = 0;
};

/// A value that is defined; events call it by its alias.
struct ImportedValue {
  TypeIndex type = kRoot;
  std::string alias;
  std::string name;
  std::optional<Color> color = {};
};

struct ImportedLink {
  static constexpr WordIndex kNumbered = UINT32_MAX;

  TypeIndex type = kRoot;
  ContainerIndex container = kRoot;
  ContainerIndex start = kRoot;
  ContainerIndex end = kRoot;
  WordIndex value = 0;
  WordIndex key = kNumbered;  ///< the link's own number if it is kNumbered
  int64_t size = 0;           ///< of a message, in bytes; only with has_messages()
  int64_t tag = 0;
  FieldsIndex fields = 0;
};

struct Operation {
  enum class Kind : uint8_t {
    create,
    destroy,
    push,
    pop,
    set,
    reset,
    set_variable,
    event,
    start_link,
    end_link
  };

  double time = 0;  ///< that it is sorted by
  /// A variable's value; of containers and links, the time that is written; of a push and an event,
  /// which fields it has.
  double number = 0;
  TypeIndex type = kRoot;
  ContainerIndex container = kRoot;
  uint32_t subject = 0;  ///< WordIndex of the value, or LinkIndex; of a variable, its fields
  Kind kind = Kind::push;

  /// That it becomes.
  [[nodiscard]] EventKind event_kind() const {
    constexpr EventKind kKinds[] = {EventKind::create_container, EventKind::destroy_container,
                                    EventKind::push_state,       EventKind::pop_state,
                                    EventKind::set_state,        EventKind::reset_state,
                                    EventKind::set_variable,     EventKind::new_event,
                                    EventKind::start_link,       EventKind::end_link};
    return kKinds[static_cast<std::size_t>(kind)];
  }
  /// Whether `number` is the time that is written.
  [[nodiscard]] bool has_time_of_its_own() const {
    return kind == Kind::create || kind == Kind::destroy || kind == Kind::start_link ||
           kind == Kind::end_link;
  }
  [[nodiscard]] double written_time() const { return has_time_of_its_own() ? number : time; }
};

class ImportedTrace {
 public:
  explicit ImportedTrace(Losses& losses);

  /// On how many threads it is sorted, and written as text (0: all cores).
  void set_threads(unsigned threads) { threads_ = threads; }
  [[nodiscard]] unsigned threads() const { return threads_; }

  TypeIndex add_type(ImportedType type);
  ContainerIndex add_container(TypeIndex type, ContainerIndex parent, std::string_view name);
  /// Numbers a value or key. What text cannot spell (newlines; quotes together with blanks) is
  /// changed, and counted.
  WordIndex word(std::string_view text);
  /// The same for one that hardly comes again, such as a key: it has a number each time.
  WordIndex rare_word(std::string_view text);

  void add_value(ImportedValue value) { values_.push_back(std::move(value)); }
  /// 0 if there are none. What text cannot spell is changed, as in word().
  FieldsIndex add_fields(ImportedFields fields);
  /// The same for names and words that text can spell. Names are all different.
  ShapeIndex add_shape(const FieldShape& shape) { return fields_.add_shape(shape); }
  FieldsIndex add_fields(ShapeIndex shape, std::span<const std::string_view> words) {
    return fields_.add(shape, words);
  }
  /// Those of the end of an object put to those of its beginning, in the place of those of the same
  /// names.
  FieldsIndex merge_fields(FieldsIndex begin, FieldsIndex end) { return fields_.merge(begin, end); }

  void create(double sorted_at, double time, ContainerIndex container);
  void destroy(double sorted_at, double time, ContainerIndex container);
  void push(double time, TypeIndex type, ContainerIndex container, WordIndex value,
            FieldsIndex fields = 0);
  /// Gives an operation that was a push other fields.
  void set_fields(std::size_t operation, FieldsIndex fields) {
    operations_[operation].number = static_cast<double>(fields);
  }
  void pop(double time, TypeIndex type, ContainerIndex container);
  /// Closes what is open and begins a state; closes what is open.
  void set_state(double time, TypeIndex type, ContainerIndex container, WordIndex value);
  void reset_state(double time, TypeIndex type, ContainerIndex container);
  void set_variable(double time, TypeIndex type, ContainerIndex container, double value,
                    FieldsIndex fields = 0);
  void event(double time, TypeIndex type, ContainerIndex container, WordIndex value,
             FieldsIndex fields = 0);
  /// Its later half is not sorted before `arrival`. Returns where that is sorted.
  double link(double start, double end, const ImportedLink& link,
              double arrival = -std::numeric_limits<double>::infinity());
  /// Links carry the sizes and tags of messages.
  void set_has_messages() { has_messages_ = true; }

  /// Reserves room for as many operations as are expected, if there is memory for that: they may be
  /// fewer.
  void reserve_operations(std::size_t count);

  /// Creates each container but the root at its time, before all else that is sorted at one time
  /// with it.
  void create_containers(const std::vector<double>& sorted_at, const std::vector<double>& times);
  /// Creates all containers when the first thing happens: for formats that do not say when. Not
  /// after `latest`, for those that say when the run begins.
  void create_all_containers(double latest = std::numeric_limits<double>::infinity());
  /// The same, once the first thing is known: nothing has happened yet, and all containers are
  /// there.
  void create_all_containers_later();
  /// Whether something happens at that time or after it.
  [[nodiscard]] bool lasts_until(double time) const;
  /// Ends all containers when the last thing happened, and not before `time`: the trace lasts until
  /// then.
  void destroy_all_containers(double time);
  /// That times count from there, and not from 0.
  void set_origin(DecimalTime origin) { origin_ = origin; }
  [[nodiscard]] const std::optional<DecimalTime>& origin() const { return origin_; }
  /// Makes the first time 0, and returns what it was.
  double count_from_first();
  /// Finds the order of operations by time, those of one time in the order they came in, and brings
  /// names of types and containers in a form that text can spell. To be called once, last.
  void finish();

  [[nodiscard]] std::vector<ImportedType>& types() { return types_; }
  [[nodiscard]] const std::vector<ImportedType>& types() const { return types_; }
  [[nodiscard]] std::vector<ImportedContainer>& containers() { return containers_; }
  [[nodiscard]] const std::vector<ImportedContainer>& containers() const { return containers_; }
  [[nodiscard]] const PodVector<ImportedLink>& links() const { return links_; }
  /// In the order they came in, until finish(); then see in_order().
  [[nodiscard]] const std::vector<Operation>& operations() const { return operations_; }
  /// One by its place in the order of time, after finish().
  [[nodiscard]] const Operation& in_order(std::size_t place) const {
    return operations_[order_.empty() ? place : order_[place]];
  }
  [[nodiscard]] const std::vector<ImportedValue>& values() const { return values_; }
  [[nodiscard]] const ImportedFieldTable& fields() const { return fields_; }
  [[nodiscard]] std::string_view word_text(WordIndex word) const { return words_[word]; }
  [[nodiscard]] std::size_t word_count() const { return words_.size(); }
  [[nodiscard]] bool has_messages() const { return has_messages_; }

 private:
  [[nodiscard]] double first_time() const;
  // `text` in a form that a trace can spell; counts if that is another one.
  std::string spellable(std::string_view text);

  Losses& losses_;
  std::vector<ImportedType> types_;
  std::vector<ImportedContainer> containers_;
  std::vector<ImportedValue> values_;
  ImportedFieldTable fields_;
  PodVector<ImportedLink> links_;  // grows without a copy
  std::vector<Operation> operations_;
  PodVector<uint32_t> order_;  // of those by time; empty if they are in it themselves
  StringPool words_as_they_came_;
  std::vector<WordIndex> numbers_of_words_;  // of those
  std::vector<std::string_view> words_;      // as they are spelled; their texts are one of these:
  std::deque<std::string> changed_words_;
  StringArena rare_words_;
  std::optional<DecimalTime> origin_;
  std::size_t creations_ = 0;  // operations whose time is that of the first thing
  bool has_messages_ = false;
  unsigned threads_ = 1;
};

/// Names that several children of one container share, made different by what distinguishes them:
/// `Renderer (4711)`.
class NameCounts {
 public:
  void add(ContainerIndex parent, std::string_view name) { ++counts_[key(parent, name)]; }
  [[nodiscard]] bool is_unique(ContainerIndex parent, std::string_view name) const {
    const auto found = counts_.find(key(parent, name));
    return found == counts_.end() || found->second < 2;
  }

 private:
  static std::string key(ContainerIndex parent, std::string_view name) {
    return std::to_string(parent) + ' ' + std::string(name);
  }
  std::unordered_map<std::string, uint32_t> counts_;
};

}  // namespace paje::exchange
