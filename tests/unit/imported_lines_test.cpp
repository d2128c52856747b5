// Lines of imported operations: quick ones are those that the events themselves are written as.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "exchange/trace_text.hpp"

namespace {

using namespace paje;
using namespace paje::exchange;

// Words in quotes and without, short and long, of many of which some come once only.
std::string any_word(std::mt19937& random) {
  std::string word = std::string(random() % 40, 'w') + std::to_string(random() % 9000);
  if (random() % 5 == 0) word += " #";
  return random() % 50 == 0 ? "" : word;
}

void add_operation(ImportedTrace& trace, std::mt19937& random) {
  const auto any = [&](std::size_t count) { return static_cast<uint32_t>(random() % count); };
  const double time = any(3) == 0 ? any(1'000'000) / 1e6 : any(1'000'000) / 7.0 - 1000;
  const TypeIndex type = any(trace.types().size());
  const ContainerIndex container = any(trace.containers().size());
  const WordIndex word =
      any(2) == 0 ? trace.word(any_word(random)) : trace.rare_word(any_word(random));
  FieldsIndex fields = 0;
  if (any(5) == 0)
    fields = trace.add_fields({{"Field" + std::to_string(any(40)), any_word(random)}});
  switch (any(8)) {
    case 0:
      return trace.push(time, type, container, word, fields);
    case 1:
      return trace.pop(time, type, container);
    case 2:
      return trace.set_state(time, type, container, word);
    case 3:
      return trace.reset_state(time, type, container);
    case 4:
      return trace.set_variable(time, type, container, time / 3, fields);
    case 5:
      return trace.event(time, type, container, word, fields);
    case 6:
      return trace.destroy(time, time, container);
    default:
      ImportedLink link{type, container, any(2), any(2), word};
      if (any(2) == 0) link.key = trace.rare_word(any_word(random));
      link.size = static_cast<int64_t>(random()) - 1'000'000'000;
      link.tag = any(100);
      link.fields = fields;
      trace.link(time, time + any(3) - 1.0, link);
  }
}

TEST(ImportedLines, AreThoseOfTheEvents) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::mt19937 random(seed);
    Losses losses;
    ImportedTrace trace(losses);
    if (seed % 2 == 0) trace.set_has_messages();
    for (int i = 0; i < 6; ++i) {
      trace.add_type({ImportedKind::state, kRoot, any_word(random)});
      if (random() % 2 == 0) trace.types().back().alias = any_word(random) + std::to_string(i);
      trace.add_container(kRoot, kRoot, any_word(random));
      if (random() % 2 == 0) trace.containers().back().alias = any_word(random) + std::to_string(i);
    }
    // More different words than have a place of their own.
    for (int i = 0; i < 12'000; ++i) add_operation(trace, random);
    trace.create_all_containers();
    trace.finish();
    EventLines slow;
    deliver_events(trace, slow);
    for (const unsigned threads : {1U, 3U}) {
      trace.set_threads(threads);
      std::string quick;
      TraceText text(trace);
      for (auto piece = text.next(); !piece.empty(); piece = text.next()) quick += piece;
      ASSERT_EQ(slow.text, quick);
    }
  }
}

}  // namespace
