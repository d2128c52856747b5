// Counts pairs in a text. Blocks of whole lines are read, one for each thread; each thread counts
// with its own words and numbers.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <system_error>

#include "base/string_pool.hpp"
#include "base/thread_pool.hpp"
#include "input/byte_stream.hpp"
#include "models/pair_counter.hpp"
#include "paje/models/transitions.hpp"
#include "paje/visible_text.hpp"

namespace paje {

namespace {

constexpr std::size_t kTextBlock = 1 << 20;
constexpr std::string_view kBlanks = " \t\v\f";

// The first line of a block that is not a pair.
struct BadLine {
  uint64_t line = 0;  // 0: none
  std::string text;
};

struct Counted {
  StringPool words;
  PairCounter pairs;
};

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

// Whether a non-empty line is two words, or two columns, which may contain blanks.
bool split(std::string_view line, std::string_view& first, std::string_view& second) {
  const std::size_t tab = line.find('\t');
  const std::size_t cut = tab == std::string_view::npos ? line.find_first_of(kBlanks) : tab;
  if (cut == std::string_view::npos) return false;
  first = trimmed(line.substr(0, cut));
  second = trimmed(line.substr(cut + 1));
  const std::string_view forbidden = tab == std::string_view::npos ? kBlanks : "\t";
  return !first.empty() && !second.empty() &&
         second.find_first_of(forbidden) == std::string_view::npos;
}

std::string_view without_return(std::string_view line) {
  return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

BadLine count_block(std::string_view block, Counted& counted) {
  const auto number = [&](std::string_view word) {
    return counted.words.number_of(FieldValue::of_text(word, false));
  };
  uint64_t at_line = 0;
  for (std::size_t at = 0; at < block.size();) {
    const std::size_t end = std::min(block.find('\n', at), block.size());
    const std::string_view line = trimmed(without_return(block.substr(at, end - at)));
    at = end + 1;
    ++at_line;
    if (line.empty()) continue;
    std::string_view first, second;
    if (!split(line, first, second)) return {at_line, std::string(line)};
    const uint32_t from = number(first);
    counted.pairs.add(from, number(second));
  }
  return {};
}

// Reads blocks of whole lines.
class LineBlocks {
 public:
  explicit LineBlocks(const Input& input) : stream_(decompressed(input.name(), raw_stream(input))) {
    take_at_least(kByteOrderMark.size());
    if (rest_.starts_with(kByteOrderMark)) rest_.erase(0, kByteOrderMark.size());
  }
  /// The next block; empty at the end.
  std::string next() {
    std::size_t cut = std::string::npos;
    for (std::size_t size = kTextBlock; cut == std::string::npos; size *= 2) {
      if (!take_at_least(size)) return std::exchange(rest_, {});
      cut = rest_.rfind('\n');
    }
    std::string block = rest_.substr(0, cut + 1);
    rest_.erase(0, cut + 1);
    return block;
  }

 private:
  static constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

  // Returns whether there may be more input.
  bool take_at_least(std::size_t size) {
    while (rest_.size() < size) {
      const std::size_t filled = rest_.size();
      rest_.resize(std::max(size, filled + kTextBlock));
      const std::size_t count = stream_->read(rest_.data() + filled, rest_.size() - filled);
      rest_.resize(filled + count);
      if (count == 0) return false;
    }
    return true;
  }

  std::unique_ptr<ByteStream> stream_;
  std::string rest_;
};

[[noreturn]] void fail(const Input& input, uint64_t line, const std::string& text) {
  constexpr std::size_t kMost = 60;
  const std::string shown =
      text.size() <= kMost ? text : text.substr(0, whole_characters(text.substr(0, kMost))) + "...";
  throw std::runtime_error(
      fmt::format("{}:{}: found '{}', expected two words, or two columns and "
                  "a tab between them",
                  visible(input.name()), line, visible(shown)));
}

PairTable merged(const std::vector<Counted>& parts, uint64_t min_count) {
  StringPool words;
  PairCounter pairs;
  for (const Counted& part : parts) {
    std::vector<uint32_t> numbers(part.words.size());
    for (uint32_t i = 0; i < numbers.size(); ++i) {
      numbers[i] = words.number_of(FieldValue::of_text(part.words.text(i), false));
    }
    for (const auto& pair : part.pairs.pairs()) {
      pairs.add(numbers[pair.from], numbers[pair.to], pair.count);
    }
  }
  std::vector<std::string> names;
  for (uint32_t i = 0; i < words.size(); ++i) names.emplace_back(words.text(i));
  return make_pair_table(pairs, names, min_count);
}

}  // namespace

PairTable count_text_pairs(const Input& text, const PairOptions& options) {
  ThreadPool pool(options.threads);
  LineBlocks blocks(text);
  std::vector<Counted> parts(pool.threads());
  std::vector<std::string> taken(parts.size());
  std::vector<BadLine> bad(parts.size());
  uint64_t lines = 0;  // before the current blocks
  for (bool is_more = true; is_more;) {
    for (std::string& block : taken) block = blocks.next();
    is_more = !taken.back().empty();
    pool.for_each(parts.size(), [&](std::size_t i) { bad[i] = count_block(taken[i], parts[i]); });
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (bad[i].line > 0) fail(text, lines + bad[i].line, bad[i].text);
      lines += static_cast<uint64_t>(std::count(taken[i].begin(), taken[i].end(), '\n'));
    }
  }
  return merged(parts, options.min_count);
}

}  // namespace paje
