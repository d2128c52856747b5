#include "export/starvz/run_tables.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <numeric>
#include <optional>
#include <string_view>

#include "export/starvz/dag_table.hpp"
#include "export/starvz/record_file.hpp"

namespace paje::tools::starvz {

namespace {

using Texts = std::vector<std::optional<std::string>>;

template <class Number>
std::optional<Number> number(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  Number value{};
  const char* const end = text->data() + text->size();
  const auto [stop, error] = std::from_chars(text->data(), end, value);
  return error == std::errc{} && stop == end ? std::optional(value) : std::nullopt;
}

template <class Number>
std::vector<std::optional<Number>> numbers(const Texts& texts) {
  std::vector<std::optional<Number>> made;
  made.reserve(texts.size());
  for (const auto& text : texts) made.push_back(number<Number>(text));
  return made;
}

bool are_numbers(const Texts& texts) {
  bool has_some = false;
  for (const auto& text : texts) {
    if (!text) continue;
    if (!number<double>(text)) return false;
    has_some = true;
  }
  return has_some;
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<std::string_view> words_of(const std::optional<std::string>& text) {
  std::vector<std::string_view> words;
  std::string_view rest = text ? std::string_view(*text) : std::string_view();
  while (true) {
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    if (rest.empty()) return words;
    words.push_back(rest.substr(0, rest.find(' ')));
    rest.remove_prefix(words.back().size());
  }
}

// What StarVZ says the columns of tasks are; of others, R guesses by their values.
void add_task_column(Frame& frame, const std::string& name, const Texts& texts, double zero) {
  if (is_one_of(name, {"SubmitTime", "StartTime", "EndTime"})) {
    auto times = numbers<double>(texts);
    for (auto& time : times) {
      if (time) *time -= zero;
    }
    frame.add(name, times);
  } else if (is_one_of(name, {"SubmitOrder", "MPIRank", "Iteration", "Priority", "WorkerId",
                              "MemoryNode"})) {
    frame.add(name, numbers<int64_t>(texts));
  } else if (!is_one_of(name, {"Control", "JobId", "DependsOn", "Tag", "Footprint", "Name", "Model",
                               "Parameters"}) &&
             are_numbers(texts)) {
    frame.add(name, numbers<double>(texts));
  } else {
    frame.add(name, texts);
  }
}

// In the order of submission; those without at the end.
void sort_by_submission(RecordFile& tasks) {
  const auto place = tasks.find("SubmitOrder");
  if (!place) return;
  const auto orders = numbers<int64_t>(tasks.column(*place));
  std::vector<std::size_t> sorted(orders.size());
  std::iota(sorted.begin(), sorted.end(), std::size_t{0});
  std::stable_sort(sorted.begin(), sorted.end(), [&](std::size_t a, std::size_t b) {
    if (!orders[a] || !orders[b]) return orders[a].has_value() && !orders[b].has_value();
    return *orders[a] < *orders[b];
  });
  auto records = std::move(tasks.records);
  tasks.records.clear();
  for (const std::size_t at : sorted) tasks.records.push_back(std::move(records[at]));
}

Frame task_table(const RecordFile& tasks, double zero) {
  Frame frame("tasks");
  const bool has_handles = tasks.find("Handles").has_value();
  for (std::size_t i = 0; i < tasks.names.size(); ++i) {
    if (has_handles && is_one_of(tasks.names[i], {"Handles", "Modes", "Sizes"})) continue;
    add_task_column(frame, tasks.names[i], tasks.column(i), zero);
  }
  return frame;
}

// A row for each handle of a task, in as many as the longest of its three lists has, at least one;
// a list of one word, or none, counts for all of them.
Frame handle_table(const RecordFile& tasks) {
  const auto texts_of = [&](std::string_view name) {
    const auto place = tasks.find(name);
    return place ? tasks.column(*place) : Texts(tasks.records.size());
  };
  const Texts jobs = texts_of("JobId"), handles = texts_of("Handles"), modes = texts_of("Modes"),
              sizes = texts_of("Sizes");
  Texts job_of, handle_of, mode_of;
  std::vector<std::optional<int64_t>> size_of;
  for (std::size_t task = 0; task < jobs.size(); ++task) {
    const auto all = words_of(handles[task]), how = words_of(modes[task]),
               large = words_of(sizes[task]);
    const std::size_t rows = std::max({all.size(), how.size(), large.size(), std::size_t{1}});
    const auto word = [&](const auto& words, std::size_t row) -> std::optional<std::string> {
      if (words.size() == 1) return std::string(words.front());
      return row < words.size() ? std::optional<std::string>(words[row]) : std::nullopt;
    };
    for (std::size_t row = 0; row < rows; ++row) {
      job_of.push_back(jobs[task]);
      handle_of.push_back(word(all, row));
      mode_of.push_back(word(how, row));
      size_of.push_back(number<int64_t>(word(large, row)));
    }
  }
  Frame frame("task_handles");
  frame.add("JobId", job_of);
  frame.add("Handles", handle_of);
  frame.add("Modes", mode_of);
  frame.add("Sizes", size_of);
  return frame;
}

// In the order of handles.
Frame data_table(RecordFile data) {
  if (const auto place = data.find("Handle")) {
    std::stable_sort(data.records.begin(), data.records.end(), [&](const auto& a, const auto& b) {
      const std::optional<std::string> none;
      return (*place < a.size() ? a[*place] : none) < (*place < b.size() ? b[*place] : none);
    });
  }
  Frame frame("data_handles");
  for (std::size_t i = 0; i < data.names.size(); ++i) {
    const Texts texts = data.column(i);
    const bool is_text = is_one_of(data.names[i], {"Handle", "Description", "Name"});
    if (!is_text && are_numbers(texts)) {
      frame.add(data.names[i], numbers<double>(texts));
    } else {
      frame.add(data.names[i], texts);
    }
  }
  return frame;
}

Frame counter_table(const RecordFile& counters) {
  Frame frame("papi");
  for (std::size_t i = 0; i < counters.names.size(); ++i) {
    if (counters.names[i] == "Value") {
      frame.add("Value", numbers<int64_t>(counters.column(i)));
    } else {
      frame.add(counters.names[i], counters.column(i));
    }
  }
  return frame;
}

double zero_of(const std::vector<Frame>& frames) {
  for (const Frame& frame : frames) {
    if (frame.name() == "zero") {
      return std::get<std::vector<double>>(frame.columns().front().values).front();
    }
  }
  return 0;
}

}  // namespace

RunTables run_tables(const std::vector<Frame>& of_trace, const std::string& folder) {
  RunTables made;
  if (folder.empty()) {
    made.missing = {"tasks.rec", "data.rec", "dag.dot"};
    return made;
  }
  const auto path = [&](const char* name) {
    return (std::filesystem::path(folder) / name).string();
  };
  const auto keep = [&](Frame frame) {
    if (frame.rows() > 0) made.frames.push_back(std::move(frame));
  };
  if (auto tasks = read_records(path("tasks.rec"))) {
    sort_by_submission(*tasks);
    keep(task_table(*tasks, zero_of(of_trace)));
    if (tasks->find("Handles")) keep(handle_table(*tasks));
  } else {
    made.missing.emplace_back("tasks.rec");
  }
  if (auto data = read_records(path("data.rec"))) {
    keep(data_table(std::move(*data)));
  } else {
    made.missing.emplace_back("data.rec");
  }
  if (const auto edges = read_edges(path("dag.dot"))) {
    keep(dag_table(of_trace, *edges));
  } else {
    made.missing.emplace_back("dag.dot");
  }
  // Few runs have counters.
  if (const auto counters = read_records(path("papi.rec"))) keep(counter_table(*counters));
  return made;
}

}  // namespace paje::tools::starvz
