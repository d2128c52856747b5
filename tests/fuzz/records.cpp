// librastro records: what is read is written alike, and no byte after a record is looked at.
#include <memory>

#include "formats/rastro.hpp"
#include "fuzz.hpp"

int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  using namespace paje;
  // A block of its own, so that the sanitizer sees what is read after it.
  const std::unique_ptr<char[]> block(new char[size]);
  if (size != 0) std::memcpy(block.get(), data, size);
  std::string_view rest(block.get(), size);
  rastro::RecordReader reader;
  uint64_t offset = 0;
  while (!rest.empty()) {
    const auto outcome = reader.read(rest, offset);
    if (outcome != rastro::RecordReader::Outcome::record) {
      fuzz::check(!reader.error().found.empty() && reader.error().offset <= offset + rest.size(),
                  "an error says what was found, and where");
      return 0;
    }
    const std::size_t taken = reader.size();
    fuzz::check(taken > 0 && taken <= rest.size(), "a record has a size");
    fuzz::check(rastro::record_type(rest) == reader.record().type, "types are equal");
    const rastro::Record& read = reader.record();
    std::string written;
    rastro::append_record(written, read);
    rastro::RecordReader again;
    fuzz::check(again.read(written, 0) == rastro::RecordReader::Outcome::record,
                "what is written can be read");
    const rastro::Record& second = again.record();
    fuzz::check(second.type == read.type && second.time == read.time &&
                    second.time_base == read.time_base &&
                    std::equal(second.fields.begin(), second.fields.end(), read.fields.begin(),
                               read.fields.end()),
                "what is written is what was read");
    rest.remove_prefix(taken);
    offset += taken;
  }
  return 0;
}
