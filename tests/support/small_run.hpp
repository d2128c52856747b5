// Traces of some ranks, written state by state as one draws them on paper, in any order.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "paje/dependency_graph.hpp"
#include "paje/read.hpp"
#include "random_trace.hpp"

namespace paje::testing {

class SmallRun {
 public:
  explicit SmallRun(const std::vector<std::string>& ranks = {"a", "b"}) {
    text_ = std::string(kHeader) +
            "%EventDef PajeStartLink 20\n% Time date\n% Type string\n% Container string\n"
            "% StartContainer string\n% Value string\n% Key string\n% Size int\n%EndEventDef\n"
            "0 M 0 Machine\n0 R M Rank\n2 S R State\n3 E R Mark\n1 V R Load\n4 L M R R Message\n"
            "6 0 m M 0 m\n";
    for (const std::string& rank : ranks) text_ += fmt::format("6 0 {} R m {}\n", rank, rank);
  }

  SmallRun& state(const std::string& rank, double start, double end, const std::string& value) {
    return push(rank, start, value).pop(rank, end);
  }
  SmallRun& push(const std::string& rank, double time, const std::string& value) {
    text_ += fmt::format("12 {} S {} {}\n", time, rank, value);
    return *this;
  }
  SmallRun& pop(const std::string& rank, double time) {
    text_ += fmt::format("13 {} S {}\n", time, rank);
    return *this;
  }
  SmallRun& message(const std::string& from, double sent, const std::string& to, double received,
                    int size = 0) {
    text_ += fmt::format("20 {} L m {} x k{} {}\n", sent, from, ++messages_, size);
    text_ += fmt::format("16 {} L m {} x k{}\n", received, to, messages_);
    return *this;
  }
  SmallRun& line(const std::string& text) {
    text_ += text + '\n';
    return *this;
  }

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] Trace trace() const {
    ReadOptions options;
    options.sort = true;
    options.keep_user_fields = true;
    return read_trace(Input::from_memory(text_), options);
  }
  [[nodiscard]] DependencyGraph graph(unsigned threads = 2) const {
    DependencyOptions options;
    options.threads = threads;
    return DependencyGraph(trace(), options);
  }

 private:
  std::string text_;
  int messages_ = 0;
};

}  // namespace paje::testing
