// What pj_validate is asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace paje::tools {

struct ValidateOptions {
  std::string_view tool = "pj_validate";
  std::string input = "-";
  bool old_field_names = false;
  bool sort = false;
  bool json = false;
  bool quiet = false;
  bool fail_on_warnings = false;
  uint64_t most = 10;
  unsigned threads = 0;
  uint64_t chunk_bytes = 0;  // 0: as ever
};

/// The exit status if there is nothing more to do.
std::optional<int> parse_validate_options(int argc, char** argv, ValidateOptions& options);

}  // namespace paje::tools
