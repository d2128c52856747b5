// What numbers of definitions stand for. Writers mostly count from 0 on; any may leave gaps.
#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

namespace paje::exchange {

/// Memory grows with the values, not with their numbers. O(1).
template <class Value>
class RefTable {
 public:
  /// Null if nothing is there. It stays where it is.
  [[nodiscard]] const Value* find(uint64_t ref) const {
    if (ref < near_.size() && near_[ref] != kNone) return &values_[near_[ref]];
    if (far_.empty()) return nullptr;
    const auto found = far_.find(ref);
    return found == far_.end() ? nullptr : &values_[found->second];
  }
  [[nodiscard]] Value* find(uint64_t ref) {
    return const_cast<Value*>(static_cast<const RefTable*>(this)->find(ref));
  }

  struct Found {
    Value& value;
    bool is_new;
  };
  /// What is there, or `value`, which is there from now on.
  Found try_emplace(uint64_t ref, Value value = {}) {
    if (Value* const found = find(ref)) return {*found, false};
    place(ref) = static_cast<uint32_t>(values_.size());
    return {values_.emplace_back(std::move(value)), true};
  }
  Value& operator[](uint64_t ref) { return try_emplace(ref).value; }

  /// All, in the order in which they came.
  [[nodiscard]] const std::deque<Value>& values() const { return values_; }
  [[nodiscard]] std::deque<Value>& values() { return values_; }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  static constexpr uint64_t kFirst = 1024;

  uint32_t& place(uint64_t ref) {
    if (ref >= kFirst + 2 * values_.size()) return far_[ref];
    if (ref >= near_.size()) near_.resize(ref + 1, kNone);
    return near_[ref];
  }

  std::vector<uint32_t> near_;  // places in values_
  std::unordered_map<uint64_t, uint32_t> far_;
  std::deque<Value> values_;
};

}  // namespace paje::exchange
