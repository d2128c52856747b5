// The rows of a block of an archive.
#pragma once

#include <cstdint>
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

/// Throws archive::Damage, also where a row refers to what is not there.
DecodedBlock decode_block(const StoredArchive& stored, const archive::BlockEntry& block,
                          const ArchiveLimits& limits, bool wants_user_fields);

}  // namespace paje
