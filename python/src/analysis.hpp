// The dependency graph of a trace and what was found on it, for the functions that give it to
// Python.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "paje/communication.hpp"
#include "paje/dependency_graph.hpp"
#include "paje/profile.hpp"
#include "paje/waits.hpp"

namespace paje::python {

/// Made when first asked for, by whichever thread, and kept.
template <class Result>
class Once {
 public:
  template <class Make>
  const Result& get(Make&& make) {
    std::call_once(flag_, [&] { result_ = std::make_unique<const Result>(make()); });
    return *result_;
  }

 private:
  std::once_flag flag_;
  std::unique_ptr<const Result> result_;
};

/// All members may be called without the interpreter's lock, and take their time.
class Analysis {
 public:
  Analysis(const Trace& trace, const DependencyOptions& options)
      : graph_(trace, options), size_field_(options.size_field) {}

  [[nodiscard]] const DependencyGraph& graph() const { return graph_; }
  const std::vector<Wait>& waits() {
    return waits_.get([&] { return find_waits(graph_); });
  }
  const std::vector<Cause>& causes() {
    return causes_.get([&] { return find_causes(graph_, waits()); });
  }
  const Profile& profile() {
    return profile_.get([&] { return make_profile(graph_); });
  }
  /// Of links, by row; empty if the trace has none.
  const std::vector<double>& sizes() {
    return sizes_.get([&] { return link_sizes(graph_.trace(), size_field_); });
  }

 private:
  DependencyGraph graph_;
  std::string size_field_;
  Once<std::vector<Wait>> waits_;
  Once<std::vector<Cause>> causes_;
  Once<Profile> profile_;
  Once<std::vector<double>> sizes_;
};

/// `make()` without the interpreter's lock.
template <class Make>
auto unlocked(Make&& make) {
  const py::gil_scoped_release released;
  return std::forward<Make>(make)();
}

/// Of each row what `of` says, as an array.
template <class Element, class Rows, class Of>
py::array_t<Element> column(const Rows& rows, Of&& of) {
  std::vector<Element> elements;
  elements.reserve(rows.size());
  for (const auto& row : rows) elements.push_back(static_cast<Element>(of(row)));
  return array_of(std::move(elements));
}

void bind_checks(py::class_<Analysis>& analysis);
void bind_profiles(py::class_<Analysis>& analysis);
void bind_messages(py::class_<Analysis>& analysis);
void bind_iterations(py::class_<Analysis>& analysis);
void bind_frequencies(py::class_<Analysis>& analysis);

}  // namespace paje::python
