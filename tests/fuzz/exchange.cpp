// From bytes of another format to objects, as tools read them: an orderly error, or a trace that
// the strict replay takes and that does not depend on threads, on chunks or on how often it is
// read.
#include <optional>

#include "exchange/recognise.hpp"
#include "fuzz.hpp"
#include "other_table.hpp"

using namespace paje;

int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  std::string_view text = fuzz::text_of(data, size);
  const fuzz::Choices choices(text);
  const std::string bytes(text);
  const Input input = Input::from_memory(bytes);
  std::optional<OtherFormat> format;
  try {
    format = exchange::recognise(input).format;
  } catch (const TraceError&) {
    return 0;  // one that is not read
  }
  // Archives of OTF2 are files, which tests of the tools damage.
  if (!format || *format == OtherFormat::otf2) return 0;

  ReadOptions options;
  options.keep_user_fields = true;
  options.threads = 1;
  if (choices.at(0)) options.on_problem = [](const Diagnostic&) {};
  const std::string whole = fuzz::table_of_other(input, options);
  options.threads = 3;
  options.chunk_bytes = 50;
  fuzz::check(whole == fuzz::table_of_other(input, options),
              "the table does not depend on threads");
  const Input piped = Input::from_reader(
      [&bytes] {
        return [rest = std::string_view(bytes)](char* to, std::size_t most) mutable {
          const std::size_t count = rest.copy(to, most);
          rest.remove_prefix(count);
          return count;
        };
      },
      input.name());
  fuzz::check(whole == fuzz::table_of_other(piped, options), "the table is that of a pipe");
  return 0;
}
