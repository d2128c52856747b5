// Seekable Zstandard files: frames one by one and all at once are the same, and what is written is
// read again.
#include "fuzz.hpp"
#include "seekable_zstd.hpp"

namespace {

using namespace paje;

constexpr uint64_t kMostPlain = uint64_t{1} << 20U;  // more takes long and says nothing more

void check_reading(std::string_view bytes) {
  zstd::FrameReader reader;
  if (const auto error = reader.open(bytes)) {
    fuzz::check(error->offset <= bytes.size() && !error->expected.empty(), "an error has a place");
    return;
  }
  if (reader.plain_size() > kMostPlain) return;
  std::string whole, frame;
  bool is_damaged = false;
  for (std::size_t i = 0; i < reader.frames().size() && !is_damaged; ++i) {
    is_damaged = reader.decompress(i, frame).has_value();
    if (!is_damaged) whole += frame;
  }
  std::string together;
  const auto error = zstd::decompress_all(
      reader, 2, [&](const zstd::Frame&, std::string_view plain) { together += plain; });
  fuzz::check(error.has_value() == is_damaged && whole == together, "frames are the whole");
}

void check_writing(std::string_view plain, std::size_t frame_bytes) {
  std::string packed;
  zstd::FrameWriter writer(
      1, 2, [&](std::string_view piece) { packed += piece; }, frame_bytes);
  writer.write(plain.substr(0, plain.size() / 3));
  writer.write(plain.substr(plain.size() / 3));
  writer.finish();
  zstd::FrameReader reader;
  fuzz::check(!reader.open(packed) && reader.plain_size() == plain.size(), "what is written opens");
  std::string read;
  fuzz::check(!zstd::decompress_all(
                  reader, 2, [&](const zstd::Frame&, std::string_view piece) { read += piece; }),
              "what is written is whole");
  fuzz::check(read == plain, "what is written is read again");
}

}  // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  std::string_view input = fuzz::text_of(data, size);
  const fuzz::Choices choices(input);
  if (choices.at(0)) {
    check_writing(input, choices.bits / 2 + 1);
  } else {
    check_reading(input);
  }
  return 0;
}
