// Pieces of an archive: bytes as they are, or a Zstandard frame of them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "formats/archive/read_scratch.hpp"

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace paje::archive {

inline constexpr int kDefaultLevel = 3;

/// How a piece is kept: its first byte.
enum class Codec : uint8_t { stored, zstd };

/// Packs pieces; for one thread at a time.
class Packer {
 public:
  explicit Packer(int level = kDefaultLevel);

  /// Appends the piece to `out`: whichever of the two forms is shorter; 4 GiB and more are stored.
  /// Nothing gives no byte.
  void pack(std::string_view raw, std::string& out);
  /// How many bytes it takes at level 1; for choosing among ways to write something.
  [[nodiscard]] std::size_t estimate(std::string_view raw);

 private:
  struct Free {
    void operator()(ZSTD_CCtx_s* context) const;
  };
  std::unique_ptr<ZSTD_CCtx_s, Free> context_;
  int level_;
  std::string scratch_;
};

/// Unpacks pieces; for one thread at a time.
class Unpacker {
 public:
  Unpacker();
  /// The raw bytes of a piece, at most `most`, until the next call. `byte`: where the piece
  /// is in the file. Throws Damage.
  std::string_view unpack(std::string_view piece, uint64_t byte, uint64_t most);
  /// For what is made of the bytes.
  [[nodiscard]] ReadScratch& scratch() { return scratch_; }

 private:
  struct Free {
    void operator()(ZSTD_DCtx_s* context) const;
  };
  std::unique_ptr<ZSTD_DCtx_s, Free> context_;
  ReadScratch scratch_;
};

}  // namespace paje::archive
