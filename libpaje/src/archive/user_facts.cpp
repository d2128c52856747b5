#include "archive/user_facts.hpp"

#include <algorithm>

namespace paje {

namespace {

constexpr std::size_t kMostPatterns = 4096;

}  // namespace

// Looks at rows of one kind, one after the other.
class UserFactMaker::Rows {
 public:
  explicit Rows(TypeKind kind) { pattern_.kind = kind; }

  void add(const UserFields& fields, UserFields::Reference last) {
    if (last == UserFields::kNone) return;
    chain_.clear();
    fields.chain(last, chain_);
    pattern_.events.clear();
    words_.clear();
    for (const UserFields::Reference piece : chain_) {
      const std::size_t before = words_.size();
      fields.for_each_word(piece, [&](uint32_t, std::string_view word) { words_.push_back(word); });
      pattern_.events.emplace_back(fields.definition(piece),
                                   static_cast<uint32_t>(words_.size() - before));
    }
    // Most rows have the events of the row before.
    if (found_ == patterns.end() || found_->first != pattern_) {
      found_ = patterns.try_emplace(pattern_, words_.size()).first;
    }
    for (std::size_t i = 0; i < words_.size(); ++i) {
      found_->second[i].decimal.add(words_[i], false);
      found_->second[i].hexadecimal.add(words_[i], true);
    }
  }

  Patterns patterns;

 private:
  Pattern pattern_;
  Patterns::iterator found_ = patterns.end();
  std::vector<UserFields::Reference> chain_;
  std::vector<std::string_view> words_;
};

void UserFactMaker::add_rows(const TraceData& data, ThreadPool& parallel) {
  if (has_too_many_) return;
  parallel.ordered(
      data.user_fields.empty() ? 0 : data.tracks.all.size(),
      [&](std::size_t i) {
        const Track& track = data.tracks.all[i];
        Rows rows(track.kind);
        const auto& references = data.user_references(track.kind);
        if (references.empty()) return Patterns();
        for (uint64_t row = track.first; row < track.last; ++row) {
          rows.add(data.user_fields[i], references[row]);
        }
        return std::move(rows.patterns);
      },
      [&](const Patterns& found) { take(found); });
}

void UserFactMaker::add_late(const UserFields& fields, UserFields::Reference last) {
  if (has_too_many_) return;
  Rows rows(TypeKind::state);
  rows.add(fields, last);
  take(rows.patterns);
}

void UserFactMaker::take(const Patterns& more) {
  for (const auto& [pattern, words] : more) {
    std::vector<BothWays>& all = patterns_[pattern];
    all.resize(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
      all[i].decimal.add(words[i].decimal);
      all[i].hexadecimal.add(words[i].hexadecimal);
    }
  }
  if (patterns_.size() <= kMostPatterns) return;
  has_too_many_ = true;
  patterns_.clear();
}

namespace {

void put_facts(const UserWordFacts& facts, std::string& message) {
  archive::put_varint(message, facts.words);
  archive::put_varint(message, facts.empty_words);
  archive::put(message, facts.has_only_integers);
  archive::put(message, facts.has_only_numbers);
}

UserWordFacts take_facts(archive::ByteReader& from) {
  UserWordFacts facts;
  facts.words = from.varint();
  facts.empty_words = from.varint();
  facts.has_only_integers = from.number<bool>();
  facts.has_only_numbers = from.number<bool>();
  return facts;
}

}  // namespace

void UserFactMaker::put(std::string& message) const {
  archive::put(message, has_too_many_);
  for (const auto& [pattern, words] : patterns_) {
    archive::put(message, pattern.kind);
    archive::put_varint(message, pattern.events.size());
    for (const auto& [definition, count] : pattern.events) {
      archive::put_varint(message, definition);
      archive::put_varint(message, count);
    }
    archive::put_varint(message, words.size());
    for (const BothWays& word : words) {
      put_facts(word.decimal, message);
      put_facts(word.hexadecimal, message);
    }
  }
}

void UserFactMaker::add(archive::ByteReader from) {
  const bool have_too_many = from.number<bool>();
  Patterns more;
  while (from.left() != 0) {
    Pattern pattern;
    pattern.kind = from.number<TypeKind>();
    pattern.events.resize(from.varint());
    for (auto& [definition, count] : pattern.events) {
      definition = static_cast<uint32_t>(from.varint());
      count = static_cast<uint32_t>(from.varint());
    }
    std::vector<BothWays>& words = more[pattern];
    words.resize(from.varint());
    for (BothWays& word : words) {
      word.decimal = take_facts(from);
      word.hexadecimal = take_facts(from);
    }
  }
  has_too_many_ = has_too_many_ || have_too_many;
  if (!has_too_many_) return take(more);
  patterns_.clear();
}

void UserFactMaker::add_pattern(const Pattern& pattern, const std::vector<BothWays>& words,
                                std::span<const EventDefinition> definitions,
                                const UserFieldList& list, std::vector<UserWordFacts>& facts) {
  struct Words {
    uint32_t definition, count;
    std::size_t first;
  };
  std::vector<Words> events;
  std::size_t first = 0;
  for (const auto& [definition, count] : pattern.events) {
    events.push_back({definition, count, first});
    first += count;
  }
  // As UserWords has them.
  if (pattern.kind == TypeKind::link) {
    std::stable_partition(events.begin(), events.end(), [&](const Words& event) {
      return definitions[event.definition].kind == EventKind::start_link;
    });
  }
  std::vector<bool> is_there(list.names.size());
  for (const Words& event : events) {
    for (uint32_t i = 0; i < event.count; ++i) {
      const UserFieldList::Use* const use = list.use(event.definition, i);
      if (use == nullptr || is_there[use->field]) continue;
      is_there[use->field] = true;
      const BothWays& both = words[event.first + i];
      facts[use->field].add(use->is_hex ? both.hexadecimal : both.decimal);
    }
  }
}

std::optional<archive::AllFieldFacts> UserFactMaker::finish(
    std::span<const EventDefinition> definitions) const {
  if (patterns_.empty()) return std::nullopt;
  archive::AllFieldFacts facts;
  for (std::size_t kind = 1; kind < facts.size(); ++kind) {
    const UserFieldList list(definitions, static_cast<TypeKind>(kind));
    std::vector<UserWordFacts> found(list.names.size());
    for (const auto& [pattern, words] : patterns_) {
      if (static_cast<std::size_t>(pattern.kind) != kind) continue;
      add_pattern(pattern, words, definitions, list, found);
    }
    for (const UserWordFacts& field : found) {
      // Integers are numbers there, whether doubles hold them or not.
      facts[kind].push_back({field.words, field.empty_words, field.has_only_integers,
                             field.has_only_integers || field.has_only_numbers});
    }
  }
  return facts;
}

std::vector<UserWordFacts> user_word_facts_of(const std::vector<archive::FieldFacts>& fields) {
  std::vector<UserWordFacts> facts;
  for (const archive::FieldFacts& field : fields) {
    facts.push_back(
        {field.words, field.empty_words, field.has_only_integers, field.has_only_numbers});
  }
  return facts;
}

}  // namespace paje
