// The pieces of a track in which links start and end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "paje/dependency_graph.hpp"

namespace paje {

inline bool sends(CallKind kind) {
  return kind == CallKind::send || kind == CallKind::blocking_send ||
         kind == CallKind::send_receive;
}

inline bool receives(CallKind kind) {
  return kind == CallKind::receive || kind == CallKind::wait || kind == CallKind::send_receive;
}

// Assigns the k-th link at a time to the k-th piece, and surplus links to the last piece.
class Candidates {
 public:
  void clear() { pieces_.clear(); }
  void add(uint32_t piece) { pieces_.push_back(piece); }
  [[nodiscard]] bool empty() const { return pieces_.empty(); }
  [[nodiscard]] std::span<const uint32_t> all() const { return pieces_; }
  [[nodiscard]] uint32_t of(std::size_t k) const {
    return pieces_.empty() ? DependencyGraph::kNone : pieces_[std::min(k, pieces_.size() - 1)];
  }

 private:
  std::vector<uint32_t> pieces_;
};

// The pieces of a track around given times, which must not decrease.
class PiecesAround {
 public:
  PiecesAround(const DependencyGraph& graph, const DependencyGraph::Track& track)
      : graph_(graph), at_(track.first), last_(track.last) {}

  /// Calls visit(piece) for each piece with start <= time <= end.
  template <class Visit>
  void for_each(double time, Visit&& visit) {
    while (at_ < last_ && graph_.end(at_) < time) ++at_;
    for (uint32_t piece = at_; piece < last_ && graph_.start(piece) <= time; ++piece) visit(piece);
  }

 private:
  const DependencyGraph& graph_;
  uint32_t at_;
  uint32_t last_;
};

// Base of classes that find the piece of a link. Times passed to `at` must not decrease.
class LinkEndFinder {
 public:
  LinkEndFinder(const DependencyGraph& graph, const DependencyGraph::Track& track)
      : graph_(graph), around_(graph, track) {}

 protected:
  [[nodiscard]] Classes::Meaning meaning(uint32_t piece) const {
    return graph_.values()[graph_.value(piece)].meaning;
  }
  void add_first_known(std::initializer_list<uint32_t> pieces, Candidates& found) const {
    for (const uint32_t piece : pieces) {
      if (found.empty() && piece != DependencyGraph::kNone) found.add(piece);
    }
  }

  const DependencyGraph& graph_;
  PiecesAround around_;
};

class SourceFinder : public LinkEndFinder {
 public:
  using LinkEndFinder::LinkEndFinder;

  /// Sends that start at this time, or else sends in progress, or else any communication.
  const Candidates& at(double time) {
    starting_.clear();
    lasting_.clear();
    any_.clear();
    around_.for_each(time, [&](uint32_t piece) {
      const Classes::Meaning means = meaning(piece);
      if (sends(means.kind)) {
        (graph_.start(piece) == time ? starting_ : lasting_).add(piece);
      } else if (means.value_class == ValueClass::communication && any_.empty()) {
        any_.add(piece);
      }
    });
    if (!starting_.empty()) return starting_;
    return lasting_.empty() ? any_ : lasting_;
  }

 private:
  Candidates starting_, lasting_, any_;
};

class TargetFinder : public LinkEndFinder {
 public:
  using LinkEndFinder::LinkEndFinder;

  /// Receiving calls that last until this time or beyond, or else one that starts at it.
  const Candidates& at(double time) {
    lasting_.clear();
    starting_.clear();
    around_.for_each(time, [&](uint32_t piece) {
      if (!receives(graph_.kind(piece))) return;
      const bool is_empty = graph_.start(piece) == graph_.end(piece);
      if (graph_.start(piece) < time || is_empty) {
        lasting_.add(piece);
      } else if (starting_.empty()) {
        starting_.add(piece);
      }
    });
    return lasting_.empty() ? starting_ : lasting_;
  }

 private:
  Candidates lasting_, starting_;
};

// If links connect tasks: the task that ends when the link starts, or else the piece in progress.
// Nobody waits for a worker that is idle or waiting, such as one that only holds the data.
class TaskBeforeFinder : public LinkEndFinder {
 public:
  using LinkEndFinder::LinkEndFinder;

  const Candidates& at(double time) {
    found_.clear();
    uint32_t over = DependencyGraph::kNone, empty = DependencyGraph::kNone;
    around_.for_each(time, [&](uint32_t piece) {
      if (graph_.end(piece) > time) {
        if (!graph_.is_idle(piece)) over = piece;
      } else if (graph_.is_useful(piece)) {
        if (graph_.length(piece) > 0 && found_.empty()) found_.add(piece);
        if (empty == DependencyGraph::kNone) empty = piece;
      }
    });
    add_first_known({empty, over}, found_);
    return found_;
  }

 private:
  Candidates found_;
};

// If links connect tasks: a piece other than work that lasts until the link ends, or else the task
// that starts then.
class TaskAfterFinder : public LinkEndFinder {
 public:
  using LinkEndFinder::LinkEndFinder;

  const Candidates& at(double time) {
    found_.clear();
    uint32_t task = DependencyGraph::kNone, other = DependencyGraph::kNone;
    around_.for_each(time, [&](uint32_t piece) {
      const Classes::Meaning means = meaning(piece);
      if (means.kind != CallKind::local && means.kind != CallKind::wait) return;
      if (graph_.start(piece) == time) {
        uint32_t& first = means.value_class == ValueClass::compute ? task : other;
        const bool is_better = first == DependencyGraph::kNone || graph_.length(first) == 0;
        if (is_better) first = piece;
      } else if (means.value_class != ValueClass::compute &&
                 means.value_class != ValueClass::runtime && found_.empty()) {
        found_.add(piece);
      }
    });
    add_first_known({task, other}, found_);
    return found_;
  }

 private:
  Candidates found_;
};

}  // namespace paje
