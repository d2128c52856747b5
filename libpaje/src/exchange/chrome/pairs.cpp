#include "exchange/chrome/pairs.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "exchange/stable_sort.hpp"

namespace paje::exchange {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

class Pairs {
 public:
  Pairs(ImportedTrace& trace, Losses& losses) : trace_(trace), losses_(losses) {}

  std::vector<Slice> pair(const std::vector<ChromeMark>& marks) {
    for (const ChromeMark& mark : marks) {
      if (mark.kind == ChromeMark::Kind::end) {
        end(mark);
      } else {
        begin(mark);
      }
    }
    match_strangers();
    end_with_parents();
    return std::move(slices_);
  }

 private:
  // An end whose name no open slice has.
  struct Stranger {
    ChromeMark mark;
    std::size_t before;  // that many slices began before it
  };

  void begin(const ChromeMark& mark) {
    const auto number = static_cast<uint32_t>(slices_.size());
    const bool is_whole = mark.kind == ChromeMark::Kind::whole;
    Slice slice{mark.time, kNever, mark.name};
    if (is_whole) slice.end = mark.end;
    slice.fields = mark.fields;
    is_ended_.push_back(is_whole);
    if (!is_whole) {
      slice.is_ordered = true;
      if (!open_.empty()) slice.parent = open_.back();
      open_.push_back(number);
      by_name_[slice.value].push_back(number);
    }
    slices_.push_back(slice);
  }

  void end(const ChromeMark& mark) {
    std::vector<uint32_t>* const open = mark.is_named ? &by_name_[mark.name] : &open_;
    drop_ended(*open);
    if (!open->empty()) return end_slice(open->back(), mark);
    drop_ended(left_);
    if (mark.is_named) {
      strangers_.push_back({mark, slices_.size()});
    } else if (!left_.empty()) {
      end_slice(left_.back(), mark);
    } else {
      losses_.add("ends of slices that never began");
    }
  }

  void drop_ended(std::vector<uint32_t>& open) const {
    while (!open.empty() && is_ended_[open.back()]) open.pop_back();
  }

  void end_slice(uint32_t number, const ChromeMark& mark) {
    Slice& slice = slices_[number];
    slice.end = mark.time;
    slice.fields = trace_.merge_fields(slice.fields, mark.fields);
    is_ended_[number] = true;
    drop_ended(open_);
    // Those that began in it are left: their own ends may come, or never.
    const auto around = std::lower_bound(open_.begin(), open_.end(), number);
    if (around == open_.end() || *around != number) return;
    left_.insert(left_.end(), around + 1, open_.end());
    open_.erase(around, open_.end());
  }

  // Ends of other names than what they end, as some writers have them: each for the slice that
  // began last of those that no end has, while what that one is in lasts.
  void match_strangers() {
    std::vector<uint32_t> open;
    uint32_t next = 0;
    for (const Stranger& stranger : strangers_) {
      for (; next < stranger.before; ++next) {
        if (!is_ended_[next]) open.push_back(next);
      }
      const auto is_over = [&](uint32_t number) {
        const uint32_t parent = slices_[number].parent;
        return parent != Slice::kNone && slices_[parent].end < stranger.mark.time;
      };
      while (!open.empty() && is_over(open.back())) open.pop_back();
      if (open.empty()) {
        losses_.add("ends of slices that never began");
        continue;
      }
      Slice& slice = slices_[open.back()];
      slice.end = stranger.mark.time;
      slice.fields = trace_.merge_fields(slice.fields, stranger.mark.fields);
      open.pop_back();
      losses_.add("names of ends that differ from those of the slices they end");
    }
  }

  void end_with_parents() {
    for (Slice& slice : slices_) {
      if (slice.end != kNever || slice.parent == Slice::kNone) continue;
      const double around = slices_[slice.parent].end;
      if (around == kNever) continue;
      slice.end = std::max(slice.start, around);
      losses_.add("ends of slices that are missing (they end with the slices around them)");
    }
  }

  ImportedTrace& trace_;
  Losses& losses_;
  std::vector<Slice> slices_;
  std::vector<bool> is_ended_;
  std::vector<uint32_t> open_;  // each began in the one before
  std::vector<uint32_t> left_;  // open, but what they began in has ended
  std::unordered_map<WordIndex, std::vector<uint32_t>> by_name_;
  std::vector<Stranger> strangers_;
};

}  // namespace

std::vector<Slice> pair_marks(std::vector<ChromeMark> marks, ImportedTrace& trace, Losses& losses) {
  stable_sort_by(marks, trace.threads(),
                 [](const ChromeMark& a, const ChromeMark& b) { return a.time < b.time; });
  return Pairs(trace, losses).pair(marks);
}

}  // namespace paje::exchange
