// A system as a picture: its tree as SVG, or for Graphviz.
#include "simulate/draw_system.hpp"

#include <fmt/format.h>

#include "charts/chart.hpp"

namespace paje::tools {

namespace {

constexpr double kRow = 46, kStep = 34, kBox = 34, kMargin = 12;

std::string title_of(const SystemNode& node) {
  return node.count == 1 ? node.name : fmt::format("{} × {}", node.count, node.name);
}

std::string parts_of(const SystemDescription& system, const SystemNode& node) {
  std::string text;
  for (const PartCount& some : node.parts) {
    const std::string& name = system.parts[some.part].name;
    text += text.empty() ? "" : ", ";
    text += some.count == 1 ? name : fmt::format("{} × {}", some.count, name);
  }
  return text;
}

std::string network_of(const SystemDescription& system, const SystemNode& node) {
  return node.network ? "network: " + system.parts[*node.network].name : "";
}

std::string details_of(const SystemDescription& system, const SystemNode& node) {
  std::string text = parts_of(system, node);
  const std::string network = network_of(system, node);
  if (!text.empty() && !network.empty()) text += "; ";
  text += network;
  if (node.volunteers) text += "; volunteers";
  return text;
}

std::size_t count_nodes(const SystemNode& node) {
  std::size_t count = 1;
  for (const SystemNode& child : node.children) count += count_nodes(child);
  return count;
}

class SystemPicture {
 public:
  explicit SystemPicture(const SystemDescription& system)
      : system_(system),
        chart_(kChartWidth, 2 * kMargin + kRow * static_cast<double>(count_nodes(system.root)),
               "The system " + system.root.name) {}

  std::string draw() {
    add(system_.root, 0);
    return chart_.file_text();
  }

 private:
  // Returns where the box begins, for the line from the one above.
  double add(const SystemNode& node, std::size_t depth) {
    const double x = kMargin + kStep * static_cast<double>(depth), y = y_;
    y_ += kRow;
    const double width = kChartWidth - kMargin - x;
    chart_.box({x, y, width, kBox}, node.parts.empty() ? "track" : "q1");
    chart_.words(x + 8, y + 14, Anchor::start, "ink strong", fit_words(title_of(node), width - 16));
    chart_.words(x + 8, y + 28, Anchor::start, "dim small",
                 fit_words(details_of(system_, node), width - 16));
    for (const SystemNode& child : node.children) {
      const double end = add(child, depth + 1) + kBox / 2;
      chart_.line(x + kStep / 2, y + kBox, x + kStep / 2, end, "axis");
      chart_.line(x + kStep / 2, end, x + kStep, end, "axis");
    }
    return y;
  }

  const SystemDescription& system_;
  Chart chart_;
  double y_ = kMargin;
};

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result + '"';
}

std::size_t add_dot(const SystemDescription& system, const SystemNode& node, std::size_t number,
                    std::string& text) {
  std::string label = quoted(title_of(node));
  const std::string details = details_of(system, node);
  if (!details.empty())
    label = label.substr(0, label.size() - 1) + "\\n" + quoted(details).substr(1);
  text += fmt::format("  n{} [label={}{}];\n", number, label,
                      node.parts.empty() ? "" : ", style=filled, fillcolor=\"#dbe9f4\"");
  std::size_t next = number + 1;
  for (const SystemNode& child : node.children) {
    text += fmt::format("  n{} -> n{};\n", number, next);
    next = add_dot(system, child, next, text);
  }
  return next;
}

}  // namespace

std::string system_svg(const SystemDescription& system) { return SystemPicture(system).draw(); }

std::string system_dot(const SystemDescription& system) {
  std::string text = "digraph system {\n  node [shape=box, fontname=\"sans-serif\"];\n";
  add_dot(system, system.root, 0, text);
  return text + "}\n";
}

}  // namespace paje::tools
