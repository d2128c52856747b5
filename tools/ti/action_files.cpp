#include "ti/action_files.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "common/tool.hpp"

namespace paje::tools {

// The index comes last: it names nothing but files that are whole.
void write_action_files(const Actions& actions, const std::string& folder) {
  std::filesystem::create_directories(folder);
  std::string index;
  const auto add = [&](const std::string& name, std::string_view text) {
    OutputFile file((std::filesystem::path(folder) / name).string());
    file.write(text);
    file.commit();
  };
  for (std::size_t i = 0; i < actions.ranks.size(); ++i) {
    const std::string name = fmt::format("rank-{}.txt", i);
    add(name, actions.ranks[i]);
    index += name + '\n';
  }
  add("index.txt", index);
}

}  // namespace paje::tools
