// Small random traces, right and wrong: few names and few times, so that everything meets.
#pragma once

#include <fmt/format.h>

#include <random>
#include <string>

namespace paje::testing {

inline constexpr const char* kHeader = R"(%EventDef PajeDefineContainerType 0
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineVariableType 1
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineStateType 2
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineEventType 3
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineLinkType 4
% Alias string
% Type string
% StartContainerType string
% EndContainerType string
% Name string
%EndEventDef
%EventDef PajeDefineEntityValue 5
% Alias string
% Type string
% Name string
% Color color
%EndEventDef
%EventDef PajeCreateContainer 6
% Time date
% Alias string
% Type string
% Container string
% Name string
%EndEventDef
%EventDef PajeDestroyContainer 7
% Time date
% Type string
% Name string
%EndEventDef
%EventDef PajeSetVariable 8
% Time date
% Type string
% Container string
% Value double
%EndEventDef
%EventDef PajeAddVariable 9
% Time date
% Type string
% Container string
% Value double
%EndEventDef
%EventDef PajeSubVariable 10
% Time date
% Type string
% Container string
% Value double
%EndEventDef
%EventDef PajeSetState 11
% Time date
% Type string
% Container string
% Value string
%EndEventDef
%EventDef PajePushState 12
% Time date
% Type string
% Container string
% Value string
%EndEventDef
%EventDef PajePopState 13
% Time date
% Type string
% Container string
%EndEventDef
%EventDef PajeResetState 14
% Time date
% Type string
% Container string
%EndEventDef
%EventDef PajeStartLink 15
% Time date
% Type string
% Container string
% StartContainer string
% Value string
% Key string
%EndEventDef
%EventDef PajeEndLink 16
% Time date
% Type string
% Container string
% EndContainer string
% Value string
% Key string
%EndEventDef
%EventDef PajeNewEvent 17
% Time date
% Type string
% Container string
% Value string
% Note string
%EndEventDef
)";

class RandomTrace {
 public:
  explicit RandomTrace(uint64_t seed) : random_(seed) {}

  /// A header and about `events` events; one in `wildness` takes names at random, the others are
  /// mostly right.
  std::string text(int events, uint64_t wildness) {
    wildness_ = wildness;
    std::string text = kHeader;
    text +=
        "0 A 0 a-type\n0 B A b-type\n1 V A var\n2 S A state\n2 T B state2\n3 E B event\n"
        "4 L 0 A A link\n4 M A B A \"link two\"\n6 0 a1 A 0 first\n6 0 a2 A 0 second\n"
        "6 0 b1 B a1 third\n";
    for (int i = 0; i < events; ++i) text += line();
    return text;
  }

 private:
  uint64_t below(uint64_t bound) { return random_() % bound; }
  template <std::size_t N>
  std::string one_of(const char* const (&words)[N]) {
    return words[below(N)];
  }
  std::string time() {
    if (below(4) == 0) time_ += 0.25 * static_cast<double>(below(8));
    const double back = below(30) == 0 ? 1.5 : 0;
    return fmt::format("{}", time_ - back);
  }
  bool wild() { return below(wildness_) == 0; }
  std::string container_of(char type) {
    if (wild()) return one_of({"a1", "b1", "0", "nobody", "a9"});
    if (type == '0') return "0";
    return type == 'A' ? one_of({"a1", "a2", "a3"}) : one_of({"b1", "b2", "b3"});
  }
  std::string type(const char* right) {
    if (wild()) return one_of({"S", "V", "E", "L", "A", "0", "unknown"});
    return right;
  }
  std::string value() { return one_of({"x", "y", "\"z z\"", "v1", "12"}); }

  std::string line() {
    switch (below(24)) {
      case 0:
      case 1:
      case 2:
        return state(12, "S", 'A');
      case 3:
      case 4:
        return state(12, "T", 'B');
      case 5:
      case 6:
        return fmt::format("13 {} {} {}\n", time(), type("S"), container_of('A'));
      case 7:
        return fmt::format("13 {} {} {}\n", time(), type("T"), container_of('B'));
      case 8:
        return state(11, "S", 'A');
      case 9:
        return fmt::format("14 {} {} {}\n", time(), type("S"), container_of('A'));
      case 10:
      case 11:
        return variable(8);
      case 12:
        return variable(9);
      case 13:
        return variable(10);
      case 14:
      case 15:
        return fmt::format("17 {} {} {} {} n\n", time(), type("E"), container_of('B'), value());
      case 16:
      case 17:
        return link("L", '0', 'A', 'A');
      case 18:
      case 19:
        return link("M", 'A', 'B', 'A');
      case 20:
        return hierarchy();
      case 21:
        return below(3) == 0 ? "  # nothing\n" : "\n";
      case 22:
        return below(4) == 0 ? broken() : state(11, "T", 'B');
      default:
        return state(12, "S", 'A');
    }
  }
  std::string state(int id, const char* named, char container) {
    return fmt::format("{} {} {} {} {}\n", id, time(), type(named), container_of(container),
                       value());
  }
  std::string variable(int id) {
    return fmt::format("{} {} {} {} {}\n", id, time(), type("V"), container_of('A'), below(9));
  }
  std::string link(const char* named, char container, char from, char to) {
    const bool start = below(2) == 0;
    return fmt::format("{} {} {} {} {} {} k{}\n", start ? 15 : 16, time(), type(named),
                       container_of(container), container_of(start ? from : to),
                       below(6) == 0 ? "y" : "x", below(12));
  }
  std::string hierarchy() {
    switch (below(8)) {
      case 0:
      case 1:
        return fmt::format("6 {} {} A 0 n\n", time(), one_of({"a2", "a3", "a4"}));
      case 2:
      case 3:
        return fmt::format("6 {} {} B {} n\n", time(), one_of({"b2", "b3"}), container_of('A'));
      case 4:
        return fmt::format("7 {} {} {}\n", time(), type("A"), container_of('A'));
      case 5:
        return fmt::format("7 {} {} {}\n", time(), type("B"), container_of('B'));
      case 6:
        return fmt::format("5 {} {} named \"{} 0 0\"\n", one_of({"v1", "x", "v2"}), type("S"),
                           below(3));
      default:
        return fmt::format("2 {} {} more\n", one_of({"S", "N", "P"}), type("A"));
    }
  }
  std::string broken() {
    return one_of({"99 1 2\n", "12 1 S a1\n", "12 abc S a1 x\n", "12 1 S a1 \"open\n",
                   "12 1 S a1 \"a\"b\n", "%EventDef PajeSetState 11\n%EndEventDef\n",
                   "12 1 S a1 x y z\n", "% Time date\n",
                   "%EventDef PajeResetState 40\n% Time date\n% Type string\n% Container "
                   "string\n%EndEventDef\n40 99 S a1\n"});
  }

  std::mt19937_64 random_;
  uint64_t wildness_ = 10;
  double time_ = 0;
};

}  // namespace paje::testing
