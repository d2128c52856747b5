#include "paje/simulation/formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>

#include "paje/event.hpp"

namespace paje {

namespace {

using Code = Formula::Code;
using Step = Formula::Step;

constexpr std::size_t kDeepest = 60;  // limit of nested brackets and pending operators

struct Function {
  std::string_view name;
  Code code;
  std::size_t least, most;  // number of arguments
};
constexpr std::size_t kMany = 1000;
constexpr std::array kFunctions = {
    Function{"min", Code::least, 2, kMany},      Function{"max", Code::most, 2, kMany},
    Function{"abs", Code::absolute, 1, 1},       Function{"floor", Code::floor, 1, 1},
    Function{"ceil", Code::ceil, 1, 1},          Function{"round", Code::round, 1, 1},
    Function{"sqrt", Code::root, 1, 1},          Function{"exp", Code::exponential, 1, 1},
    Function{"log", Code::logarithm, 1, 1},      Function{"log2", Code::logarithm_2, 1, 1},
    Function{"log10", Code::logarithm_10, 1, 1}, Function{"pow", Code::power, 2, 2},
    Function{"if", Code::choose, 3, 3},
};

struct Operator {
  std::string_view spelling;
  Code code;
  int strength;
};
// Longer operators precede their prefixes.
constexpr std::array kOperators = {
    Operator{"||", Code::either, 1},   Operator{"&&", Code::both, 2},
    Operator{"==", Code::equal, 3},    Operator{"!=", Code::unequal, 3},
    Operator{"<=", Code::at_most, 4},  Operator{">=", Code::at_least, 4},
    Operator{"<", Code::less, 4},      Operator{">", Code::more, 4},
    Operator{"+", Code::add, 5},       Operator{"-", Code::subtract, 5},
    Operator{"*", Code::multiply, 6},  Operator{"/", Code::divide, 6},
    Operator{"%", Code::remainder, 6}, Operator{"^", Code::power, 8},
};
constexpr int kOfSign = 7;  // so that -2^2 is -4

bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

class Parser {
 public:
  Parser(std::string_view text, const Formula::Names& names) : text_(text), names_(names) {}

  std::vector<Step> parse() {
    expression(0);
    if (at_ < text_.size()) fail("an operator or the end of the formula");
    return std::move(program_);
  }

 private:
  [[noreturn]] void fail(const std::string& expected) const {
    if (at_ >= text_.size()) throw FormulaError(at_, "the end of the formula", expected);
    std::size_t end = at_ + 1;
    while (end < text_.size() && (begins_name(text_[end]) || is_digit(text_[end]))) ++end;
    throw FormulaError(at_, fmt::format("'{}'", text_.substr(at_, end - at_)), expected);
  }
  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  bool consume(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    skip_blanks();
    return true;
  }
  [[nodiscard]] const Operator* next_operator() const {
    for (const Operator& one : kOperators) {
      if (text_.substr(at_).starts_with(one.spelling)) return &one;
    }
    return nullptr;
  }

  void expression(int weakest) {
    if (++depth_ > kDeepest) fail("a formula with less deep brackets");
    operand();
    for (const Operator* one = next_operator(); one != nullptr && one->strength >= weakest;
         one = next_operator()) {
      consume(one->spelling);
      // Powers are right-associative, all other operators left-associative.
      expression(one->code == Code::power ? kOfSign : one->strength + 1);
      program_.push_back({one->code, 0, 0});
    }
    --depth_;
  }
  void operand() {
    skip_blanks();
    if (consume("-")) return sign(Code::negate);
    if (consume("!")) return sign(Code::invert);
    if (consume("(")) {
      expression(0);
      if (!consume(")")) fail("an operator or ')'");
      return;
    }
    if (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '.')) return number();
    if (at_ < text_.size() && begins_name(text_[at_])) return name();
    fail("a number, a name or '('");
  }
  void sign(Code code) {
    expression(kOfSign);
    program_.push_back({code, 0, 0});
  }
  void number() {
    std::size_t end = at_;
    while (end < text_.size() && (is_digit(text_[end]) || text_[end] == '.')) ++end;
    if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
      ++end;
      if (end < text_.size() && (text_[end] == '+' || text_[end] == '-')) ++end;
      while (end < text_.size() && is_digit(text_[end])) ++end;
    }
    const std::optional<double> number = parse_number(text_.substr(at_, end - at_));
    if (!number || (end < text_.size() && begins_name(text_[end]))) fail("a number such as 2.5e6");
    at_ = end;
    skip_blanks();
    program_.push_back({Code::number, 0, *number});
  }
  void name() {
    const std::size_t begin = at_;
    std::size_t end = at_;
    while (end < text_.size() &&
           (begins_name(text_[end]) || is_digit(text_[end]) || text_[end] == '.')) {
      ++end;
    }
    const std::string_view word = text_.substr(begin, end - begin);
    at_ = end;
    skip_blanks();
    if (at_ < text_.size() && text_[at_] == '(') return function(word, begin);
    const std::optional<uint32_t> place = names_(word);
    if (!place) {
      throw FormulaError(begin, fmt::format("'{}'", word), "the name of something that is there");
    }
    program_.push_back({Code::value, *place, 0});
  }
  void function(std::string_view word, std::size_t begin) {
    const auto* const found = std::find_if(kFunctions.begin(), kFunctions.end(),
                                           [&](const Function& one) { return one.name == word; });
    if (found == kFunctions.end()) {
      throw FormulaError(begin, fmt::format("'{}'", word),
                         "a function: min, max, abs, floor, ceil, round, sqrt, exp, log, log2, "
                         "log10, pow or if");
    }
    consume("(");
    std::size_t arguments = 0;
    do {
      expression(0);
      ++arguments;
      // With more than two arguments, combine each with the result so far.
      if (found->most == kMany && arguments > 1) program_.push_back({found->code, 0, 0});
    } while (arguments < found->most && consume(","));
    if (arguments < found->least) {
      fail(fmt::format("',' and another argument: {}() takes {}{}", word, found->least,
                       found->most == kMany ? " or more" : ""));
    }
    if (!consume(")")) fail("an operator or ')'");
    if (found->most != kMany) program_.push_back({found->code, 0, 0});
  }

