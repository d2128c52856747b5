#include "formats/archive/field_facts.hpp"

namespace paje::archive {

namespace {

constexpr uint8_t kIntegers = 1, kNumbers = 2;

}  // namespace

void write_field_facts(const AllFieldFacts& facts, std::string& out) {
  for (std::size_t kind = 1; kind < kRowKinds; ++kind) {
    put_varint(out, facts[kind].size());
    for (const FieldFacts& field : facts[kind]) {
      put_varint(out, field.words);
      put_varint(out, field.empty_words);
      put(out, static_cast<uint8_t>((field.has_only_integers ? kIntegers : 0) |
                                    (field.has_only_numbers ? kNumbers : 0)));
    }
  }
}

AllFieldFacts read_field_facts(ByteReader from) {
  AllFieldFacts facts;
  for (std::size_t kind = 1; kind < kRowKinds; ++kind) {
    facts[kind].resize(from.count_up_to(from.left(), "fields"));
    for (FieldFacts& field : facts[kind]) {
      field.words = from.varint();
      field.empty_words = from.count_up_to(field.words, "empty words");
      const auto flags = from.number<uint8_t>();
      field.has_only_integers = (flags & kIntegers) != 0;
      field.has_only_numbers = (flags & kNumbers) != 0;
      if (flags > (kIntegers | kNumbers) || (field.has_only_integers && !field.has_only_numbers)) {
        from.fail("other facts of a field", "0, 2 or 3");
      }
    }
  }
  from.end();
  return facts;
}

}  // namespace paje::archive
