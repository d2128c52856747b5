#include "formats/archive/texts.hpp"

#include <algorithm>
#include <unordered_map>

#include "formats/archive/text_template.hpp"

namespace paje::archive {

namespace {

// With more templates in a block, its numbers may be hexadecimal ones.
constexpr std::size_t kManyTemplates = 8;

// In place of a base: texts are not cut.
constexpr Base kWhole{0};

// Texts that were cut.
struct CutTexts {
  Base base = Base::decimal;
  std::vector<std::string> shapes;  // of each template
  std::vector<uint32_t> shape_of;   // of each text
  std::vector<uint64_t> numbers;    // of all texts, one text after the other
  std::vector<uint64_t> first;      // of each text, in numbers
};

CutTexts cut(std::span<const std::string_view> texts, Base base) {
  CutTexts made{.base = base};
  made.shape_of.reserve(texts.size());
  made.first.reserve(texts.size());
  std::unordered_map<std::string, uint32_t> known;
  std::string shape, last;
  for (const std::string_view text : texts) {
    made.first.push_back(made.numbers.size());
    shape.clear();
    cut_text(text, base, shape, made.numbers);
    if (!made.shape_of.empty() && shape == last) {
      made.shape_of.push_back(made.shape_of.back());
      continue;
    }
    const auto [entry, is_new] =
        known.try_emplace(shape, static_cast<uint32_t>(made.shapes.size()));
    if (is_new) made.shapes.push_back(shape);
    made.shape_of.push_back(entry->second);
    last = shape;
  }
  return made;
}

CutTexts cut_best(std::span<const std::string_view> texts) {
  CutTexts decimal = cut(texts, Base::decimal);
  if (decimal.shapes.size() <= kManyTemplates) return decimal;
  CutTexts hexadecimal = cut(texts, Base::hexadecimal);
  return hexadecimal.shapes.size() < decimal.shapes.size() ? std::move(hexadecimal)
                                                           : std::move(decimal);
}

// Of each row, how many of the same template are before it; and how many each has in all.
struct Positions {
  std::vector<uint32_t> of_row, count;
};

Positions positions_of(std::span<const uint32_t> shape_of, std::size_t shapes) {
  Positions positions{std::vector<uint32_t>(shape_of.size()), std::vector<uint32_t>(shapes)};
  for (std::size_t row = 0; row < shape_of.size(); ++row) {
    positions.of_row[row] = positions.count[shape_of[row]]++;
  }
  return positions;
}

// The rows of each template in an order, as positions among its rows; of all templates at once, as
// there may be as many as rows.
class RowsOfShapes {
 public:
  RowsOfShapes(RowOrders& orders, std::span<const uint32_t> shape_of, const Positions& positions)
      : orders_(orders), shape_of_(shape_of), positions_(positions), made_(orders.count()) {
    first_.push_back(0);
    for (const uint32_t count : positions.count) first_.push_back(first_.back() + count);
  }

  /// In an order from 1 on.
  std::span<const uint32_t> rows(uint8_t order, uint32_t shape) {
    std::vector<uint32_t>& made = made_[order];
    if (made.size() != shape_of_.size()) {
      made.resize(shape_of_.size());
      std::vector<std::size_t> next = first_;
      for (const uint32_t row : orders_.rows(order)) {
        made[next[shape_of_[row]]++] = positions_.of_row[row];
      }
    }
    return std::span(made).subspan(first_[shape], positions_.count[shape]);
  }

 private:
  RowOrders& orders_;
  std::span<const uint32_t> shape_of_;
  const Positions& positions_;
  std::vector<std::size_t> first_;           // of each template
  std::vector<std::vector<uint32_t>> made_;  // of each order, if it was asked for
};

class TextWriter {
 public:
  TextWriter(CutTexts texts, RowOrders& orders, PieceWriter& out)
      : texts_(std::move(texts)),
        orders_(orders.count()),
        out_(out),
        positions_(positions_of(texts_.shape_of, texts_.shapes.size())),
        in_order_(orders, texts_.shape_of, positions_) {}

