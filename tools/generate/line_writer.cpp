#include "generate/line_writer.hpp"

namespace paje::tools {

namespace {

// Where the n-th word of a line begins; words of generated lines are parted by one blank.
std::size_t word_at(std::string_view line, std::size_t n) {
  std::size_t at = 0;
  for (; n > 0 && at != std::string_view::npos; --n) {
    at = line.find(' ', at);
    if (at != std::string_view::npos) ++at;
  }
  return at == std::string_view::npos ? line.size() : at;
}

void replace_word(std::string& line, std::size_t n, std::string_view with) {
  const std::size_t begin = word_at(line, n);
  const std::size_t end = std::min(line.find(' ', begin), line.size());
  line.replace(begin, end - begin, with);
}

}  // namespace

void LineWriter::spoil(std::size_t begin) {
  std::string line = buffer_.substr(begin);
  const Fault fault = options_.faults[random_.below(options_.faults.size(), {events_, 1})];
  switch (fault) {
    case Fault::unknown_container:
      replace_word(line, 3, "nobody");
      break;
    case Fault::unknown_type:
      replace_word(line, 2, "NoType");
      break;
    case Fault::unknown_id:
      replace_word(line, 0, "987");
      break;
    case Fault::missing_field:
      line.erase(std::min(line.rfind(' '), line.size()));
      break;
    case Fault::extra_field:
      line += " surplus";
      break;
    case Fault::bad_time:
      replace_word(line, 1, "1,5");
      break;
    case Fault::unordered_time:
      replace_word(line, 1, "-1");
      break;
    case Fault::pop_on_empty_stack:
      // Of a rank that does nothing.
      if (!has_idle_rank_) line += fmt::format("\n6 {} idle RANK n0 idle", time(0));
      has_idle_rank_ = true;
      line += fmt::format("\n13 {} ST idle", time(0));
      break;
    case Fault::half_link:
      line += '\n' + fmt::format("15 {} LK 0 r0 PTP half{}", time(0), events_);
      break;
    case Fault::unterminated_quote:
      line += " \"never closed";
      break;
    case Fault::duplicate_container:
      line += '\n' + fmt::format("6 {} r0 RANK n0 again", time(0));
      break;
    case Fault::trailing_blanks:
      line += " \t ";
      break;
    case Fault::carriage_return:
      line += '\r';
      break;
  }
  buffer_.resize(begin);
  buffer_ += line;
}

}  // namespace paje::tools
