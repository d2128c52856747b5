// The colours of charts. Values of states have the palette of Okabe and Ito, which the colour-blind
// tell apart: blues and greens for work, warm colours for calls and waiting.
#include <fmt/format.h>

#include <array>

#include "charts/chart.hpp"

namespace paje::tools {

namespace {

struct Paint {
  const char* name;
  const char* property;
  const char* light;
  const char* dark;
};

constexpr std::array kPaints = {
    Paint{"paper", "fill", "#ffffff", "#15191e"},
    Paint{"ink", "fill", "#1d232a", "#e6e9ec"},
    Paint{"dim", "fill", "#5c6670", "#9ba6b1"},
    Paint{"bar", "fill", "#3b7fb5", "#5aa5dc"},
    Paint{"bar2", "fill", "#8fb8d8", "#35648a"},
    Paint{"alert", "fill", "#c8500a", "#f08a4b"},
    Paint{"track", "fill", "#eceff2", "#252b32"},
    Paint{"idle", "fill", "#e3e7ea", "#2a3139"},
    Paint{"other", "fill", "#a3abb3", "#737d87"},
    Paint{"w1", "fill", "#0072b2", "#3f95d0"},
    Paint{"w2", "fill", "#56b4e9", "#8fd0f5"},
    Paint{"w3", "fill", "#009e73", "#29b88e"},
    Paint{"w4", "fill", "#7fb8a4", "#7da899"},
    Paint{"c1", "fill", "#e69f00", "#e9b03c"},
    Paint{"c2", "fill", "#d55e00", "#e0712c"},
    Paint{"c3", "fill", "#cc79a7", "#d692ba"},
    Paint{"c4", "fill", "#f0e442", "#efe673"},
    Paint{"more", "fill", "#b2182b", "#e8707a"},
    Paint{"less", "fill", "#2166ac", "#6bb0e6"},
    Paint{"q1", "fill", "#dbe9f4", "#1d3244"},
    Paint{"q2", "fill", "#b9d5ea", "#24486a"},
    Paint{"q3", "fill", "#86b7da", "#2f6593"},
    Paint{"q4", "fill", "#4d92c4", "#4488bd"},
    Paint{"q5", "fill", "#256da3", "#6fb0e0"},
    Paint{"q6", "fill", "#0b4a7a", "#b3daf7"},
    Paint{"grid", "stroke", "#e6eaed", "#2a3138"},
    Paint{"axis", "stroke", "#9aa4ad", "#6b7680"},
    Paint{"rule", "stroke", "#c8500a", "#f08a4b"},
    Paint{"halo", "stroke", "#ffffff", "#15191e"},
    Paint{"critical", "stroke", "#111418", "#ffffff"},
};

constexpr std::string_view kShapes =
    ".chart{font:12px system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue','DejaVu Sans',"
    "sans-serif}\n"
    ".chart .middle{text-anchor:middle}.chart .end{text-anchor:end}\n"
    ".chart .strong{font-weight:600}.chart .title{font-size:17px;font-weight:600}.chart "
    ".small{font-size:11px}\n"
    ".chart rect,.chart .flat{shape-rendering:crispEdges}\n"
    ".chart .grid,.chart .axis,.chart .rule{fill:none;stroke-width:1;shape-rendering:crispEdges}\n"
    ".chart .rule{stroke-dasharray:4 3}\n"
    ".chart .halo{fill:none;stroke-width:4;stroke-linejoin:round}\n"
    ".chart .critical{fill:none;stroke-width:2;stroke-linejoin:round}\n"
    ".chart .t1{opacity:.3}.chart .t2{opacity:.5}.chart .t3{opacity:.7}.chart .t4{opacity:.85}\n";

std::string paints(bool is_dark) {
  std::string rules;
  for (const Paint& paint : kPaints) {
    rules += fmt::format(".chart .{}{{{}:{}}}", paint.name, paint.property,
                         is_dark ? paint.dark : paint.light);
  }
  return rules;
}

}  // namespace

std::string chart_rules() {
  return std::string(kShapes) + paints(false) + "\n@media screen and (prefers-color-scheme:dark){" +
         paints(true) + "}\n";
}

}  // namespace paje::tools
