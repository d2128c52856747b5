// From bytes, text or binary, to objects: the replay in pieces against the naive one, whole and
// streamed, lenient and strict, with one thread and more.
#include <fmt/format.h>

#include "exchange/recognise.hpp"
#include "fuzz.hpp"
#include "naive_replay.hpp"
#include "paje/table.hpp"

namespace {

using namespace paje;

// What write(sink) writes, or the error instead.
template <class Write>
std::string written(Write&& write) {
  try {
    std::string text;
    write([&](std::string_view piece) { text += piece; });
    return text;
  } catch (const TraceError& error) {
    return error.what();
  }
}

std::string table_of(std::string_view bytes, const ReadOptions& options, TableOptions table) {
  table.threads = options.threads;
  return written([&](const TextSink& sink) {
    write_table(read_trace(Input::from_memory(bytes), options), table, sink);
  });
}

// Damage of a binary trace ends even a lenient reading.
template <class Read>
testing::NaiveResult result_of(Read&& read) {
  try {
    return read();
  } catch (const TraceError& error) {
    return {{}, {error.what()}};
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  std::string_view input = fuzz::text_of(data, size);
  const fuzz::Choices choices(input);
  const std::string bytes(input);

  // The naive replay knows Pajé alone.
  try {
    if (exchange::recognise(Input::from_memory(bytes)).format) return 0;
  } catch (const TraceError&) {
    return 0;  // a format that is not read
  }

  ReadOptions options;
  options.read_parts = false;
  options.imbrication = !choices.at(0);
  options.old_field_names = choices.at(1);
  options.keep_user_fields = choices.at(2);
  if (choices.at(3)) options.stop_at = 2;
  options.threads = 1;
  options.chunk_bytes = choices.at(4) ? 1 : 300;

  const auto naive = result_of([&] { return testing::replay_naively(bytes, options); });
  const auto whole = result_of([&] { return testing::replay_with_library(bytes, options); });
  fuzz::check_same(naive.objects, whole.objects, "objects of the naive replay");
  fuzz::check_same(naive.problems, whole.problems, "problems of the naive replay");
  const auto streamed = result_of([&] { return testing::stream_with_library(bytes, options); });
  fuzz::check_same(whole.objects, streamed.objects, "objects of the streaming replay");
  fuzz::check_same(whole.problems, streamed.problems, "problems of the streaming replay");

  TableOptions table;
  table.user_fields = options.keep_user_fields;
  table.header = choices.at(5);
  table.quotes = choices.at(6) ? Quotes::csv : Quotes::keep;
  options.ignore_incomplete_links = choices.at(7);
  const std::string one = table_of(bytes, options, table);
  options.threads = 3;
  options.chunk_bytes = 50;
  fuzz::check(one == table_of(bytes, options, table), "the table does not depend on threads");
  const std::string from_rows = written(
      [&](const TextSink& sink) { write_table(Input::from_memory(bytes), options, table, sink); });
  fuzz::check(one == from_rows, "the table of rows is that of columns");
  return 0;
}