  void write() {
    put(out_.raw(), texts_.base);
    put_varint(out_.raw(), texts_.shapes.size());
    for (const std::string& shape : texts_.shapes) put_text(out_.raw(), shape);
    write_integers(texts_.shape_of, out_.raw());
    std::vector<std::vector<uint32_t>> rows(texts_.shapes.size());
    for (uint32_t row = 0; row < texts_.shape_of.size(); ++row) {
      rows[texts_.shape_of[row]].push_back(row);
    }
    for (uint32_t shape = 0; shape < texts_.shapes.size(); ++shape) write_shape(shape, rows[shape]);
  }

 private:
  void write_shape(uint32_t shape, std::span<const uint32_t> rows) {
    const std::size_t slots = template_of(texts_.shapes[shape]).slots();
    std::vector<uint64_t> numbers(rows.size());
    for (std::size_t slot = 0; slot < slots; ++slot) {
      for (std::size_t i = 0; i < rows.size(); ++i) {
        numbers[i] = texts_.numbers[texts_.first[rows[i]] + slot];
      }
      const auto make = [&](uint8_t order, std::span<uint64_t> differences) {
        std::span<const uint32_t> places;
        if (order != 0) places = in_order_.rows(order, shape);
        uint64_t last = 0;
        for (std::size_t i = 0; i < numbers.size(); ++i) {
          const uint64_t number = numbers[order == 0 ? i : places[i]];
          differences[i] = zigzag(number - last);
          last = number;
        }
      };
      Choice choice;
      write_chosen(rows.size(), rows.size() < 8 ? 1 : orders_, make, choice, out_);
    }
  }

  CutTexts texts_;
  uint8_t orders_;
  PieceWriter& out_;
  Positions positions_;
  RowsOfShapes in_order_;
};

class TextReader {
 public:
  TextReader(ByteReader& from, std::size_t count, RowOrders& orders)
      : from_(from), orders_(orders), shape_of_(count) {}

  void read(Base base) {
    base_ = base;
    if (base_ != Base::decimal && base_ != Base::hexadecimal) {
      from_.fail("numbers of base " + std::to_string(static_cast<int>(base_)), "base 10 or 16");
    }
    shapes_.resize(from_.count_up_to(shape_of_.size(), "templates"));
    for (TextTemplate& shape : shapes_) {
      const std::string_view bytes = from_.text();
      if (bytes.empty()) from_.fail("an empty template", "one with a literal");
      shape = template_of(bytes, from_.byte());
    }
    read_integers(from_, shape_of_);
    for (const uint32_t shape : shape_of_) {
      if (shape >= shapes_.size()) {
        from_.fail("template " + std::to_string(shape), "one of " + std::to_string(shapes_.size()));
      }
    }
    positions_ = positions_of(shape_of_, shapes_.size());
    check_sizes();
    numbers_.resize(shapes_.size());
    RowsOfShapes in_order(orders_, shape_of_, positions_);
    for (uint32_t shape = 0; shape < shapes_.size(); ++shape) read_shape(shape, in_order);
  }

  TextList join() const {
    TextList texts;
    texts.ends.reserve(shape_of_.size());
    std::vector<std::size_t> most(shapes_.size());  // bytes of a text of each template
    for (std::size_t shape = 0; shape < shapes_.size(); ++shape) {
      for (const std::string& literal : shapes_[shape].literals) most[shape] += literal.size();
      most[shape] += shapes_[shape].slots() * kMostNumberBytes;
    }
    std::size_t end = 0;
    for (std::size_t row = 0; row < shape_of_.size(); ++row) {
      const std::size_t needed = end + most[shape_of_[row]];
      if (needed > texts.bytes.size()) texts.bytes.resize(needed + end);
      end = static_cast<std::size_t>(join(row, texts.bytes.data() + end) - texts.bytes.data());
      texts.ends.push_back(end);
      check_size(end);
    }
    texts.bytes.resize(end);
    return texts;
  }