  std::string_view text_;
  const Formula::Names& names_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  std::vector<Step> program_;
};

double unary(Code code, double x) {
  switch (code) {
    case Code::negate:
      return -x;
    case Code::invert:
      return x == 0 ? 1 : 0;
    case Code::absolute:
      return std::abs(x);
    case Code::floor:
      return std::floor(x);
    case Code::ceil:
      return std::ceil(x);
    case Code::round:
      return std::round(x);
    case Code::root:
      return std::sqrt(x);
    case Code::exponential:
      return std::exp(x);
    case Code::logarithm:
      return std::log(x);
    case Code::logarithm_2:
      return std::log2(x);
    default:
      return std::log10(x);
  }
}

double binary(Code code, double x, double y) {
  switch (code) {
    case Code::add:
      return x + y;
    case Code::subtract:
      return x - y;
    case Code::multiply:
      return x * y;
    case Code::divide:
      return x / y;
    case Code::remainder:
      return x - y * std::floor(x / y);
    case Code::power:
      return std::pow(x, y);
    case Code::equal:
      return x == y ? 1 : 0;
    case Code::unequal:
      return x != y ? 1 : 0;
    case Code::less:
      return x < y ? 1 : 0;
    case Code::at_most:
      return x <= y ? 1 : 0;
    case Code::more:
      return x > y ? 1 : 0;
    case Code::at_least:
      return x >= y ? 1 : 0;
    case Code::both:
      return x != 0 && y != 0 ? 1 : 0;
    case Code::either:
      return x != 0 || y != 0 ? 1 : 0;
    case Code::least:
      return std::min(x, y);
    default:
      return std::max(x, y);
  }
}

bool is_unary(Code code) {
  return code == Code::negate || code == Code::invert || code >= Code::absolute;
}

}  // namespace

Formula::Formula(double number)
    : text_(fmt::format("{}", number)), program_{{Code::number, 0, number}} {}

Formula::Formula(std::string_view text, const Names& names)
    : text_(text), program_(Parser(text, names).parse()) {
  for (const Step& step : program_) {
    if (step.code == Code::value) places_.push_back(step.place);
  }
  std::sort(places_.begin(), places_.end());
  places_.erase(std::unique(places_.begin(), places_.end()), places_.end());
  if (places_.empty()) program_ = {{Code::number, 0, evaluate({})}};
}

double Formula::evaluate(std::span<const double> values) const {
  // At most one number is pending per nested expression, and two more for if().
  std::array<double, 3 * kDeepest + 4> stack;
  std::size_t top = 0;
  for (const Step& step : program_) {
    if (step.code == Code::number) {
      stack[top++] = step.number;
    } else if (step.code == Code::value) {
      stack[top++] = values[step.place];
    } else if (is_unary(step.code)) {
      stack[top - 1] = unary(step.code, stack[top - 1]);
    } else if (step.code == Code::choose) {
      top -= 2;
      stack[top - 1] = stack[top - 1] != 0 ? stack[top] : stack[top + 1];
    } else {
      --top;
      stack[top - 1] = binary(step.code, stack[top - 1], stack[top]);
    }
  }
  return stack[0];
}

}  // namespace paje
