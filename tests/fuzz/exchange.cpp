// From bytes of another format to objects, as tools read them: an orderly error, or a trace that
// the strict replay takes and that does not depend on threads, on chunks or on how often it is
// read.
#include "exchange/recognise.hpp"
#include "fuzz.hpp"
#include "paje/table.hpp"

namespace {

using namespace paje;

std::string table_of(const Input& input, const ReadOptions& options) {
  TableOptions table;
  table.threads = options.threads;
  table.user_fields = true;
  try {
    std::string text;
    write_table(read_trace(input, options), table, [&](std::string_view piece) { text += piece; });
    return text;
  } catch (const TraceError& error) {
    // What the readers make has to be right.
    const Rule rule = error.diagnostic().rule;
    fuzz::check(rule == Rule::other_format || rule == Rule::damaged_compression,
                "the events that are made break no rule");
    return error.what();
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  std::string_view text = fuzz::text_of(data, size);
  const fuzz::Choices choices(text);
  const std::string bytes(text);
  const Input input = Input::from_memory(bytes);
  const auto format = exchange::recognise(input).format;
  // Archives of OTF2 are files, which tests of the tools damage.
  if (!format || *format == OtherFormat::otf2) return 0;

  ReadOptions options;
  options.keep_user_fields = true;
  options.threads = 1;
  if (choices.at(0)) options.on_problem = [](const Diagnostic&) {};
  const std::string whole = table_of(input, options);
  options.threads = 3;
  options.chunk_bytes = 50;
  fuzz::check(whole == table_of(input, options), "the table does not depend on threads");
  const Input piped = Input::from_reader(
      [&bytes] {
        return [rest = std::string_view(bytes)](char* to, std::size_t most) mutable {
          const std::size_t count = rest.copy(to, most);
          rest.remove_prefix(count);
          return count;
        };
      },
      input.name());
  fuzz::check(whole == table_of(piped, options), "the table is that of a pipe");
  return 0;
}
