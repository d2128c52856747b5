// Decoders compiled from definitions against the grammar: the same events, the same problems.
#include "fuzz.hpp"
#include "two_readers.hpp"

int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  const std::string text(paje::fuzz::text_of(data, size));
  paje::fuzz::check_same(paje::testing::decode(text), paje::testing::GrammarReader(text).lines,
                         "decoders and grammar read the same");
  return 0;
}
