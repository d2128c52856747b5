#include "report/elements.hpp"

#include <fmt/format.h>

#include "charts/words.hpp"
#include "common/tool.hpp"

namespace paje::tools {

namespace {

constexpr std::size_t kLongestName = 60;
constexpr std::size_t kLongestSentence = 1000;  // of names that are longer than any

// As it is in JSON.
std::string exact(double number) { return fmt::format("{}", number); }

}  // namespace

std::string state_name(std::string_view name) {
  return name.empty() ? "(no state)" : shortened(name, kLongestName);
}

std::string container_name(std::string_view name) {
  return name.empty() ? "(no name)" : shortened(name, kLongestName);
}

void open_section(Markup& page, std::string_view id, std::string_view heading) {
  page.open("section", {{"id", std::string(id)}}).element("h2", heading).include("\n");
}

void paragraph(Markup& page, std::string_view words) {
  page.element("p", kept_together(words)).include("\n");
}

void item(Markup& page, std::string_view words, std::string_view style) {
  const std::string text = shortened(kept_together(words), kLongestSentence);
  if (style.empty()) {
    page.element("li", text);
  } else {
    page.element("li", text, {{"class", std::string(style)}});
  }
  page.include("\n");
}

void figure(Markup& page, const NamedChart& chart, std::string_view note) {
  page.open("figure").open("figcaption").element("b", chart.name);
  if (!note.empty()) page.include(" ").element("span", note);
  page.close().include(chart.chart.inline_text()).close();
}

TableCell time_cell(double time, TimeUnit unit) { return {human_time(time, unit), exact(time)}; }

TableCell place_cell(double time, double start, double end, TimeUnit unit) {
  return {human_place(time, start, end, unit), exact(time)};
}

TableCell place_cell(double time, const Run& run) {
  return place_cell(time, run.graph.start(), run.graph.end(), run.unit);
}

TableCell share_cell(double share) { return {share_text(share), exact(share)}; }

TableCell count_cell(uint64_t count) { return {with_separators(count), std::to_string(count)}; }

void number(Markup& page, const TableCell& cell) {
  page.element("data", kept_together(cell.words), {{"value", cell.number}});
}

void Table::write_row(const std::vector<TableCell>& row, Markup& page) const {
  page.open("tr");
  for (const TableCell& cell : row) {
    if (cell.is_number()) {
      page.open("td", {{"class", "n"}});
      number(page, cell);
      page.close();
    } else {
      page.element("td", cell.words);
    }
  }
  page.close();
}

void Table::write(Markup& page) const {
  if (rows_.empty()) return;
  page.open("div", {{"class", "table"}}).open("table").element("caption", caption_);
  page.open("thead").open("tr");
  for (std::size_t i = 0; i < titles_.size(); ++i) {
    const bool is_number = i < rows_.front().size() && rows_.front()[i].is_number();
    if (is_number) {
      page.element("th", titles_[i], {{"scope", "col"}, {"class", "n"}});
    } else {
      page.element("th", titles_[i], {{"scope", "col"}});
    }
  }
  page.close().close().open("tbody");
  for (const auto& row : rows_) write_row(row, page);
  page.close().close();
  if (left_out_ > 0) {
    page.element("p", fmt::format("and {}", counted(left_out_, "more row", "more rows")),
                 {{"class", "more"}});
  }
  page.close();
}

}  // namespace paje::tools
