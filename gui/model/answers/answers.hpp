// What the library's analyses say of a run, made ready to be shown in its picture: where rows wait
// and for whom, the critical path, the iterations.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/rows/object.hpp"
#include "paje/critical_path.hpp"
#include "paje/iterations.hpp"
#include "paje/waits.hpp"

namespace paje::gui {

/// A stretch of the row of a container.
struct RowSpan {
  TimeSpan span;
  std::size_t number = 0;  ///< of the wait, or of the piece of the path
};

/// Why a state waits.
struct WaitReason {
  TimeSpan span;
  std::string kind;  ///< `late sender`, ...
  ContainerId whom;
  std::optional<ObjectRef> cause;  ///< what that did as the wait ended
};

class Answers {
 public:
  /// Analyses the whole run. Throws what DependencyGraph throws, and what `check` throws, which is
  /// called between the steps. O(pieces + messages log messages).
  explicit Answers(std::shared_ptr<const TraceModel> model,
                   const std::function<void()>& check = {});

  /// By time, without overlap; empty for containers without states.
  [[nodiscard]] const std::vector<RowSpan>& waits(ContainerId container) const {
    return waits_of_[container.index];
  }
  [[nodiscard]] const std::vector<RowSpan>& path(ContainerId container) const {
    return path_of_[container.index];
  }
  /// When iterations begin, ascending, and when the last one ends.
  [[nodiscard]] const std::vector<double>& iterations() const { return iterations_; }

  /// The waits within a state, the longest first.
  [[nodiscard]] std::vector<WaitReason> reasons(const ObjectRef& state) const;
  [[nodiscard]] std::size_t wait_count() const { return found_.size(); }
  [[nodiscard]] double path_length() const { return path_length_; }
  [[nodiscard]] const Efficiencies& efficiency() const { return efficiency_; }

 private:
  std::shared_ptr<const TraceModel> model_;
  DependencyGraph graph_;
  std::vector<Wait> found_;
  std::vector<std::vector<RowSpan>> waits_of_;  // by container
  std::vector<std::vector<RowSpan>> path_of_;
  std::vector<double> iterations_;
  double path_length_ = 0;
  Efficiencies efficiency_;
};

using AnswersPointer = std::shared_ptr<const Answers>;

}  // namespace paje::gui
