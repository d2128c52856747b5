#include "simulate/read_application.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "common/tool.hpp"
#include "simulate/read_system.hpp"

namespace paje::tools {

namespace {

constexpr std::string_view kBlocks =
    "a block: compute, send, receive, exchange, one_to_one, scatter, gather, reduce, barrier, "
    "farm, "
    "serve, set, loop or if";

bool is_name(std::string_view text) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  return !text.empty() && is_letter(text[0]) && std::all_of(text.begin(), text.end(), [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9');
  });
}

class ApplicationReader {
 public:
  explicit ApplicationReader(const JsonFile& file) : file_(file) {}

  Application read() {
    Members members(file_, file_.root(), "an application");
    application_.name = members.text("name", file_.path());
    members.text("about");
    const JsonValue& labels = members.need("labels");
    const JsonValue* variables = members.find("variables");
    members.finish();
    if (labels.kind != JsonValue::Kind::array || labels.elements.empty()) {
      file_.fail(labels, "an array of one label or more");
    }
    add_name("rank", 0);
    add_name("label_count", 1);
    add_name("processes", 2);
    for (const JsonValue& label : labels.elements) name_label(label);
    application_.places += static_cast<uint32_t>(application_.labels.size());
    if (variables != nullptr) read_variables(*variables);
    application_.data_place = application_.places++;
    for (std::size_t i = 0; i < labels.elements.size(); ++i) {
      read_label(labels.elements[i], application_.labels[i]);
    }
    return std::move(application_);
  }

 private:
  void add_name(const std::string& name, uint32_t place) { names_[name] = place; }

  void name_label(const JsonValue& value) {
    Members members(file_, value, "a label");
    const JsonValue& name = members.need("name");
    if (!is_name(file_.text(name, "name"))) file_.fail(name, "a name of letters, digits and _");
    const auto number = static_cast<uint32_t>(application_.labels.size());
    if (!labels_.try_emplace(name.text, number).second) file_.fail(name, "another name");
    Label& label = application_.labels.emplace_back();
    label.name = name.text;
    label.place = file_.place(value.at);
    add_name("n." + name.text, kProgramValues + number);
  }
  void read_variables(const JsonValue& value) {
    if (value.kind != JsonValue::Kind::object) file_.fail(value, "variables, an object");
    for (const auto& member : value.members) {
      check_new(member.name, member.at);
      Application::Variable variable{member.name, formula(member.value),
                                     file_.place(member.value.at)};
      add_name(member.name, application_.places++);
      application_.variables.push_back(std::move(variable));
    }
  }
  void check_new(const std::string& name, std::size_t at) const {
    if (!is_name(name) || name == "data") {
      file_.fail(at, "'" + one_line(name) + "'",
                 "a name of letters, digits and _, other than data");
    }
    if (names_.contains(name)) file_.fail(at, "'" + name + "' once more", "another name");
  }

  Formula::Names names(bool with_data = false) {
    return [this, with_data](std::string_view name) -> std::optional<uint32_t> {
      if (with_data && name == "data") return application_.data_place;
      const auto found = names_.find(std::string(name));
      if (found == names_.end()) return {};
      return found->second;
    };
  }
  std::string known() const {
    std::string text;
    for (const auto& [name, place] : names_) text += (text.empty() ? "" : ", ") + name;
    return text;
  }
  Formula formula(const JsonValue& value) { return file_.formula(value, names(), known()); }
  Formula formula(Members& members, const char* name, double otherwise) {
    const JsonValue* value = members.find(name);
    return value == nullptr ? Formula(otherwise) : formula(*value);
  }

  void read_label(const JsonValue& value, Label& label) {
    Members members(file_, value, "a label");
    members.need("name");
    label.count = formula(members, "count", 1);
    if (const JsonValue* count = members.find("count")) label.place = file_.place(count->at);
    label.on = members.text("on", "*");
    const std::string place = members.text("place", "block");
    if (place != "block" && place != "cyclic")
      file_.fail(*members.find("place"), "block or cyclic");
    label.is_cyclic = place == "cyclic";
    label_ = label.name;
    label.blocks = read_blocks(members.need("blocks"));
    members.finish();
  }
  std::vector<Block> read_blocks(const JsonValue& value) {
    if (value.kind != JsonValue::Kind::array) file_.fail(value, "an array of blocks");
    std::vector<Block> blocks(value.elements.size());
    for (std::size_t i = 0; i < blocks.size(); ++i) read_block(value.elements[i], blocks[i]);
    return blocks;
  }
  void read_block(const JsonValue& value, Block& block) {
    if (value.kind != JsonValue::Kind::object || value.members.size() != 1) {
      file_.fail(value, std::string(kBlocks) + ", an object with this one member");
    }
    const auto& member = value.members.front();
    block.place = file_.place(member.at);
    constexpr auto kLast = static_cast<int>(BlockKind::branch);
    int kind = 0;
    while (kind <= kLast && block_name(static_cast<BlockKind>(kind)) != member.name) ++kind;
    if (kind > kLast)
      file_.fail(member.at, "'" + one_line(member.name) + "'", std::string(kBlocks));
    block.kind = static_cast<BlockKind>(kind);
    if (block.kind == BlockKind::set) return read_set(member.value, block);
    Members members(file_, member.value, member.name.c_str());
    read_members(members, block);
    members.finish();
  }

