#include "sql/regular_expression.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace paje::tools {

namespace {

// Bytes that are not valid UTF-8 stand for themselves, apart from all characters.
constexpr uint32_t kStrayByte = 0x200000;
constexpr uint32_t kNoCharacter = UINT32_MAX;

// The next character of `text`, which is not empty.
uint32_t consume_character(std::string_view& text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t size = lead < 0xC2   ? 1
                           : lead < 0xE0 ? 2
                           : lead < 0xF0 ? 3
                           : lead < 0xF5 ? 4
                                         : 1;
  if (size == 1 || text.size() < size) {
    text.remove_prefix(1);
    return lead < 0x80 ? lead : kStrayByte + lead;
  }
  uint32_t character = lead & (0x7FU >> size);
  for (std::size_t i = 1; i < size; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0U) != 0x80) {
      text.remove_prefix(1);
      return kStrayByte + lead;
    }
    character = character << 6U | (byte & 0x3FU);
  }
  text.remove_prefix(size);
  return character;
}

bool is_letter(uint32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(uint32_t c) { return c >= '0' && c <= '9'; }
bool is_of_word(uint32_t c) { return is_letter(c) || is_digit(c) || c == '_'; }

}  // namespace

void RegularExpression::Set::add(uint32_t first, uint32_t last) {
  for (uint32_t c = first; c <= last && c < ascii.size(); ++c) ascii.set(c);
  if (last >= ascii.size()) {
    others.push_back({std::max(first, static_cast<uint32_t>(ascii.size())), last});
  }
}

bool RegularExpression::Set::has(uint32_t character) const {
  if (character < ascii.size()) return ascii[character];
  const bool is_listed = std::any_of(others.begin(), others.end(), [&](const Range& range) {
    return range.first <= character && character <= range.last;
  });
  return is_listed != is_negated;
}

/// A pattern as steps, by recursive descent.
class PatternCompiler {
 public:
  using Kind = RegularExpression::Kind;
  using Set = RegularExpression::Set;
  using Step = RegularExpression::Step;

  PatternCompiler(std::string_view pattern, RegularExpression& made)
      : pattern_(pattern), rest_(pattern), made_(made) {}

  void compile() {
    if (rest_.starts_with("(?i)")) {
      ignores_case_ = true;
      rest_.remove_prefix(4);
    }
    add_alternatives();
    if (!rest_.empty()) fail("a ) without its (");
    push({Kind::match});
  }

 private:
  static constexpr std::size_t kMostSteps = 10'000;
  static constexpr unsigned kDeepest = 200;

