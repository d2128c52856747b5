// The mean picture of many bands, column by column: what a folded container shows, and the minimap.
#pragma once

#include <cstdint>
#include <vector>

#include "model/lod/columns.hpp"

namespace paje::gui {

class MeanColumns {
 public:
  /// Begins anew, of that many columns; keeps its memory.
  void begin(std::size_t width);
  /// Those beyond the width are left out. O(shares). Of very many values those that came late count
  /// as others: memory is for some values in each column, not for each band's own.
  void add(const ShareColumns& columns);
  /// As if all that was added to `other`, of the same width, had been added here.
  void add(const MeanColumns& other);
  /// What was added, divided by `bands`.
  void finish(std::size_t bands, ShareColumns& mean) const;

 private:
  struct Part {
    uint32_t x;
    Share share;
  };
  static bool is_before(const Part& a, const Part& b) {
    return a.x != b.x ? a.x < b.x : a.share.value < b.share.value;
  }
  static constexpr uint32_t kFew = 256;
  static constexpr std::size_t kMostParts = std::size_t{1} << 18U;
  static constexpr double kNone = -1;  // a value may be there with an amount of 0

  static void add_to(double& sum, double amount) { sum = sum < 0 ? amount : sum + amount; }
  std::vector<double>& sums_of(uint32_t slot);
  void add_part(const Part& part);
  void combine_parts();

  std::size_t width_ = 0;
  // By number of the value plus one, so that kOthers is the first: amounts by column, or nothing.
  // Values of higher numbers, which most traces do not have, are parts.
  std::vector<std::vector<double>> sums_;
  std::vector<Part> parts_;
  bool is_crowded_ = false;  // parts are others from now on
};

}  // namespace paje::gui
