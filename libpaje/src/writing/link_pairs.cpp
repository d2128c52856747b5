#include "writing/link_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace paje::writing {

void LinkPairs::add(TraceWriter::Container container, TraceWriter::Type type, std::string_view key,
                    std::string_view value, bool is_start) {
  const std::array<uint32_t, 2> where = {container.index, type.index};
  name_.assign(reinterpret_cast<const char*>(where.data()), kWhereBytes).append(key);
  const uint32_t name = names_.number_of(FieldValue::of_text(name_, false));
  const uint32_t number = values_.number_of(FieldValue::of_text(value, false));
  if (name == links_.size()) {
    links_.push_back({is_start, !is_start, number});
    ++half_links_;
    return;
  }
  Halves& halves = links_[name];
  bool& mine = is_start ? halves.has_start : halves.has_end;
  if (mine) {
    throw WriterError(fmt::format("link {}: another one of that key was there before", key));
  }
  if (halves.value != number) {
    throw WriterError(fmt::format("link {}: its other half has the value {}, not {}", key,
                                  values_.text(halves.value), value));
  }
  mine = true;
  --half_links_;
}

std::pair<std::size_t, std::string> LinkPairs::half_links() const {
  if (half_links_ == 0) return {0, {}};
  std::vector<std::string_view> keys;
  for (uint32_t name = 0; name < links_.size(); ++name) {
    if (links_[name].has_start && links_[name].has_end) continue;
    keys.push_back(names_.text(name).substr(kWhereBytes));
  }
  return {keys.size(), std::string(*std::min_element(keys.begin(), keys.end()))};
}

}  // namespace paje::writing