  [[noreturn]] void fail(const std::string& what) const {
    throw PatternError("the pattern '" + std::string(pattern_) + "': " + what);
  }
  [[nodiscard]] bool is_next(char c) const { return !rest_.empty() && rest_[0] == c; }
  bool consume(char c) {
    if (!is_next(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  [[nodiscard]] uint32_t here() const { return static_cast<uint32_t>(made_.steps_.size()); }
  void push(Step step) {
    if (made_.steps_.size() == kMostSteps) fail("it is too large");
    made_.steps_.push_back(step);
  }
  // Makes room before what was made since `at`.
  void insert(uint32_t at, Step step) {
    push({Kind::jump});
    auto& steps = made_.steps_;
    std::rotate(steps.begin() + at, steps.end() - 1, steps.end());
    for (uint32_t i = at + 1; i < steps.size(); ++i) shift(steps[i], at, 1);
    steps[at] = step;
  }
  static void shift(Step& step, uint32_t from, uint32_t by) {
    if (step.kind != Kind::jump && step.kind != Kind::split) return;
    if (step.next >= from) step.next += by;
    if (step.kind == Kind::split && step.other >= from) step.other += by;
  }

  void add_alternatives() {
    if (++depth_ > kDeepest) fail("its groups are nested too deeply");
    std::vector<uint32_t> to_end;
    const uint32_t first = here();
    uint32_t at = first;
    add_sequence();
    while (consume('|')) {
      insert(at, {Kind::split, at + 1, here() + 2});
      to_end.push_back(here());
      push({Kind::jump});
      at = here();
      add_sequence();
    }
    // Splits were put in only after the jumps before them.
    for (const uint32_t jump : to_end) made_.steps_[jump].next = here();
    --depth_;
  }

  void add_sequence() {
    while (!rest_.empty() && !is_next('|') && !is_next(')')) {
      const uint32_t at = here();
      add_atom();
      while (add_repetition(at)) {
      }
    }
  }

  bool add_repetition(uint32_t at) {
    unsigned least = 0;
    unsigned most = 1;
    bool is_endless = false;
    if (consume('*')) {
      is_endless = true;
    } else if (consume('+')) {
      least = 1;
      is_endless = true;
    } else if (!consume('?') && !consume_counts(least, most, is_endless)) {
      return false;
    }
    consume('?');
    repeat(at, least, most, is_endless);
    return true;
  }

  // {n}, {n,}, {n,m}; anything else after { is an error.
  bool consume_counts(unsigned& least, unsigned& most, bool& is_endless) {
    if (!consume('{')) return false;
    least = consume_number();
    most = least;
    if (consume(',')) {
      is_endless = is_next('}');
      if (!is_endless) most = consume_number();
    }
    if (!consume('}')) fail("a { without its }");
    if (!is_endless && most < least) fail("a repetition whose most is less than its least");
    return true;
  }
  unsigned consume_number() {
    constexpr unsigned kMost = 1000;
    if (rest_.empty() || !is_digit(static_cast<unsigned char>(rest_[0]))) {
      fail("a { without a number (\\{ is the character)");
    }
    unsigned number = 0;
    while (!rest_.empty() && is_digit(static_cast<unsigned char>(rest_[0]))) {
      number = number * 10 + static_cast<unsigned>(rest_[0] - '0');
      rest_.remove_prefix(1);
      if (number > kMost) fail("more than 1000 repetitions");
    }
    return number;
  }

  // What was made since `at`, again and again.
  void repeat(uint32_t at, unsigned least, unsigned most, bool is_endless) {
    const std::vector<Step> body(made_.steps_.begin() + at, made_.steps_.end());
    made_.steps_.resize(at);
    const auto add_body = [&] {
      const uint32_t to = here();
      for (Step step : body) {
        if (step.kind == Kind::jump || step.kind == Kind::split) {
          step.next = step.next - at + to;
          step.other = step.other - at + to;
        }
        push(step);
      }
    };
    for (unsigned i = 0; i < least; ++i) add_body();
    if (is_endless) {
      const uint32_t split = here();
      push({Kind::split, split + 1});
      add_body();
      push({Kind::jump, split});
      made_.steps_[split].other = here();
      return;
    }
    std::vector<uint32_t> to_end;
    for (unsigned i = least; i < most; ++i) {
      to_end.push_back(here());
      push({Kind::split, here() + 1});
      add_body();
    }
    for (const uint32_t split : to_end) made_.steps_[split].other = here();
  }

  void add_atom() {
    if (consume('(')) return add_group();
    if (consume('[')) return add_set(bracketed());
    if (consume('^')) return push({Kind::text_start});
    if (consume('$')) return push({Kind::text_end});
    for (const char c : {'*', '+', '?', '{'}) {
      if (is_next(c)) fail(std::string("nothing to repeat before ") + c);
    }
    Set set;
    if (consume('.')) {
      set.ascii.set();
      set.is_negated = true;
    } else if (consume('\\')) {
      if (consume('b')) return push({Kind::edge});
      if (consume('B')) return push({Kind::no_edge});
      if (const uint32_t c = escaped(set); c != kNoCharacter) set.add(c, c);
    } else {
      const uint32_t c = consume_character(rest_);
      set.add(c, c);
    }
    add_set(std::move(set));
  }

  void add_group() {
    if (consume('?') && !consume(':')) fail("only (?: ) and, at the start, (?i) are known");
    add_alternatives();
    if (!consume(')')) fail("a ( without its )");
  }

  void add_set(Set set) {
    if (ignores_case_) add_both_cases(set);
    push({Kind::one_of, static_cast<uint32_t>(made_.sets_.size())});
    made_.sets_.push_back(std::move(set));
  }

  Set bracketed() {
    Set set;
    const bool is_negated = consume('^');
    bool is_first = true;
    while (is_first || !is_next(']')) {
      if (rest_.empty()) fail("a [ without its ]");
      is_first = false;
      const auto first = one_of_brackets(set);
      if (first == kNoCharacter) continue;
      uint32_t last = first;
      if (rest_.size() > 1 && rest_[0] == '-' && rest_[1] != ']') {
        rest_.remove_prefix(1);
        last = one_of_brackets(set);
        if (last == kNoCharacter || last < first)
          fail("a range that goes backwards, or to a class");
      }
      set.add(first, last);
    }
    consume(']');
    if (is_negated) {
      if (ignores_case_) add_both_cases(set);
      set.ascii.flip();
      set.is_negated = !set.is_negated;
    }
    return set;
  }
  static void add_both_cases(Set& set) {
    for (uint32_t c = 'a'; c <= 'z'; ++c) {
      const uint32_t capital = c - 'a' + 'A';
      if (set.ascii[c] || set.ascii[capital]) set.ascii.set(c).set(capital);
    }
  }
  // A character, or none if it was a class, which is in `set` then.
  uint32_t one_of_brackets(Set& set) {
    if (rest_.empty()) fail("a [ without its ]");
    if (rest_.starts_with("[:"))
      fail("classes such as [:alpha:] are not known (\\w, \\d, \\s are)");
    if (!consume('\\')) return consume_character(rest_);
    return escaped(set);
  }

  uint32_t escaped(Set& set) {
    if (rest_.empty()) fail("nothing after the last \\");
    const uint32_t c = consume_character(rest_);
    constexpr std::string_view kNames = "tnrfv";
    constexpr std::string_view kMeant = "\t\n\r\f\v";
    const auto name = c < 0x80 ? kNames.find(static_cast<char>(c)) : std::string_view::npos;
    if (name != std::string_view::npos) return static_cast<unsigned char>(kMeant[name]);
    if (add_class(set, c)) return kNoCharacter;
    if (is_letter(c) || is_digit(c)) {
      fail(std::string("\\") + static_cast<char>(c) + " means nothing here");
    }
    return c;
  }
  static bool add_class(Set& set, uint32_t letter) {
    const uint32_t small = letter | 0x20U;
    if (small != 'd' && small != 'w' && small != 's') return false;
    const bool is_negated = letter != small;
    for (uint32_t c = 0; c < set.ascii.size(); ++c) {
      const bool is_blank = c == ' ' || (c >= '\t' && c <= '\r');
      const bool is_in = small == 'd' ? is_digit(c) : small == 'w' ? is_of_word(c) : is_blank;
      if (is_in != is_negated) set.ascii.set(c);
    }
    if (is_negated) set.others.push_back({static_cast<uint32_t>(set.ascii.size()), UINT32_MAX - 1});
    return true;
  }

  std::string_view pattern_;
  std::string_view rest_;
  RegularExpression& made_;
  bool ignores_case_ = false;
  unsigned depth_ = 0;
};

// The steps that a text so far has led to, each once.
class RegularExpression::Threads {
 public:
  explicit Threads(const RegularExpression& of) : of_(of), is_in_(of.steps_.size()) {}

  struct Place {
    uint32_t before;  // characters, or kNoCharacter at the ends of the text
    uint32_t after;
  };
  // Whether that matches.
  bool add(uint32_t first, const Place& place) {
    waiting_.push_back(first);
    bool is_match = false;
    while (!waiting_.empty()) {
      const uint32_t at = waiting_.back();
      waiting_.pop_back();
      if (is_in_[at]) continue;
      is_in_[at] = true;
      added_.push_back(at);
      const Step& step = of_.steps_[at];
      if (step.kind == Kind::match) is_match = true;
      if (step.kind == Kind::split) waiting_.push_back(step.other);
      if (step.kind == Kind::split || step.kind == Kind::jump) waiting_.push_back(step.next);
      if (holds(step.kind, place)) waiting_.push_back(at + 1);
    }
    return is_match;
  }
  [[nodiscard]] const std::vector<uint32_t>& steps() const { return added_; }
  void clear() {
    for (const uint32_t at : added_) is_in_[at] = false;
    added_.clear();
  }

 private:
  static bool holds(Kind kind, const Place& place) {
    const bool is_edge = is_of_word(place.before) != is_of_word(place.after);
    return (kind == Kind::text_start && place.before == kNoCharacter) ||
           (kind == Kind::text_end && place.after == kNoCharacter) ||
           (kind == Kind::edge && is_edge) || (kind == Kind::no_edge && !is_edge);
  }

  const RegularExpression& of_;
  std::vector<bool> is_in_;
  std::vector<uint32_t> added_;
  std::vector<uint32_t> waiting_;
};

RegularExpression::RegularExpression(std::string_view pattern) {
  PatternCompiler(pattern, *this).compile();
}

bool RegularExpression::is_in(std::string_view text) const {
  Threads threads[2] = {Threads(*this), Threads(*this)};
  Threads* now = &threads[0];
  Threads* then = &threads[1];
  uint32_t before = kNoCharacter;
  uint32_t character = text.empty() ? kNoCharacter : consume_character(text);
  while (true) {
    // A match may begin anywhere.
    if (now->add(0, {before, character})) return true;
    if (character == kNoCharacter) return false;
    const uint32_t after = text.empty() ? kNoCharacter : consume_character(text);
    for (const uint32_t at : now->steps()) {
      const Step& step = steps_[at];
      if (step.kind != Kind::one_of || !sets_[step.next].has(character)) continue;
      if (then->add(at + 1, {character, after})) return true;
    }
    now->clear();
    std::swap(now, then);
    before = character;
    character = after;
  }
}

}  // namespace paje::tools