  void read_members(Members& members, Block& block) {
    switch (block.kind) {
      case BlockKind::compute:
        read_work(members, block);
        break;
      case BlockKind::serve:
        add_label(members.need("master"), block);
        read_work(members, block);
        break;
      case BlockKind::send:
      case BlockKind::receive:
        add_label(members.need(block.kind == BlockKind::send ? "to" : "from"), block);
        if (block.kind == BlockKind::send) block.data = formula(members.need("data"));
        break;
      case BlockKind::exchange:
        add_partner(members, block);
        block.data = formula(members.need("data"));
        block.to = formula(members, "to", -1);
        block.from = formula(members, "from", -1);
        break;
      case BlockKind::one_to_one:
        add_partner(members, block);
        block.data = formula(members.need("data"));
        block.count = formula(members, "pairs", 1e300);
        break;
      case BlockKind::farm:
        add_label(members.need("workers"), block);
        block.count = formula(members.need("tasks"));
        block.data = formula(members.need("data"));
        block.result = formula(members, "result", 0);
        break;
      case BlockKind::loop:
        read_loop(members, block);
        break;
      case BlockKind::branch:
        block.count = formula(members.need("condition"));
        block.body = read_blocks(members.need("then"));
        if (const JsonValue* otherwise = members.find("else")) {
          block.otherwise = read_blocks(*otherwise);
        }
        break;
      default:
        read_collective(members, block);
    }
  }
  void read_work(Members& members, Block& block) {
    block.data = formula(members, "data", 0);
    block.ops = file_.formula(members.need("complexity"), names(true), known() + ", data");
    block.threads = formula(members, "threads", 1);
    const std::string precision = members.text("precision", "double");
    if (precision != "single" && precision != "double") {
      file_.fail(*members.find("precision"), "single or double");
    }
    block.is_single_precision = precision == "single";
    const auto device = part_kind_of(members.text("device", "cpu"));
    if (!device || static_cast<std::size_t>(*device) >= kDevices) {
      file_.fail(*members.find("device"), "cpu, gpu or accelerator");
    }
    block.device = *device;
  }
  void read_collective(Members& members, Block& block) {
    if (const JsonValue* among = members.find("among")) {
      if (among->kind != JsonValue::Kind::array || among->elements.empty()) {
        file_.fail(*among, "an array of labels");
      }
      for (const JsonValue& one : among->elements) add_label(one, block);
      std::sort(block.labels.begin(), block.labels.end());
      block.labels.erase(std::unique(block.labels.begin(), block.labels.end()), block.labels.end());
      if (std::find(block.labels.begin(), block.labels.end(), labels_[label_]) ==
          block.labels.end()) {
        file_.fail(*among, "an array of labels with " + label_ + " among them");
      }
    } else {
      block.labels.push_back(labels_[label_]);
    }
    if (block.kind != BlockKind::barrier) block.data = formula(members.need("data"));
  }
  void read_loop(Members& members, Block& block) {
    block.count = formula(members.need("count"));
    const JsonValue* variable = members.find("variable");
    if (variable != nullptr) {
      const std::string& name = file_.text(*variable, "the name of a variable");
      check_new(name, variable->at);
      block.variable = application_.places++;
      add_name(name, *block.variable);
    }
    block.body = read_blocks(members.need("blocks"));
    if (variable != nullptr) names_.erase(variable->text);
  }
  void read_set(const JsonValue& value, Block& block) {
    if (value.kind != JsonValue::Kind::object || value.members.size() != 1) {
      file_.fail(value, "an object with one variable");
    }
    const auto& member = value.members.front();
    const auto& all = application_.variables;
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const auto& one) { return one.name == member.name; });
    if (found == all.end()) {
      file_.fail(member.at, "'" + one_line(member.name) + "'",
                 "one of the application's variables");
    }
    block.variable = application_.variable_place(static_cast<std::size_t>(found - all.begin()));
    block.count = formula(member.value);
  }
  void add_label(const JsonValue& value, Block& block) {
    const std::string& name = file_.text(value, "the name of a label");
    const auto found = labels_.find(name);
    if (found == labels_.end()) {
      std::string known;
      for (const auto& [one, number] : labels_) known += (known.empty() ? "" : ", ") + one;
      file_.fail(value, "a label: " + known);
    }
    block.labels.push_back(found->second);
  }
  // The label of the block itself, unless another is named.
  void add_partner(Members& members, Block& block) {
    if (const JsonValue* with = members.find("with")) return add_label(*with, block);
    block.labels.push_back(labels_[label_]);
  }

  const JsonFile& file_;
  Application application_;
  std::map<std::string, uint32_t> names_;
  std::map<std::string, uint32_t> labels_;
  std::string label_;  // whose blocks are read
};

}  // namespace

Application read_application(const JsonFile& file) { return ApplicationReader(file).read(); }

std::vector<std::string> setting_names(const Application& application) {
  std::vector<std::string> names;
  for (const Label& label : application.labels) names.push_back("n." + label.name);
  for (const auto& variable : application.variables) names.push_back(variable.name);
  return names;
}

}  // namespace paje::tools
