// The reference encoding of a Pajé trace in records: each different word is written once, and
// events refer to it by its number (README.md, "Reference").
#pragma once

#include <memory>

#include "formats/decoder.hpp"
#include "formats/encoder.hpp"

namespace paje::rastro {

/// The encoder remembers every different word of type string or color.
std::unique_ptr<Encoder> encode_reference(EncoderOptions options = {});

/// Takes both encodings: what is a word in one is a number of a word in the other, so no record of
/// one can be mistaken for one of the other. Remembers the words of the file's table.
std::unique_ptr<Decoder> decode_reference();

/// The wire type that fields of that type usually have in this encoding.
FieldCode usual_reference_code(FieldType type);

}  // namespace paje::rastro