 private:
  // Writes a text; the end of what it wrote.
  char* join(std::size_t row, char* to) const {
    const uint32_t shape = shape_of_[row];
    const TextTemplate& around = shapes_[shape];
    for (std::size_t slot = 0; slot < around.slots(); ++slot) {
      to = std::copy(around.literals[slot].begin(), around.literals[slot].end(), to);
      to = write_number(to, numbers_[shape][slot][positions_.of_row[row]], base_);
    }
    return std::copy(around.literals.back().begin(), around.literals.back().end(), to);
  }
  // Before there is room for the numbers: how long texts are if each number has one digit.
  void check_sizes() const {
    uint64_t bytes = 0;
    for (std::size_t shape = 0; shape < shapes_.size(); ++shape) {
      uint64_t size = shapes_[shape].slots();
      for (const std::string& literal : shapes_[shape].literals) size += literal.size();
      bytes += size * positions_.count[shape];
      check_size(bytes);
    }
  }
  void check_size(uint64_t bytes) const {
    if (bytes > kMostTextBytes * shape_of_.size()) {
      from_.fail("long texts in parts", "long ones as a whole");
    }
  }
  void read_shape(uint32_t shape, RowsOfShapes& in_order) {
    const uint32_t rows = positions_.count[shape];
    numbers_[shape].resize(shapes_[shape].slots());
    for (std::vector<uint64_t>& numbers : numbers_[shape]) {
      const auto order = from_.number<uint8_t>();
      if (order >= orders_.count()) {
        from_.fail("order " + std::to_string(order) + " of rows",
                   "one below " + std::to_string(orders_.count()));
      }
      std::vector<uint64_t> differences(rows);
      read_integers(from_, differences);
      uint64_t last = 0;
      for (uint64_t& difference : differences) difference = last += unzigzag(difference);
      if (order == 0) {
        numbers = std::move(differences);
        continue;
      }
      numbers.resize(rows);
      const std::span<const uint32_t> places = in_order.rows(order, shape);
      for (std::size_t i = 0; i < places.size(); ++i) numbers[places[i]] = differences[i];
    }
  }

  ByteReader& from_;
  RowOrders& orders_;
  Base base_ = Base::decimal;
  std::vector<TextTemplate> shapes_;
  std::vector<uint32_t> shape_of_;
  Positions positions_;
  std::vector<std::vector<std::vector<uint64_t>>> numbers_;  // of each template, slot and row
};

}  // namespace

namespace {

void write_whole(std::span<const std::string_view> texts, PieceWriter& out) {
  std::vector<uint64_t> sizes;
  sizes.reserve(texts.size());
  for (const std::string_view text : texts) sizes.push_back(text.size());
  put(out.raw(), kWhole);
  write_integers(sizes, Coder::planes, out.raw());
  for (const std::string_view text : texts) out.raw() += text;
}

TextList read_whole(ByteReader& from, std::size_t count) {
  std::vector<uint64_t> sizes(count);
  read_integers(from, sizes);
  TextList texts;
  for (const uint64_t size : sizes) texts.add(from.take(size));
  return texts;
}

}  // namespace

void write_texts(std::span<const std::string_view> texts, RowOrders& orders, PieceWriter& out) {
  std::size_t bytes = 0;
  for (const std::string_view text : texts) bytes += text.size();
  if (bytes > kMostTextBytes * texts.size()) return write_whole(texts, out);
  TextWriter(cut_best(texts), orders, out).write();
}

TextList read_texts(ByteReader& from, std::size_t count, RowOrders& orders) {
  const auto base = from.number<Base>();
  if (base == kWhole) return read_whole(from, count);
  TextReader reader(from, count, orders);
  reader.read(base);
  return reader.join();
}

}  // namespace paje::archive
