// The rows of a block of an archive.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "archive/stored_archive.hpp"
#include "formats/archive/link_block.hpp"
#include "formats/archive/plain_blocks.hpp"
#include "formats/archive/state_block.hpp"
#include "formats/archive/user_block.hpp"

namespace paje {

/// What a block may refer to.
struct ArchiveLimits {
  std::size_t containers = 0, values = 0, definitions = 0;
};

struct DecodedLinks {
  archive::LinkRows rows;
  archive::TextList keys;
};

struct DecodedBlock {
  std::variant<archive::StateRows, archive::VariableRows, archive::EventRows, DecodedLinks> rows;
  archive::StoredUserRows user;  ///< empty if none are wanted, or there are none

  [[nodiscard]] bool has_user_fields() const { return !user.rows.events.empty(); }
};

/// Whether rows of a block may have user-defined fields.
[[nodiscard]] bool has_user_fields(const archive::Index& index, const archive::BlockEntry& block);

/// Decodes one block after the other; for one thread at a time.
class BlockDecoder {
 public:
  /// All must outlive this.
  BlockDecoder(const StoredArchive& stored, const archive::Index& index,
               const ArchiveLimits& limits)
      : stored_(stored), index_(index), limits_(limits) {}

  struct Wanted {
    bool keys = true;
    bool user_fields = true;
    bool rows = true;
  };
  /// What the next call may use again, or the caller may move away. Throws archive::Damage, also
  /// where a row refers to what is not there.
  DecodedBlock& decode(const archive::BlockEntry& block, Wanted wanted);

 private:
  void decode_rows(archive::PieceReader& pieces, const archive::BlockEntry& block, bool wants_keys);
  void decode_states(archive::PieceReader& pieces, const archive::BlockEntry& block);
  void decode_user_fields(archive::PieceReader& pieces, const archive::BlockEntry& block);

  const StoredArchive& stored_;
  const archive::Index& index_;
  const ArchiveLimits& limits_;
  archive::Unpacker unpacker_;
  std::string bytes_;  // of the block, packed
  DecodedBlock decoded_;
  std::vector<uint32_t> segments_;
};

}  // namespace paje
