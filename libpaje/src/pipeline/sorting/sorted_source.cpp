#include "pipeline/sorting/sorted_source.hpp"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <iterator>
#include <utility>
#include <vector>

#include "binary/binary_events.hpp"
#include "pipeline/sorting/bucket_chunks.hpp"
#include "pipeline/sorting/bucket_plan.hpp"
#include "pipeline/sorting/sorted_input.hpp"

namespace paje {

namespace {

// With more runs, buckets are larger, so that the parts of runs are not too small.
constexpr uint64_t kLeastBucket = std::size_t{1} << 20U;
constexpr uint64_t kLeastPart = std::size_t{16} << 10U;

uint64_t bucket_bytes(const SortedInput& input, const ReadOptions& options, unsigned threads) {
  const uint64_t runs = input.runs.timed.size() + input.in_place.size();
  const uint64_t most = std::max<uint64_t>(options.sort_bytes / 4 / threads, 1);
  return std::min(std::max(kLeastBucket, runs * kLeastPart), most);
}

std::shared_ptr<const std::vector<LineOrigins::OwnId>> own_ids(const SortedDefinitions& all) {
  auto ids = std::make_shared<std::vector<LineOrigins::OwnId>>();
  for (std::size_t i = 0; i < all.all().size(); ++i) {
    if (all.all()[i].id != all.own_ids()[i]) ids->push_back({all.all()[i].id, all.own_ids()[i]});
  }
  std::sort(ids->begin(), ids->end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  return ids;
}

class Source final : public ByteSource {
 public:
  Source(std::unique_ptr<SortedInput> input, const ReadOptions& options, ThreadPool& parallel)
      : parallel_(parallel),
        input_(std::move(input)),
        shared_{input_->origins, std::make_shared<SpareTexts>(input_->origins),
                own_ids(input_->definitions), input_->definitions},
        plan_(*input_, bucket_bytes(*input_, options, parallel.threads())),
        released_(input_->in_place.size()) {
    for (std::size_t i = 0; i < released_.size(); ++i) {
      released_[i] = input_->in_place[i].samples.front().piece;
    }
    if (!input_->definitions.all().empty()) ready_.push_back(opening());
  }

  std::optional<Chunk> next(std::size_t size) override {
    while (ready_.empty()) {
      if (!make_ready(size)) return std::nullopt;
    }
    Chunk chunk = std::move(ready_.front());
    ready_.pop_front();
    handed_out_ += chunk.text.size();
    return chunk;
  }
  // Half of the work was done before the first chunk.
  [[nodiscard]] uint64_t consumed() const override {
    const uint64_t half = input_->consumed / 2;
    if (handed_out_ >= input_->text_bytes) return input_->consumed;
    return half + static_cast<uint64_t>(static_cast<double>(input_->consumed - half) *
                                        static_cast<double>(handed_out_) /
                                        static_cast<double>(input_->text_bytes));
  }
  [[nodiscard]] std::optional<uint64_t> size() const override { return input_->consumed; }

 private:
  [[nodiscard]] Chunk opening() const {
    Chunk chunk;
    chunk.binary = std::make_shared<BinaryEvents>();
    chunk.binary->definitions = input_->definitions.all();
    return chunk;
  }

  // The chunks of some buckets, one for each thread. Whether there were any.
  bool make_ready(std::size_t chunk_bytes) {
    release();
    std::vector<Bucket> buckets;
    while (buckets.size() < parallel_.threads()) {
      auto bucket = plan_.next();
      if (!bucket) break;
      buckets.push_back(std::move(*bucket));
    }
    std::vector<std::vector<Chunk>> made(buckets.size());
    parallel_.for_each(buckets.size(), [&](std::size_t i) {
      made[i] = chunks_of(buckets[i], *input_, shared_, chunk_bytes);
    });
    for (std::vector<Chunk>& chunks : made) {
      std::move(chunks.begin(), chunks.end(), std::back_inserter(ready_));
    }
    if (buckets.empty()) check_files();
    return !buckets.empty();
  }

  // Of a file that was cut meanwhile, the system shows zeros up to the end of a page.
  void check_files() const {
    const TraceFile* checked = nullptr;
    for (const Origins::Piece& piece : input_->origins->pieces) {
      if (piece.file.get() != checked && piece.file->mark) piece.file->mark->check();
      checked = piece.file.get();
    }
  }

  // Pieces whose lines were all copied.
  void release() {
    for (std::size_t i = 0; i < released_.size(); ++i) {
      const auto& position = plan_.in_place()[i];
      const uint32_t until = position.is_done ? position.run->last.piece + 1 : position.at.piece;
      for (; released_[i] < until; ++released_[i]) input_->pieces[released_[i]] = {};
    }
  }

  ThreadPool& parallel_;
  std::unique_ptr<SortedInput> input_;
  const ChunkMaker::Shared shared_;
  BucketPlan plan_;
  std::vector<uint32_t> released_;  // pieces, of each in-place run
  std::deque<Chunk> ready_;
  uint64_t handed_out_ = 0;
};

}  // namespace

SortedSource open_sorted(const Input& input, const ReadOptions& options, ThreadPool& parallel) {
  auto sorted = read_to_sort(input, options, parallel);
  const ReadCounts counts = sorted->counts;
  std::shared_ptr<const Origins> origins = sorted->origins;
  return {std::make_unique<Source>(std::move(sorted), options, parallel), std::move(origins),
          counts};
}

}  // namespace paje
