#include "import/losses.hpp"

#include <fmt/format.h>

#include "common/print_error.hpp"
#include "common/tool.hpp"
#include "paje/visible_text.hpp"

namespace paje::tools {

namespace {

constexpr std::size_t kMostKinds = 100;
constexpr std::string_view kOthers = "others";

}  // namespace

void Losses::add(std::string_view kind, uint64_t count) {
  if (count == 0) return;
  auto found = counts_.find(kind);
  if (found == counts_.end()) {
    if (counts_.size() >= kMostKinds) kind = kOthers;
    found = counts_.try_emplace(std::string(kind), 0).first;
  }
  found->second += count;
}

void Losses::note(std::string_view text) { notes_.try_emplace(std::string(text), true); }

void Losses::print(std::string_view tool, std::string_view input) const {
  const std::string name = visible(input);
  std::string text;
  for (const auto& [note, is_said] : notes_)
    text += fmt::format("{}: {}: {}\n", tool, name, visible(note));
  if (!counts_.empty()) text += fmt::format("{}: {}: not carried over:\n", tool, name);
  for (const auto& [kind, count] : counts_) {
    text += fmt::format("{:>14} {}\n", with_separators(count), visible(kind));
  }
  say("{}", text);
}

}  // namespace paje::tools
