#include "archive/decode_block.hpp"

#include <algorithm>

#include "archive/user_rows.hpp"

namespace paje {

namespace {

using archive::BlockEntry;
using archive::PieceReader;
using archive::RowKind;

void check_below(const std::vector<uint32_t>& numbers, std::size_t limit, const char* what,
                 uint64_t byte) {
  const auto most = std::max_element(numbers.begin(), numbers.end());
  if (most == numbers.end() || *most < limit) return;
  throw archive::Damage(byte, std::string(what) + " " + std::to_string(*most),
                        "one below " + std::to_string(limit));
}

// The rows of a kind, in the memory of the block before if that had the same kind.
template <class Rows>
Rows& rows_in(DecodedBlock& decoded) {
  if (auto* const rows = std::get_if<Rows>(&decoded.rows)) return *rows;
  return decoded.rows.template emplace<Rows>();
}

// That the block has the pieces of its kind; one more are its user-defined fields.
void expect_pieces(const PieceReader& pieces, std::size_t count, const BlockEntry& block) {
  if (pieces.pieces() == count || pieces.pieces() == count + 1) return;
  throw archive::Damage(block.byte, std::to_string(pieces.pieces()) + " pieces",
                        std::to_string(count));
}

std::size_t pieces_of(RowKind kind) {
  switch (kind) {
    case RowKind::state:
      return archive::kStatePieces;
    case RowKind::variable:
      return archive::kVariablePieces;
    case RowKind::event:
      return archive::kEventPieces;
    default:
      return archive::kLinkPieces;
  }
}

void decode_links(PieceReader& pieces, const BlockEntry& block, const ArchiveLimits& limits,
                  bool wants_keys, DecodedLinks& links) {
  archive::read_links(pieces, block.rows, links.rows);
  check_below(links.rows.value, limits.values, "value", block.byte);
  check_below(links.rows.source, limits.containers, "container", block.byte);
  check_below(links.rows.target, limits.containers, "container", block.byte);
  links.keys = wants_keys ? archive::read_link_keys(pieces, links.rows) : archive::TextList();
}

}  // namespace

bool has_user_fields(const archive::Index& index, const BlockEntry& block) {
  return block.pieces.size() > pieces_of(block.kind) ||
         (block.late != 0 && !index.late_user.rows.events.empty());
}

void BlockDecoder::decode_states(PieceReader& pieces, const BlockEntry& block) {
  segments_.clear();
  for (const archive::Segment& segment : block.segments) segments_.push_back(segment.rows);
  auto& rows = rows_in<archive::StateRows>(decoded_);
  archive::read_states(pieces, segments_, rows);
  check_below(rows.value, limits_.values, "value", block.byte);
  for (uint32_t i = block.first_late; i < block.first_late + block.late; ++i) {
    rows.end[index_.late[i].row] = index_.late[i].end;
  }
}

void BlockDecoder::decode_user_fields(PieceReader& pieces, const BlockEntry& block) {
  const std::size_t count = pieces_of(block.kind);
  if (pieces.pieces() > count) {
    decoded_.user = archive::read_user_fields(pieces.texts(count), block.rows, limits_.definitions);
  }
  if (block.late == 0 || index_.late_user.rows.events.empty()) return;
  decoded_.user.rows.events.resize(block.rows);
  std::vector<uint32_t> late;
  for (uint32_t i = block.first_late; i < block.first_late + block.late; ++i) {
    late.push_back(index_.late[i].row);
  }
  replace_user_rows(late, index_.late_user.rows, block.first_late, decoded_.user.rows);
}

void BlockDecoder::decode_rows(PieceReader& pieces, const BlockEntry& block, bool wants_keys) {
  switch (block.kind) {
    case RowKind::state:
      decode_states(pieces, block);
      break;
    case RowKind::variable:
      archive::read_variables(pieces, block.rows, rows_in<archive::VariableRows>(decoded_));
      break;
    case RowKind::event: {
      auto& rows = rows_in<archive::EventRows>(decoded_);
      archive::read_events(pieces, block.rows, rows);
      check_below(rows.value, limits_.values, "value", block.byte);
      break;
    }
    default:
      decode_links(pieces, block, limits_, wants_keys, rows_in<DecodedLinks>(decoded_));
      break;
  }
}

DecodedBlock& BlockDecoder::decode(const BlockEntry& block, Wanted wanted) {
  PieceReader pieces = stored_.pieces(block, unpacker_, bytes_);
  expect_pieces(pieces, pieces_of(block.kind), block);
  if (wanted.rows) decode_rows(pieces, block, wanted.keys);
  decoded_.user = {};
  if (wanted.user_fields) decode_user_fields(pieces, block);
  return decoded_;
}

}  // namespace paje
