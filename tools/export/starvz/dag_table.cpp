#include "export/starvz/dag_table.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <unordered_map>

namespace paje::tools::starvz {

namespace {

using Text = std::optional<std::string>;
using Time = std::optional<double>;

void erase_all(std::string& text, std::string_view what) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos;) {
    text.erase(at, what.size());
  }
}

// `mpi_0_12`, the transfer of a rank, is `mpicom_12`: the key of its link.
std::string without_rank(std::string job) {
  const std::size_t begin = job.find("mpi_");
  const std::size_t end = job.rfind('_');
  if (begin != std::string::npos && end >= begin + 4)
    job.replace(begin, end + 1 - begin, "mpicom_");
  return job;
}

// Tasks or links of the trace by what edges call them.
struct Jobs {
  std::vector<std::string> names;
  std::vector<double> starts, ends, durations;
  std::vector<std::string> values;  // none of links
};

template <class Value>
std::vector<Value> column(const Frame& frame, std::string_view name) {
  for (const ParquetColumn& column : frame.columns()) {
    if (column.name == name) return std::get<std::vector<Value>>(column.values);
  }
  return std::vector<Value>(frame.rows());
}

Jobs jobs_of(const std::vector<Frame>& frames, std::string_view table, std::string_view name) {
  Jobs jobs;
  for (const Frame& frame : frames) {
    if (frame.name() != table) continue;
    jobs.names = column<std::string>(frame, name);
    jobs.starts = column<double>(frame, "Start");
    jobs.ends = column<double>(frame, "End");
    jobs.durations = column<double>(frame, "Duration");
    if (table == "application") jobs.values = column<std::string>(frame, "Value");
  }
  return jobs;
}

class DagTable {
 public:
  // Edges, each with all of its job, then what no edge named.
  void join(const std::vector<const Edge*>& edges, const Jobs& jobs) {
    std::unordered_map<std::string_view, std::vector<std::size_t>> rows_of;
    for (std::size_t i = 0; i < jobs.names.size(); ++i) rows_of[jobs.names[i]].push_back(i);
    std::vector<bool> is_named(jobs.names.size());
    for (const Edge* const edge : edges) {
      const auto found = rows_of.find(edge->job);
      if (found == rows_of.end()) {
        add_job(edge->job, edge->dependent);
        continue;
      }
      for (const std::size_t row : found->second) {
        is_named[row] = true;
        add(jobs, row, edge->dependent);
      }
    }
    for (std::size_t row = 0; row < jobs.names.size(); ++row) {
      if (!is_named[row]) add(jobs, row, {});
    }
  }

  Frame frame() const {
    Frame made("dag");
    made.add("JobId", jobs_);
    made.add("Dependent", dependents_);
    made.add("Start", starts_);
    made.add("End", ends_);
    made.add("Cost", costs_);
    made.add("Value", values_);
    return made;
  }

 private:
  void add_job(const std::string& job, Text dependent) {
    jobs_.push_back(job);
    dependents_.push_back(std::move(dependent));
    starts_.emplace_back();
    ends_.emplace_back();
    costs_.push_back(0);
    values_.emplace_back();
  }
  void add(const Jobs& jobs, std::size_t row, Text dependent) {
    add_job(jobs.names[row], std::move(dependent));
    starts_.back() = jobs.starts[row];
    ends_.back() = jobs.ends[row];
    costs_.back() = 0 - jobs.durations[row];
    if (!jobs.values.empty()) values_.back() = jobs.values[row];
  }

  std::vector<std::string> jobs_;
  std::vector<Text> dependents_;
  std::vector<Time> starts_, ends_;
  std::vector<double> costs_;
  std::vector<Text> values_;
};

}  // namespace

std::optional<std::vector<Edge>> read_edges(const std::string& path) {
  std::error_code unknown;
  if (!std::filesystem::exists(path, unknown)) return std::nullopt;
  std::ifstream file(path);
  if (!file) throw std::system_error(errno, std::generic_category(), path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    if (line.find("->") == std::string::npos) continue;
    line.resize(std::min(line.find('['), line.size()));  // attributes
    std::erase_if(
        line, [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '"' || c == ';'; });
    erase_all(line, "task_");
    const std::size_t arrow = line.find("->");
    line.replace(arrow, 2, ",");
    lines.push_back(std::move(line));
  }
  if (file.bad()) throw std::system_error(EIO, std::generic_category(), path);
  std::sort(lines.begin(), lines.end());
  std::vector<Edge> edges;
  for (const std::string& line : lines) {
    const std::size_t comma = line.find(',');
    edges.push_back({without_rank(line.substr(0, comma)), without_rank(line.substr(comma + 1))});
  }
  return edges;
}

Frame dag_table(const std::vector<Frame>& of_trace, const std::vector<Edge>& edges) {
  std::vector<const Edge*> of_tasks, of_transfers;
  for (const Edge& edge : edges) {
    const bool is_transfer = edge.job.find("mpicom") != std::string::npos;
    (is_transfer ? of_transfers : of_tasks).push_back(&edge);
  }
  DagTable table;
  table.join(of_tasks, jobs_of(of_trace, "application", "JobId"));
  const Jobs links = jobs_of(of_trace, "link", "Key");
  if (!links.names.empty()) table.join(of_transfers, links);
  return table.frame();
}

}  // namespace paje::tools::starvz
