// The standard encoding of a Pajé trace in records: dates and numbers as numbers, every other word
// as a string where it is (README.md, "Standard").
#pragma once

#include <memory>

#include "formats/decoder.hpp"
#include "formats/encoder.hpp"

namespace paje::rastro {

std::unique_ptr<Encoder> encode_standard(EncoderOptions options = {});

/// Takes nothing but the standard encoding; for files of either, see decode_reference().
std::unique_ptr<Decoder> decode_standard();

/// The wire type that fields of that type usually have in this encoding.
FieldCode usual_standard_code(FieldType type);

}  // namespace paje::rastro
