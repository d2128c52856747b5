#include "formats/field_layout.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace paje::rastro {

namespace {

// librastro's order.
int rank(FieldCode code) {
  static constexpr std::array<int, kFieldCodes> kRanks = {7, 6, 0, 2, 1, 4, 5, 3};
  return kRanks[static_cast<std::size_t>(code)];
}

std::vector<FieldCode> usual_codes(const EventDefinition& definition, UsualCode usual) {
  std::vector<FieldCode> codes;
  codes.reserve(definition.fields.size());
  for (const FieldDefinition& field : definition.fields) codes.push_back(usual(field.type));
  return codes;
}

std::vector<std::size_t> sorted_positions(const std::vector<FieldCode>& codes) {
  std::vector<std::size_t> positions(codes.size());
  std::iota(positions.begin(), positions.end(), std::size_t{0});
  std::stable_sort(positions.begin(), positions.end(),
                   [&](std::size_t a, std::size_t b) { return rank(codes[a]) < rank(codes[b]); });
  return positions;
}

}  // namespace

FieldLayout::FieldLayout(const EventDefinition& definition, UsualCode usual)
    : codes_(usual_codes(definition, usual)),
      positions_(sorted_positions(codes_)),
      in_order_(std::is_sorted(positions_.begin(), positions_.end())) {}

bool FieldLayout::is_usual(std::span<const Field> fields) const {
  return std::equal(fields.begin(), fields.end(), codes_.begin(), codes_.end(),
                    [](const Field& field, FieldCode code) { return field.code == code; });
}

bool FieldLayout::has_order_of_record(std::span<const Field> fields) const {
  return std::equal(
      fields.begin(), fields.end(), positions_.begin(), positions_.end(),
      [&](const Field& field, std::size_t position) { return field.code == codes_[position]; });
}

void sort_as_librastro(std::vector<Field>& fields) {
  std::stable_sort(fields.begin(), fields.end(),
                   [](const Field& a, const Field& b) { return rank(a.code) < rank(b.code); });
}

}  // namespace paje::rastro
