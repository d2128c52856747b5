#include "formats/rastro.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <utility>

namespace paje::rastro {

namespace {

static_assert(std::endian::native == std::endian::little, "records are little-endian");

// Of the first word of a header; README.md, "Records".
constexpr uint32_t kTimeBaseFollows = uint32_t{1} << 16U;
constexpr uint32_t kLastWord = uint32_t{1} << 17U;
// Of any further one.
constexpr uint32_t kLastFurtherWord = uint32_t{1} << 29U;
constexpr unsigned kBitsOfCode = 4;
constexpr uint32_t kCodeMask = 0xF;

// Writes into memory that is large enough and all zeros.
class Pen {
 public:
  explicit Pen(char* at) : begin_(at), at_(at) {}

  template <typename Number>
  void write(Number number) {
    std::memcpy(at_, &number, sizeof number);
    at_ += sizeof number;
  }
  void write(const Field& field) {
    switch (size_of(field.code)) {
      case sizeof(uint64_t):
        return write(field.bits);
      case sizeof(uint32_t):
        return write(static_cast<uint32_t>(field.bits));
      case sizeof(uint16_t):
        return write(static_cast<uint16_t>(field.bits));
      case sizeof(uint8_t):
        return write(static_cast<uint8_t>(field.bits));
      default:
        write_text(field.text);
    }
  }

 private:
  void write_text(std::string_view text) {
    at_ = std::copy(text.begin(), text.end(), at_) + 1;
    at_ = begin_ + padded(static_cast<std::size_t>(at_ - begin_));
  }

