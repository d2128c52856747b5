#include "parts/split_writer.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "common/flatten/flat_lines.hpp"
#include "common/tool.hpp"
#include "formats/text/event_text.hpp"
#include "parts/part_files.hpp"

namespace paje::tools {

namespace {

// `0003-rank-2.paje` for a part of one container, `0003.paje` for one of several.
std::string name_of_part(const Trace& tree, const SplitPlan::Part& part, std::size_t number) {
  constexpr std::size_t kMostOfName = 80;
  std::string name = fmt::format("{:04}", number + 1);
  if (part.containers.size() == 1) {
    name += '-';
    for (const char c : tree[part.containers[0]].name.text.substr(0, kMostOfName)) {
      const bool is_ordinary = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                               (c >= '0' && c <= '9') || c == '.' || c == '_';
      name += is_ordinary ? c : '-';
    }
  }
  return name + ".paje";
}

std::string word_of(const Name& name) {
  const bool quotes = name.quoted || needs_quotes(name.text);
  return quotes ? '"' + std::string(name.text) + '"' : std::string(name.text);
}

class Writer final : public EventVisitor {
 public:
  Writer(const Trace& tree, const SplitPlan& plan, const std::string& directory)
      : tree_(tree), plan_(plan), root_(directory + '/' + kRootFile), files_(paths(directory)) {
    for (const EventDefinition& definition : plan.definitions()) {
      if (const auto lines = lines_.definition(definition)) root_.write(*lines);
    }
  }

  void on_definition(const EventDefinition& definition) override {
    (void)lines_.definition(definition);  // which the root file has already
  }

  void on_event(const Event& event) override {
    while (next_part_ < plan_.parts().size() && plan_.parts()[next_part_].named_before <= number_) {
      name_next_part();
    }
    const uint32_t part = plan_.part_of(event, number_++);
    const auto line = lines_.event(event);
    if (!line) return;
    if (part == SplitPlan::kRoot) {
      root_.write(*line);
    } else {
      append(part, *line);
    }
  }

  void finish() {
    while (next_part_ < plan_.parts().size()) name_next_part();
    files_.finish();
    root_.commit();
  }

 private:
  std::vector<std::string> paths(const std::string& directory) {
    std::vector<std::string> paths;
    for (std::size_t i = 0; i < plan_.parts().size(); ++i) {
      names_.push_back(name_of_part(tree_, plan_.parts()[i], i));
      paths.push_back(directory + '/' + names_.back());
    }
    is_begun_.resize(names_.size());
    return paths;
  }

  // A part opens with the definitions of all its events.
  void append(uint32_t part, std::string_view line) {
    if (!is_begun_[part]) {
      is_begun_[part] = true;
      for (const uint32_t number : plan_.parts()[part].definitions.list()) {
        const EventDefinition& definition = plan_.definitions()[number];
        std::string lines;
        append_definition(lines, definition, lines_.ids().id_of(definition));
        files_.append(part, lines);
      }
    }
    files_.append(part, line);
  }

  void name_next_part() {
    if (!naming_id_) {
      naming_id_ = lines_.ids().free_id();
      root_.write(
          fmt::format("%EventDef PajeTraceFile {}\n% Container string\n% Type string\n"
                      "% Filename string\n%EndEventDef\n",
                      *naming_id_));
    }
    // A part of several containers is named for the root, which holds them all.
    const auto& containers = plan_.parts()[next_part_].containers;
    const Container& container = tree_[containers.size() == 1 ? containers[0] : ContainerId{0}];
    root_.write(fmt::format("{} {} {} {}\n", *naming_id_, word_of(container.identifier),
                            word_of(tree_[container.type].identifier), names_[next_part_]));
    ++next_part_;
  }

  const Trace& tree_;
  const SplitPlan& plan_;
  std::vector<std::string> names_;  // of the parts
  std::vector<bool> is_begun_;
  OutputFile root_;
  PartFiles files_;
  FlatLines lines_;
  uint64_t number_ = 0;
  std::size_t next_part_ = 0;
  std::optional<int64_t> naming_id_;
};

}  // namespace

void write_split(const Input& input, const ReadOptions& options, const Trace& tree,
                 const SplitPlan& plan, const std::string& directory) {
  Writer writer(tree, plan, directory);
  visit_events(input, options, writer);
  writer.finish();
}

}  // namespace paje::tools
