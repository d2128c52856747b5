// The links that a writer has written: every key joins one start and one end of the same value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/string_pool.hpp"
#include "paje/writer.hpp"

namespace paje::writing {

class LinkPairs {
 public:
  /// Throws WriterError if a link of that container, type and key has this half, or its other half
  /// another value.
  void add(TraceWriter::Container container, TraceWriter::Type type, std::string_view key,
           std::string_view value, bool is_start);
  /// How many links lack a half, and the least key of one of them.
  [[nodiscard]] std::pair<std::size_t, std::string> half_links() const;

 private:
  static constexpr std::size_t kWhereBytes = 2 * sizeof(uint32_t);

  struct Halves {
    bool has_start = false;
    bool has_end = false;
    uint32_t value = 0;
  };

  // By container and type, in kWhereBytes, and key. Whole links too, for no other has their key.
  StringPool names_;
  StringPool values_;
  std::vector<Halves> links_;  // by name
  std::size_t half_links_ = 0;
  std::string name_;  // used again
};

}  // namespace paje::writing
