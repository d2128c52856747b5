// Which type and container a fast line names, by the text of both together. Most lines name what
// lines of the chunk before named, so what is found stays known from chunk to chunk.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/short_text_table.hpp"

namespace paje {

class TrackCache {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  /// What tells tracks apart: known numbers of words (ChunkDictionary).
  struct Words {
    uint32_t type, container;
  };

  /// What a loop looks into until something is added.
  struct Finder {
    ShortTextTable::Finder cached;
    const uint32_t* tracks;

    /// The track in the chunk, or kNone if there is none yet.
    [[nodiscard, gnu::always_inline]] uint32_t find(const ShortText& pair,
                                                    uint32_t begins_with_type) const {
      const uint32_t number = cached.find(begins_with_type, pair);
      return number == ShortTextTable::kNone ? kNone : tracks[number];
    }
  };
  [[nodiscard]] Finder finder() const { return {table_.finder(), tracks_.data()}; }

  /// The number of a pair, or kNone.
  [[nodiscard]] uint32_t number_of(const ShortText& pair, uint32_t begins_with_type) const {
    return table_.finder().find(begins_with_type, pair);
  }
  [[nodiscard]] const Words& words(uint32_t number) const { return words_[number]; }
  /// Adds a pair that is not there, and returns its number.
  uint32_t add(const ShortText& pair, uint32_t begins_with_type, Words words) {
    const auto number = static_cast<uint32_t>(words_.size());
    words_.push_back(words);
    tracks_.push_back(kNone);
    table_.add(begins_with_type, pair, number);
    return number;
  }
  void set_track(uint32_t number, uint32_t track) { tracks_[number] = track; }
  [[nodiscard]] std::size_t size() const { return words_.size(); }

  /// Begins another chunk, which has no tracks yet.
  void begin() { std::fill(tracks_.begin(), tracks_.end(), kNone); }
  /// Forgets what is known.
  void forget() {
    table_.clear();
    words_.clear();
    tracks_.clear();
  }

 private:
  ShortTextTable table_;
  std::vector<Words> words_;
  std::vector<uint32_t> tracks_;  // in the chunk, or kNone
};

}  // namespace paje
