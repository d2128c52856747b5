#include "prediction/self_check.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "analysis/graph_replay.hpp"
#include "analysis/violations.hpp"

namespace paje {

namespace {

class ReplayedRun {
 public:
  ReplayedRun(const DependencyGraph& graph, const NeededStarts& kept, ReplayOrder& order)
      : graph_(graph),
        replay_(graph, kept, {}),
        next_(order.ends()),
        errors_(graph.tracks().size()) {
    replay_.on_pieces = [&](uint32_t track, uint32_t last) {
      compare(track, last);
      order.add(track, last);
    };
    replay_.run();
  }

  [[nodiscard]] SelfCheck check() const {
    SelfCheck check;
    check.measured = graph_.length();
    check.replayed = replay_.end() - graph_.start();
    check.stuck_tracks = replay_.stuck_tracks();
    check.origin = origin_;
    double stuck = 0, all = 0;
    for (uint32_t i = 0; i < next_.size(); ++i) {
      const auto& track = graph_.tracks()[i];
      const double measured_end = graph_.start(track.last);
      all += measured_end - graph_.start(track.first);
      stuck += measured_end - graph_.start(next_[i]);
      if (is_wrong(errors_[i])) check.tracks.push_back({i, errors_[i]});
    }
    check.stuck_share = all > 0 ? stuck / all : 0;
    check.moved_share = all > 0 ? moved_ / all : 0;
    std::stable_sort(check.tracks.begin(), check.tracks.end(), [](const auto& a, const auto& b) {
      return std::abs(a.error) > std::abs(b.error);
    });
    return check;
  }

 private:
  [[nodiscard]] bool is_wrong(double error) const { return std::abs(error) > graph_.resolution(); }

  // Pieces before `last` have been replayed: one that depends on others, or several that do not.
  // The latter have the error of the piece before them, so an error can only start in the former.
  void compare(uint32_t track, uint32_t last) {
    const double before = errors_[track];
    const double error = replay_.now(track) - graph_.start(last);
    errors_[track] = error;
    if (is_wrong(error)) moved_ += graph_.start(last) - graph_.start(next_[track]);
    if (!is_wrong(error) || is_wrong(before)) return;
    if (origin_ && std::abs(error) <= std::abs(origin_->error) + graph_.resolution()) return;
    if (depends_on_wrong(last - 1)) return;
    origin_ = {track, last - 1, error};
  }

  [[nodiscard]] bool is_wrong_at(uint32_t piece) const {
    return is_wrong(replay_.start(piece) - graph_.start(piece));
  }

  [[nodiscard]] bool depends_on_wrong(uint32_t piece) const {
    const auto is_of_wrong = [&](const DependencyGraph::Message& message) {
      return is_wrong_at(graph_.sending_piece(message)) ||
             (message.posting != piece && is_wrong_at(message.posting));
    };
    for (const auto& message :
         of_piece(graph_.messages(), &DependencyGraph::Message::target, piece)) {
      if (is_of_wrong(message)) return true;
    }
    for (const auto& one :
         of_piece(graph_.rendezvous(), &DependencyGraph::Rendezvous::piece, piece)) {
      if (is_of_wrong(graph_.messages()[one.message])) return true;
    }
    for (const auto& one :
         of_piece(graph_.memberships(), &DependencyGraph::Membership::piece, piece)) {
      const auto members = graph_.members(graph_.collectives()[one.collective]);
      const auto has_come = [&](uint32_t member) {
        return member <= next_[graph_.track_of_piece(member)];
      };
      if (std::any_of(members.begin(), members.end(),
                      [&](uint32_t member) { return has_come(member) && is_wrong_at(member); })) {
        return true;
      }
    }
    return false;
  }

  // The elements for a piece; `all` is sorted by piece.
  template <class Each>
  static std::span<const Each> of_piece(std::span<const Each> all, uint32_t Each::*piece_of,
                                        uint32_t piece) {
    const auto found = std::ranges::equal_range(all, piece, {}, piece_of);
    return {found.begin(), found.end()};
  }

  const DependencyGraph& graph_;
  GraphReplay<MeasuredCosts> replay_;
  const std::vector<uint32_t>& next_;  // by track: the first piece that was not replayed
  std::vector<double> errors_;         // by track: the current error
  std::optional<SelfCheck::Origin> origin_;
  double moved_ = 0;
};

}  // namespace

SelfCheck check_prediction(const DependencyGraph& graph, const NeededStarts& kept,
                           ReplayOrder& order) {
  SelfCheck check = ReplayedRun(graph, kept, order).check();
  check.found.length = check.replayed;
  check.found.stuck_tracks = check.stuck_tracks;
  add_violations(graph, check.found);
  check.violations = check.found.ends_before_start + check.found.left_before_last_came;
  return check;
}

double SelfCheck::length_error() const {
  return measured > 0 ? std::abs(replayed - measured) / measured : 0;
}

double SelfCheck::error() const {
  const double largest = tracks.empty() ? 0 : std::abs(tracks.front().error);
  return std::max(length_error(), measured > 0 ? largest / measured : 0);
}

}  // namespace paje
