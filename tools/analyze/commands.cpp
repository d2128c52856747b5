#include "analyze/commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace paje::tools {

namespace {

struct Entry {
  std::string_view name;
  Command command;
  Picture picture;
  std::string_view help;
};

constexpr std::array<Entry, 14> kCommands = {{
    {"summary", nullptr, &draw_summary, "the main findings: where time is lost, and why (default)"},
    {"causes", &show_causes, &draw_causes, "what made others wait, by container and value"},
    {"waits", &show_waits, &draw_waits,
     "each state that waits: how long, for which container, the kind of wait"},
    {"path", &show_path, &draw_path, "the critical path, and the values and containers on it"},
    {"slack", &show_slack, &draw_slack,
     "how much later each state may end without delaying the end of the run"},
    {"efficiency", &show_efficiency, &draw_efficiency,
     "parallel efficiency and its factors, by container"},
    {"iterations", &show_iterations, &draw_iterations,
     "the loops of the run, their typical time, outliers, drift"},
    {"profile", &show_profile, &draw_profile,
     "how often and how long: values, containers, the tree of calls"},
    {"messages", &show_messages, &draw_messages,
     "messages and bytes: by pair, container, size, latency, over time"},
    {"transitions", nullptr, nullptr,
     "how often one state, call, container or word follows another"},
    {"lateness", &show_lateness, &draw_lateness,
     "how late each state begins, compared with the other containers"},
    {"bounds", &show_bounds, &draw_bounds, "lower bounds of the length of a run of tasks"},
    {"clocks", &show_clocks, &draw_clocks,
     "whether the clocks of containers differ, and by how much"},
    {"classes", &show_classes, &draw_classes, "how values are classified, and which match no rule"},
}};

const Entry* find(std::string_view name) {
  const auto found = std::find_if(kCommands.begin(), kCommands.end(),
                                  [&](const Entry& entry) { return entry.name == name; });
  return found == kCommands.end() ? nullptr : &*found;
}

template <class IsMeant>
std::string names_where(IsMeant&& is_meant) {
  std::string names;
  for (const Entry& entry : kCommands) {
    if (is_meant(entry)) names += (names.empty() ? "" : ", ") + std::string(entry.name);
  }
  return names;
}

}  // namespace

bool is_command(std::string_view word) { return find(word) != nullptr; }

std::string command_names() {
  return names_where([](const Entry&) { return true; });
}

std::string table_names() {
  return names_where([](const Entry& entry) { return entry.name != "summary"; });
}

std::string command_help() {
  std::string help;
  for (const Entry& entry : kCommands) {
    help += fmt::format("  {:<12} {}\n", entry.name, entry.help);
  }
  return help;
}

Picture find_picture(std::string_view name) { return find(name)->picture; }

std::string picture_names() {
  return names_where([](const Entry& entry) { return entry.picture != nullptr; });
}

Command find_command(std::string_view name) { return find(name)->command; }

}  // namespace paje::tools
