#include "exchange/parquet/groups.hpp"

#include <iterator>
#include <utility>

#include "paje/parallel.hpp"

namespace paje::parquet {

GroupEncoder::GroupEncoder(std::span<const Column> columns) {
  for (std::size_t first = 0; first < columns.size();) {
    std::size_t last = first + 1;
    while (last < columns.size() && columns[last].shares_codes) ++last;
    families_.push_back(columns.subspan(first, last - first));
    first = last;
  }
}

std::vector<std::vector<Chunk>> GroupEncoder::encode(std::span<const Rows> groups, unsigned threads,
                                                     const std::function<void()>& first) const {
  std::vector<std::vector<Chunk>> parts(groups.size() * families_.size());
  for_each_parallel(threads, 1 + parts.size(), [&](std::size_t i) {
    if (i == 0) return first();
    parts[i - 1] =
        parquet::encode(families_[(i - 1) % families_.size()], groups[(i - 1) / families_.size()]);
  });
  std::vector<std::vector<Chunk>> chunks(groups.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::move(parts[i].begin(), parts[i].end(), std::back_inserter(chunks[i / families_.size()]));
  }
  return chunks;
}

}  // namespace paje::parquet
