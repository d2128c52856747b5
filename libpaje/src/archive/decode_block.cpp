#include "archive/decode_block.hpp"

#include <algorithm>

namespace paje {

namespace {

using archive::RowKind;

void check_below(const std::vector<uint32_t>& numbers, std::size_t limit, const char* what,
                 uint64_t byte) {
  const auto most = std::max_element(numbers.begin(), numbers.end());
  if (most == numbers.end() || *most < limit) return;
  throw archive::Damage(byte, std::string(what) + " " + std::to_string(*most),
                        "one below " + std::to_string(limit));
}

class BlockDecoder {
 public:
  BlockDecoder(const StoredArchive& stored, const archive::BlockEntry& block,
               const ArchiveLimits& limits)
      : block_(block), limits_(limits), pieces_(stored.pieces(block, unpacker_)) {}

  DecodedBlock decode(bool wants_user_fields) {
    DecodedBlock decoded;
    switch (block_.kind) {
      case RowKind::state:
        decoded.rows = states();
        break;
      case RowKind::variable:
        decoded.rows = variables();
        break;
      case RowKind::event:
        decoded.rows = events();
        break;
      default:
        decoded.rows = links();
        break;
    }
    if (wants_user_fields && pieces_.pieces() > used_) {
      decoded.user =
          archive::read_user_fields(pieces_.texts(used_), block_.rows, limits_.definitions);
    }
    return decoded;
  }

 private:
  // That the block has the pieces of its kind; one more are its user-defined fields.
  void expect_pieces(std::size_t count) {
    used_ = count;
    if (pieces_.pieces() == count || pieces_.pieces() == count + 1) return;
    throw archive::Damage(block_.byte, std::to_string(pieces_.pieces()) + " pieces",
                          std::to_string(count));
  }
  void check_values(const std::vector<uint32_t>& values) const {
    check_below(values, limits_.values, "value", block_.byte);
  }
  archive::StateRows states() {
    expect_pieces(archive::kStatePieces);
    std::vector<uint32_t> segments;
    for (const archive::Segment& segment : block_.segments) segments.push_back(segment.rows);
    archive::StateRows rows;
    archive::read_states(pieces_, segments, rows);
    check_values(rows.value);
    return rows;
  }
  archive::VariableRows variables() {
    expect_pieces(archive::kVariablePieces);
    archive::VariableRows rows;
    archive::read_variables(pieces_, block_.rows, rows);
    return rows;
  }
  archive::EventRows events() {
    expect_pieces(archive::kEventPieces);
    archive::EventRows rows;
    archive::read_events(pieces_, block_.rows, rows);
    check_values(rows.value);
    return rows;
  }
  DecodedLinks links() {
    expect_pieces(archive::kLinkPieces);
    DecodedLinks links;
    archive::read_links(pieces_, block_.rows, links.rows);
    check_values(links.rows.value);
    check_below(links.rows.source, limits_.containers, "container", block_.byte);
    check_below(links.rows.target, limits_.containers, "container", block_.byte);
    links.keys = archive::read_link_keys(pieces_, links.rows);
    return links;
  }

  const archive::BlockEntry& block_;
  const ArchiveLimits& limits_;
  archive::Unpacker unpacker_;
  archive::PieceReader pieces_;
  std::size_t used_ = 0;
};

}  // namespace

DecodedBlock decode_block(const StoredArchive& stored, const archive::BlockEntry& block,
                          const ArchiveLimits& limits, bool wants_user_fields) {
  return BlockDecoder(stored, block, limits).decode(wants_user_fields);
}

}  // namespace paje