  char* begin_;
  char* at_;
};

// The codes of the fields from `first` on, as many as a word has room for, as its bits.
uint32_t codes_word(std::span<const Field> fields, std::size_t first, unsigned room) {
  uint32_t word = 0;
  for (unsigned i = 0; i < room; ++i) {
    const FieldCode code = first + i < fields.size() ? fields[first + i].code : FieldCode::none;
    word = word << kBitsOfCode | static_cast<uint32_t>(code);
  }
  return word;
}

void write_head(Pen& pen, const Record& record) {
  const std::size_t count = record.fields.size();
  uint32_t first = static_cast<uint32_t>(record.type) << kTypeShift;
  if (count <= kCodesInFirstWord) first |= kLastWord;
  if (record.time_base) first |= kTimeBaseFollows;
  pen.write(first | codes_word(record.fields, 0, kCodesInFirstWord));
  if (record.time_base) {
    pen.write(record.time_base->seconds);
    pen.write(record.time_base->ticks_per_second);
  }
  pen.write(record.time);
  for (std::size_t i = kCodesInFirstWord; i < count; i += kCodesInFurtherWord) {
    const uint32_t last = count - i <= kCodesInFurtherWord ? kLastFurtherWord : 0;
    pen.write(last | codes_word(record.fields, i, kCodesInFurtherWord));
  }
}

// Of the whole record, with its padding.
std::size_t size_of(const Record& record) {
  std::size_t size = head_bytes(record.fields.size());
  if (record.time_base) size += 2 * sizeof(uint64_t);
  for (const Field& field : record.fields) {
    size += size_of(field.code);
    if (field.code == FieldCode::string) size = padded(size + field.text.size() + 1);
  }
  return padded(size);
}

}  // namespace

std::string_view description(FieldCode code) {
  static constexpr std::array<std::string_view, kFieldCodes> kDescriptions = {
      "no field", "a string", "a double", "a float", "a u64", "a u16", "a u8", "a u32"};
  return kDescriptions[static_cast<std::size_t>(code)];
}

Field Field::of_double(double number) {
  return {FieldCode::double_number, std::bit_cast<uint64_t>(number), {}, 0};
}
Field Field::of_float(float number) {
  return {FieldCode::float_number, std::bit_cast<uint32_t>(number), {}, 0};
}
double Field::as_double() const { return std::bit_cast<double>(bits); }
float Field::as_float() const { return std::bit_cast<float>(static_cast<uint32_t>(bits)); }

void append_record(std::string& out, const Record& record) {
  assert(record.type <= kMostType);
  const std::size_t start = out.size();
  out.resize(start + size_of(record));
  Pen pen(out.data() + start);
  write_head(pen, record);
  for (const Field& field : record.fields) {
    assert(field.code != FieldCode::none && field.text.find('\0') == std::string_view::npos);
    pen.write(field);
  }
}

void append_opening(std::string& out, const Opening& opening) {
  const Field fields[] = {Field::of_u64(opening.first_id), Field::of_u64(opening.second_id),
                          Field::of_text(opening.host.c_str())};
  append_record(
      out, {.type = kOpeningType, .time_base = opening.time_base, .time = 0, .fields = fields});
}

void append_closing(std::string& out) {
  append_record(out, {.type = kClosingType, .time_base = {}, .time = 0, .fields = {}});
}

std::optional<uint16_t> record_type(std::string_view bytes) {
  uint32_t word = 0;
  if (bytes.size() < sizeof word) return std::nullopt;
  std::memcpy(&word, bytes.data(), sizeof word);
  return static_cast<uint16_t>(word >> kTypeShift);
}

// The bytes end where `what` should follow.
bool RecordReader::miss(std::string_view what) {
  outcome_ = Outcome::incomplete;
  error_ = {.offset = offset_ + static_cast<uint64_t>(end_ - begin_),
            .found = "the end of the file",
            .expected = std::string(what) + " of the record at byte " + std::to_string(offset_),
            .rule = {}};
  return false;
}

bool RecordReader::refuse(const char* place, std::string found, std::string expected) {
  outcome_ = Outcome::bad;
  error_ = {.offset = offset_ + static_cast<uint64_t>(place - begin_),
            .found = std::move(found),
            .expected = std::move(expected),
            .rule = {}};
  return false;
}

template <typename Number>
bool RecordReader::consume(Number& number, std::string_view what) {
  if (left() < sizeof number) return miss(what);
  std::memcpy(&number, at_, sizeof number);
  at_ += sizeof number;
  return true;
}

// The codes in the lower bits of the word that was just taken.
bool RecordReader::read_codes(uint32_t word, unsigned count) {
  bool ended = false;
  for (unsigned i = count; i-- > 0;) {
    const uint32_t code = word >> (i * kBitsOfCode) & kCodeMask;
    if (code >= kFieldCodes || (ended && code != 0)) {
      return refuse(at_ - sizeof word, "field code " + std::to_string(code),
                    ended ? "0, since the code before it is 0" : "a field code from 0 to 7");
    }
    ended = code == 0;
    if (!ended) codes_.push_back(static_cast<FieldCode>(code));
  }
  return true;
}

bool RecordReader::read_head() {
  uint32_t word = 0;
  if (!consume(word, "the header")) return false;
  if (!read_codes(word, kCodesInFirstWord)) return false;
  record_.type = static_cast<uint16_t>(word >> kTypeShift);
  record_.time_base.reset();
  if ((word & kTimeBaseFollows) != 0) {
    TimeBase& base = record_.time_base.emplace();
    if (!consume(base.seconds, "the time base")) return false;
    if (!consume(base.ticks_per_second, "the time base")) return false;
  }
  if (!consume(record_.time, "the time")) return false;
  bool last = (word & kLastWord) != 0;
  while (!last) {
    if (!consume(word, "a further header word")) return false;
    if (!read_codes(word, kCodesInFurtherWord)) return false;
    last = (word & kLastFurtherWord) != 0;
  }
  return true;
}

bool RecordReader::read_string(Field& field) {
  const void* nul = at_ == end_ ? nullptr : std::memchr(at_, '\0', left());
  if (nul == nullptr) return miss("the NUL that ends a string");
  const char* const stop = static_cast<const char*>(nul);
  field.text = {at_, static_cast<std::size_t>(stop - at_)};
  at_ = stop + 1;
  return read_padding();
}

bool RecordReader::read_number(Field& field) {
  const std::size_t size = size_of(field.code);
  if (left() < size) return miss(description(field.code));
  std::memcpy(&field.bits, at_, size);
  at_ += size;
  return true;
}

bool RecordReader::read_field(FieldCode code) {
  Field& field = fields_.emplace_back();
  field.code = code;
  field.offset = size();
  return code == FieldCode::string ? read_string(field) : read_number(field);
}

// What the padding holds is nobody's business: librastro leaves there what was there.
bool RecordReader::read_padding() {
  const std::size_t padding = padded(size()) - size();
  if (left() < padding) return miss("the padding");
  at_ += padding;
  return true;
}

RecordReader::Outcome RecordReader::read(std::string_view bytes, uint64_t offset) {
  begin_ = at_ = bytes.data();
  end_ = begin_ + bytes.size();
  offset_ = offset;
  outcome_ = Outcome::record;
  codes_.clear();
  fields_.clear();
  if (!read_head()) return outcome_;
  for (const FieldCode code : codes_) {
    if (!read_field(code)) return outcome_;
  }
  if (!read_padding()) return outcome_;
  record_.fields = fields_;
  return outcome_;
}

}  // namespace paje::rastro
