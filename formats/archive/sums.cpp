#include "formats/archive/sums.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "formats/archive/decimals.hpp"
#include "formats/archive/integers.hpp"

namespace paje::archive {

namespace {

std::vector<const ValueSums*> all_values(const std::vector<TrackSums>& tracks) {
  std::vector<const ValueSums*> all;
  for (const TrackSums& track : tracks) {
    for (const ValueSums& value : track.values) all.push_back(&value);
  }
  return all;
}

template <class Things, class Get>
void put_differences(const Things& things, Get&& get, std::string& out) {
  std::vector<uint64_t> numbers;
  for (const auto& thing : things) numbers.push_back(get(thing));
  write_differences(numbers, out);
}

// Doubles of about the same size have the same highest bytes.
void put_doubles(const std::vector<double>& doubles, std::string& out) {
  std::vector<uint64_t> bits;
  for (const double number : doubles) bits.push_back(ordered_bits(number));
  write_integers(bits, Coder::planes, out);
}

void put_parts(const std::vector<const ValueSums*>& values, SumParts ValueSums::*of,
               std::string& out) {
  std::vector<uint64_t> counts;
  std::vector<double> parts;
  for (const ValueSums* value : values) {
    const SumParts& more = value->*of;
    counts.push_back(more.size());
    parts.insert(parts.end(), more.begin(), more.end());
  }
  write_integers(counts, Coder::planes, out);
  put_doubles(parts, out);
}

class SumsReader {
 public:
  explicit SumsReader(ByteReader from) : from_(from) {}

  std::vector<TrackSums> read() {
    read_tracks();
    read_values();
    read_bounds();
    read_parts(&ValueSums::inclusive);
    read_parts(&ValueSums::inside);
    from_.end();
    return std::move(tracks_);
  }

 private:
  void read_tracks() {
    const uint64_t count = from_.count_up_to(from_.left() + 1, "tracks with sums");
    const std::vector<uint64_t> numbers = read_differences(from_, count);
    std::vector<uint64_t> values(count);
    read_integers(from_, values);
    uint64_t all = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const bool is_in_order = i == 0 || numbers[i] > numbers[i - 1];
      if (!is_in_order || numbers[i] > UINT32_MAX || values[i] == 0 ||
          values[i] > from_.left() + 1 - all) {
        from_.fail("sums of track " + std::to_string(numbers[i]), "tracks in order with values");
      }
      all += values[i];
    }
    for (std::size_t i = 0; i < count; ++i) {
      tracks_.push_back({static_cast<uint32_t>(numbers[i]), std::vector<ValueSums>(values[i])});
    }
    for (TrackSums& track : tracks_) {
      for (ValueSums& value : track.values) {
        is_first_.push_back(&value == track.values.data());
        values_.push_back(&value);
      }
    }
  }
  void read_values() {
    const std::vector<uint64_t> numbers = read_differences(from_, values_.size());
    std::vector<uint64_t> counts(values_.size());
    read_integers(from_, counts);
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const bool is_in_order = is_first_[i] || numbers[i] > numbers[i - 1];
      if (!is_in_order || numbers[i] > UINT32_MAX || counts[i] == 0) {
        from_.fail("sums of value " + std::to_string(numbers[i]), "values in order with states");
      }
      values_[i]->value = static_cast<uint32_t>(numbers[i]);
      values_[i]->count = counts[i];
    }
  }
  std::vector<double> doubles(std::size_t count) {
    std::vector<uint64_t> bits(count);
    read_integers(from_, bits);
    std::vector<double> numbers;
    for (const uint64_t each : bits) {
      numbers.push_back(from_ordered_bits(each));
      if (!std::isfinite(numbers.back())) from_.fail("an infinite sum", "a number");
    }
    return numbers;
  }
  void read_bounds() {
    const std::vector<double> shortest = doubles(values_.size());
    const std::vector<double> longest = doubles(values_.size());
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (shortest[i] > longest[i]) from_.fail("a shortest state above the longest", "one below");
      values_[i]->shortest = shortest[i];
      values_[i]->longest = longest[i];
    }
  }
  void read_parts(SumParts ValueSums::*of) {
    std::vector<uint64_t> counts(values_.size());
    read_integers(from_, counts);
    uint64_t all = 0;
    for (const uint64_t count : counts) {
      if (count > from_.left() - all) from_.fail("a sum of many parts", "at most as many as bytes");
      all += count;
    }
    const std::vector<double> parts = doubles(all);
    auto next = parts.begin();
    for (std::size_t i = 0; i < values_.size(); ++i) {
      SumParts& sum = values_[i]->*of;
      sum.assign(next, next + static_cast<std::ptrdiff_t>(counts[i]));
      next += static_cast<std::ptrdiff_t>(counts[i]);
      expect_parts(sum);
    }
  }
  // That each part is no more than half of the last digit of the one before.
  void expect_parts(const SumParts& sum) const {
    const auto is_wrong = [](double larger, double smaller) {
      return larger + smaller / 2 != larger;
    };
    if (std::find(sum.begin(), sum.end(), 0.0) == sum.end() &&
        std::adjacent_find(sum.begin(), sum.end(), is_wrong) == sum.end()) {
      return;
    }
    from_.fail("parts of a sum that overlap", "the nearest doubles");
  }

  ByteReader from_;
  std::vector<TrackSums> tracks_;
  std::vector<ValueSums*> values_;  // of all tracks
  std::vector<bool> is_first_;      // of its track
};

}  // namespace

void write_sums(const std::vector<TrackSums>& tracks, std::string& out) {
  const std::vector<const ValueSums*> values = all_values(tracks);
  std::vector<uint64_t> counts;
  put_varint(out, tracks.size());
  put_differences(
      tracks, [](const TrackSums& track) { return track.track; }, out);
  for (const TrackSums& track : tracks) counts.push_back(track.values.size());
  write_integers(counts, Coder::planes, out);
  put_differences(
      values, [](const ValueSums* value) { return value->value; }, out);
  counts.clear();
  for (const ValueSums* value : values) counts.push_back(value->count);
  write_integers(counts, Coder::planes, out);
  std::vector<double> shortest, longest;
  for (const ValueSums* value : values) {
    shortest.push_back(value->shortest);
    longest.push_back(value->longest);
  }
  put_doubles(shortest, out);
  put_doubles(longest, out);
  put_parts(values, &ValueSums::inclusive, out);
  put_parts(values, &ValueSums::inside, out);
}

std::vector<TrackSums> read_sums(ByteReader from) { return SumsReader(from).read(); }

}  // namespace paje::archive
