#include "binary/compression_option.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <string>
#include <utility>

namespace paje::tools {

namespace {

std::optional<int> parse_compression(std::string_view text) {
  if (text == "none") return std::nullopt;
  if (text == "zstd") return zstd::kDefaultLevel;
  constexpr std::string_view kPrefix = "zstd:";
  int level = 0;
  if (text.starts_with(kPrefix)) {
    const std::string_view digits = text.substr(kPrefix.size());
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, level);
    if (error == std::errc{} && stop == end && level >= 1 && level <= zstd::most_level()) {
      return level;
    }
  }
  throw CLI::ValidationError("--compress",
                             fmt::format("expected none, zstd or zstd:LEVEL with a level from 1 to "
                                         "{}, found '{}'",
                                         zstd::most_level(), text));
}

}  // namespace

void add_compression_option(CLI::App& app, std::optional<int>& level) {
  app.add_option_function<std::string>(
         "--compress", [&level](const std::string& text) { level = parse_compression(text); },
         fmt::format("Compress: none, zstd or zstd:LEVEL, 1 to {} (zstd is zstd:{})",
                     zstd::most_level(), zstd::kDefaultLevel))
      ->type_name("HOW")
      ->default_str("none");
}

CompressedBytes::CompressedBytes(std::optional<int> level, unsigned threads, Output output)
    : output_(std::move(output)) {
  if (level) frames_.emplace(*level, threads, output_);
}

void CompressedBytes::write(std::string_view bytes) {
  if (frames_) {
    frames_->write(bytes);
  } else {
    output_(bytes);
  }
}

void CompressedBytes::finish() {
  if (frames_) frames_->finish();
}

}  // namespace paje::tools
