#include "export/starvz/frame.hpp"

#include <variant>

#include "export/number_text.hpp"

namespace paje::tools::starvz {

namespace {

constexpr std::size_t kPiece = std::size_t{1} << 16U;

void append(std::string& text, double value) { append_number(text, value); }
void append(std::string& text, int64_t value) { append_number(text, value); }
void append(std::string& text, bool value) { text += value ? "TRUE" : "FALSE"; }
void append(std::string& text, const std::string& value) {
  if (value.find_first_of(",\"\r\n") == std::string::npos) {
    text += value;
    return;
  }
  text += '"';
  for (const char c : value) {
    if (c == '"') text += '"';
    text += c;
  }
  text += '"';
}

}  // namespace

std::size_t Frame::rows() const {
  if (columns_.empty()) return 0;
  return std::visit([](const auto& all) { return all.size(); }, columns_.front().values);
}

void write_csv(const Frame& frame, const std::function<void(std::string_view)>& sink) {
  std::string text;
  for (const ParquetColumn& column : frame.columns()) {
    if (!text.empty()) text += ',';
    append(text, column.name);
  }
  text += '\n';
  for (std::size_t row = 0; row < frame.rows(); ++row) {
    bool is_first = true;
    for (const ParquetColumn& column : frame.columns()) {
      if (!is_first) text += ',';
      is_first = false;
      if (!column.is_missing.empty() && column.is_missing[row]) continue;
      std::visit([&](const auto& all) { append(text, all[row]); }, column.values);
    }
    text += '\n';
    if (text.size() < kPiece) continue;
    sink(text);
    text.clear();
  }
  sink(text);
}

}  // namespace paje::tools::starvz
