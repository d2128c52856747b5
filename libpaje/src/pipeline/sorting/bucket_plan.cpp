#include "pipeline/sorting/bucket_plan.hpp"

#include <algorithm>

namespace paje {

BucketPlan::BucketPlan(const SortedInput& input, uint64_t bytes)
    : input_(input), order_(input.order()), bytes_(bytes) {
  for (const SortedRun& run : input.runs.timed) positions_.push_back({.run = &run});
  for (const InPlaceRun& run : input.in_place) in_place_.push_back({&run, run.samples.front()});
  choose_splitters();
}

// From samples, each of which stands for the bytes up to the next one.
void BucketPlan::choose_splitters() {
  struct Candidate {
    SortEntry entry;
    uint64_t bytes;
  };
  std::vector<Candidate> candidates;
  for (const SortedRun& run : input_.runs.timed) {
    for (std::size_t i = 0; i < run.samples.size(); ++i) {
      const uint64_t end = i + 1 < run.samples.size() ? run.samples[i + 1].text_at : run.text_size;
      candidates.push_back({run.samples[i].entry, end - run.samples[i].text_at});
    }
  }
  for (const InPlaceRun& run : input_.in_place) {
    const auto place = [&](const SortEntry& entry) {
      return input_.origins->pieces[entry.piece].byte + entry.offset;
    };
    for (std::size_t i = 0; i < run.samples.size(); ++i) {
      const SortEntry& next = i + 1 < run.samples.size() ? run.samples[i + 1] : run.last;
      const uint64_t begin = place(run.samples[i]);
      candidates.push_back({run.samples[i], std::max(begin, place(next)) - begin});
    }
  }
  std::sort(candidates.begin(), candidates.end(),
            [this](const Candidate& a, const Candidate& b) { return order_(a.entry, b.entry); });
  uint64_t bytes = 0;
  for (const Candidate& candidate : candidates) {
    if (bytes >= bytes_) {
      splitters_.push_back(candidate.entry);
      bytes = 0;
    }
    bytes += candidate.bytes;
  }
}

std::optional<Bucket> BucketPlan::next() {
  if (auto bucket = next_of_first()) return bucket;
  while (bucket_ <= splitters_.size()) {
    const SortEntry* const splitter = bucket_ < splitters_.size() ? &splitters_[bucket_] : nullptr;
    ++bucket_;
    Bucket bucket;
    for (Position& position : positions_) {
      const Position end = splitter != nullptr ? find(position, *splitter)
                                               : Position{position.run, position.run->count,
                                                          position.run->text_size};
      fill(bucket, position, end);
    }
    for (InPlacePosition& position : in_place_) fill(bucket, position, splitter);
    if (!bucket.runs.empty() || !bucket.in_place.empty()) return bucket;
  }
  return std::nullopt;
}

// A part of a run of events that come first, up to a sample.
std::optional<Bucket> BucketPlan::next_of_first() {
  const std::vector<SortedRun>& runs = input_.runs.first;
  if (first_ == runs.size()) return std::nullopt;
  const SortedRun& run = runs[first_];
  in_first_.run = &run;
  auto sample =
      run.samples.begin() + static_cast<std::ptrdiff_t>(in_first_.entry / SortedRun::kStride);
  while (sample != run.samples.end() && sample->text_at < in_first_.text_at + bytes_) ++sample;
  Position end{&run, run.count, run.text_size};
  if (sample != run.samples.end()) {
    end.entry = static_cast<uint64_t>(sample - run.samples.begin()) * SortedRun::kStride;
    end.text_at = sample->text_at;
  }
  Bucket bucket;
  fill(bucket, in_first_, end);
  if (in_first_.entry == run.count) {
    ++first_;
    in_first_ = {};
  }
  return bucket;
}

// The first entry that is not before the splitter.
BucketPlan::Position BucketPlan::find(const Position& from, const SortEntry& splitter) {
  const SortedRun& run = *from.run;
  if (from.entry == run.count) return from;
  const auto block = from.entry / SortedRun::kStride;
  // The first sample after `from` that is not before the splitter; what is searched ends there.
  const auto sample = std::partition_point(
      run.samples.begin() + static_cast<std::ptrdiff_t>(block) + 1, run.samples.end(),
      [&](const SortedRun::Sample& some) { return order_(some.entry, splitter); });
  const auto before = static_cast<uint64_t>(sample - run.samples.begin()) - 1;
  Position at = from;
  if (before > block) at = {&run, before * SortedRun::kStride, run.samples[before].text_at};
  const uint64_t end = std::min((before + 1) * SortedRun::kStride, run.count);
  const SortEntry* const entries =
      input_.runs.entries(run, at.entry, static_cast<std::size_t>(end - at.entry), room_);
  for (const SortEntry* entry = entries; at.entry < end && order_(*entry, splitter); ++entry) {
    ++at.entry;
    at.text_at += entry->size;
  }
  return at;
}

void BucketPlan::fill(Bucket& bucket, Position& position, const Position& end) {
  if (end.entry > position.entry) {
    bucket.runs.push_back({position.run, position.entry, end.entry - position.entry,
                           position.text_at, end.text_at - position.text_at});
  }
  position = end;
}

// All lines before the splitter; all that are left without one.
void BucketPlan::fill(Bucket& bucket, InPlacePosition& position, const SortEntry* splitter) {
  const InPlaceRun& run = *position.run;
  if (position.is_done) return;
  if (splitter != nullptr && !order_(position.at, *splitter)) return;
  const SortEntry from = position.at;
  InPlaceLines::End end{run.last.piece, run.last.offset + 1};
  if (splitter == nullptr || order_(run.last, *splitter)) {
    position.is_done = true;
  } else {
    const auto sample =
        std::partition_point(run.samples.begin(), run.samples.end(),
                             [&](const SortEntry& some) { return order_(some, *splitter); });
    const SortEntry& before = *(sample - 1);
    InPlaceLines lines(input_.pieces, order_(before, from) ? from : before, end);
    while (!lines.is_done() && order_(lines.entry(), *splitter)) lines.next();
    if (lines.is_done()) {
      position.is_done = true;  // the file was changed since
    } else {
      position.at = lines.entry();
      end = {position.at.piece, position.at.offset};
    }
  }
  const auto place = [this](uint32_t piece, uint32_t offset) {
    return input_.origins->pieces[piece].byte + offset;
  };
  const uint64_t begin = place(from.piece, from.offset);
  bucket.in_place.push_back({from, end, std::max(begin, place(end.piece, end.offset)) - begin});
}

}  // namespace paje
