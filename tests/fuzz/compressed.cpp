// Whatever is recognised by content, compressed or not, ends in events or one error.
#include "fuzz.hpp"
#include "paje/read.hpp"

namespace {

// Small inputs can be of any size once decompressed.
struct Enough {};
constexpr uint64_t kMostEvents = 20'000;

}  // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  using namespace paje;
  ReadOptions options;
  options.read_parts = false;
  options.threads = 2;
  uint64_t events = 0, problems = 0;
  options.on_problem = [&](const Diagnostic&) {
    if (++problems > kMostEvents) throw Enough();
  };
  try {
    visit_events(Input::from_memory(fuzz::text_of(data, size)), options, [&](const Event&) {
      if (++events > kMostEvents) throw Enough();
    });
  } catch (const TraceError& error) {
    fuzz::check(!error.diagnostic().expected.empty(), "an error says what was expected");
  } catch (const Enough&) {
  }
  return 0;
}
