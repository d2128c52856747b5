#include "paje/models/storage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>

namespace paje {

namespace {

constexpr double kMostSizes = 1e7;

bool holds(const SizeInterval& interval, double size) {
  return size >= interval.from && size <= interval.to;
}

StorageLine fit_line(std::span<const StorageSample> samples, StorageTest test,
                     const SizeInterval& interval) {
  double mean_size = 0, mean_time = 0;
  std::set<double> sizes;
  StorageLine line;
  for (const StorageSample& sample : samples) {
    if (sample.test != test || !holds(interval, sample.size)) continue;
    ++line.samples;
    sizes.insert(sample.size);
    mean_size += sample.size;
    mean_time += sample.time;
  }
  if (sizes.size() < 2) {
    throw std::invalid_argument("a line needs requests of two sizes in each interval");
  }
  mean_size /= static_cast<double>(line.samples);
  mean_time /= static_cast<double>(line.samples);
  double squares = 0, products = 0;
  for (const StorageSample& sample : samples) {
    if (sample.test != test || !holds(interval, sample.size)) continue;
    squares += (sample.size - mean_size) * (sample.size - mean_size);
    products += (sample.size - mean_size) * (sample.time - mean_time);
  }
  line.per_byte = products / squares;
  line.start = mean_time - line.per_byte * mean_size;
  return line;
}

}  // namespace

std::string_view name_of(StorageTest test) {
  constexpr std::array<std::string_view, kStorageTests> kNames = {"seq_read", "rand_read",
                                                                  "seq_write", "rand_write"};
  return kNames[static_cast<std::size_t>(test)];
}

std::vector<double> sizes_of(std::span<const SizeInterval> intervals) {
  std::vector<double> sizes;
  for (const SizeInterval& interval : intervals) {
    const double count = std::floor((interval.to - interval.from) / interval.step + 1e-9) + 1;
    if (!(interval.from > 0) || !(interval.to >= interval.from) || !(interval.step > 0) ||
        !std::isfinite(interval.to)) {
      throw std::invalid_argument("an interval of sizes is from a size above 0 to a larger one");
    }
    if (count + static_cast<double>(sizes.size()) > kMostSizes) {
      throw std::invalid_argument("there are more than 10 million sizes");
    }
    for (int i = 0; i < count; ++i) sizes.push_back(interval.from + i * interval.step);
  }
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

bool StorageModel::has(StorageTest test) const {
  return !lines.empty() && lines.front()[static_cast<std::size_t>(test)].samples > 0;
}

double StorageModel::time(StorageTest test, double size) const {
  if (!has(test)) throw std::invalid_argument("the model has no such test");
  std::size_t best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    const double away = std::max({0.0, intervals[i].from - size, size - intervals[i].to});
    if (away < least) {
      least = away;
      best = i;
    }
  }
  const StorageLine& line = lines[best][static_cast<std::size_t>(test)];
  return std::max(0.0, line.start + line.per_byte * size);
}

StorageModel fit_storage(std::span<const StorageSample> samples,
                         std::span<const SizeInterval> intervals) {
  StorageModel model{{intervals.begin(), intervals.end()}, {}};
  std::array<bool, kStorageTests> is_there{};
  for (const StorageSample& sample : samples) {
    if (!(sample.size > 0) || !(sample.time > 0) || !std::isfinite(sample.size) ||
        !std::isfinite(sample.time)) {
      throw std::invalid_argument("sizes and times of requests are above 0");
    }
    is_there[static_cast<std::size_t>(sample.test)] = true;
  }
  for (const SizeInterval& interval : intervals) {
    auto& lines = model.lines.emplace_back();
    for (std::size_t test = 0; test < kStorageTests; ++test) {
      if (is_there[test]) lines[test] = fit_line(samples, static_cast<StorageTest>(test), interval);
    }
  }
  return model;
}

StorageRatios storage_ratios(const StorageModel& model, bool of_writes) {
  const auto sequential = of_writes ? StorageTest::sequential_write : StorageTest::sequential_read;
  const auto random = of_writes ? StorageTest::random_write : StorageTest::random_read;
  StorageRatios ratios;
  if (!model.has(sequential) || !model.has(random)) return ratios;
  ratios.least = std::numeric_limits<double>::infinity();
  for (const double size : sizes_of(model.intervals)) {
    const double of_random = model.time(random, size), of_others = model.time(sequential, size);
    if (!(of_random > 0) || !(of_others > 0)) {
      ++ratios.left_out;
      continue;
    }
    const double ratio = of_random / of_others;
    ratios.by_size.push_back({size, ratio});
    ratios.mean += ratio;
    ratios.least = std::min(ratios.least, ratio);
    ratios.greatest = std::max(ratios.greatest, ratio);
  }
  if (ratios.by_size.empty()) return {.left_out = ratios.left_out};
  ratios.mean /= static_cast<double>(ratios.by_size.size());
  return ratios;
}

}  // namespace paje
