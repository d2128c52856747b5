// Seekable Zstandard files: any bytes are read or refused, whatever their table says, and what is
// written is read again.
#include "formats/seekable_zstd.hpp"
#include "fuzz.hpp"
#include "input/decompression.hpp"

namespace {

using namespace paje;

constexpr std::size_t kMostPlain = std::size_t{1} << 20U;  // more takes long and says nothing more

struct Unpacked {
  std::string plain;
  bool is_whole = false;
  std::optional<zstd::FrameError> flaw;
};

Unpacked unpacked(std::string_view bytes, std::size_t step) {
  Unpacked result;
  const auto decompressor = paje::decompressor(bytes);
  if (decompressor == nullptr) return result;
  std::string some(4096, '\0');
  bool in_frame = false;
  try {
    while ((!bytes.empty() || in_frame) && result.plain.size() < kMostPlain) {
      if (!in_frame) decompressor->begin();
      const auto went = decompressor->go_on(bytes.substr(0, step), some);
      bytes.remove_prefix(went.read);
      result.plain.append(some, 0, went.made);
      in_frame = !went.ends;
      if (in_frame && went.read + went.made == 0) return result;
    }
  } catch (const DamagedCompression&) {
    return result;
  }
  result.is_whole = bytes.empty();
  result.flaw = decompressor->flaw();
  return result;
}

void check_reading(std::string_view bytes, std::size_t step) {
  const Unpacked whole = unpacked(bytes, bytes.size());
  const Unpacked in_steps = unpacked(bytes, step);
  fuzz::check(!whole.flaw || (whole.flaw->offset <= bytes.size() && !whole.flaw->expected.empty()),
              "a flaw has a place");
  if (!whole.is_whole) return;
  fuzz::check(in_steps.is_whole && whole.plain == in_steps.plain &&
                  whole.flaw.has_value() == in_steps.flaw.has_value(),
              "steps are the whole");
}

void check_writing(std::string_view plain, std::size_t frame_bytes) {
  std::string packed;
  zstd::FrameWriter writer(
      1, 2, [&](std::string_view piece) { packed += piece; }, frame_bytes);
  writer.write(plain.substr(0, plain.size() / 3));
  writer.write(plain.substr(plain.size() / 3));
  writer.finish();
  const Unpacked back = unpacked(packed, 1000);
  fuzz::check(back.is_whole && !back.flaw, "what is written is whole");
  fuzz::check(back.plain == plain, "what is written is read again");
}

}  // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  std::string_view input = fuzz::text_of(data, size);
  const fuzz::Choices choices(input);
  if (choices.at(0)) {
    check_writing(input, choices.bits / 2 + 1);
  } else {
    check_reading(input, choices.bits / 2 + 1);
  }
  return 0;
}
