// Links of a shared replay: those that are complete in one process, and those that are not.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sharing/share_replay.hpp"

namespace paje {

class LinkExchange {
 public:
  explicit LinkExchange(ShareReplay& replay) : replay_(replay) {}

  /// Replays the halves that this process has. Returns what is wrong, if anything.
  std::string replay();
  /// Matches what waits for another half; all processes at the same time. Returns what is wrong.
  std::string match();
  /// Where links are replayed in the order of times: each process gets those that are complete in a
  /// part of the time. All processes at the same time. Returns what prevents it.
  std::optional<std::string> deal_out_by_time();

 private:
  // A half as its owner gets it.
  struct Half {
    uint64_t hash = 0;
    ContainerId container;
    TypeId type;
    Position at = 0;
    double time = 0;
    ValueId value;
    ContainerId place;
    bool is_start = false;
    std::string_view key;  // with its quotes
    std::string_view fields;
  };

  [[nodiscard]] bool is_earlier(const Half& a, const Half& b) const;
  [[nodiscard]] bool is_earlier_row(const OwnLinks::Row& a, const OwnLinks::Row& b) const;
  [[nodiscard]] auto by_time() const {
    return [this](const OwnLinks::Row& a, const OwnLinks::Row& b) { return is_earlier_row(a, b); };
  }
  [[nodiscard]] bool ends_live(const ShareReplay::PieceRun& run) const;
  void put_all(const OwnLinks& links, const std::vector<OwnLinks::Row>& splitters,
               std::vector<std::string>& to) const;
  std::vector<OwnLinks::Row> choose_splitters() const;
  std::optional<std::string> number_links();
  OwnLinks& links_of(ContainerId container, TypeId type);
  void put_waiting(const OwnLinks& links, std::vector<std::string>& halves,
                   std::vector<std::string>& complete, std::string& trouble) const;
  std::string match_halves(const std::vector<std::string>& halves,
                           const std::vector<std::string>& complete,
                           std::vector<std::string>& matched) const;
  [[nodiscard]] uint32_t rank_of(Position at) const;
  void put_link(const Half& first, const Half& last, std::vector<std::string>& matched) const;
  void take_links(MessageReader from);
  bool order_links();

  ShareReplay& replay_;
  std::map<std::pair<ContainerId, TypeId>, OwnLinks*> by_track_;
};

}  // namespace paje
