#include "command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>

#include "common/input_options.hpp"
#include "common/resource_options.hpp"
#include "common/selection_options.hpp"
#include "common/time_unit_option.hpp"
#include "model/number_text.hpp"

namespace paje::gui {

namespace {

std::optional<double> time_of(const std::string& text, const char* option,
                              TimeUnit unit = TimeUnit::seconds) {
  double time = 0;
  if (text.empty()) return {};
  if (!parse_time(text, time, unit)) {
    throw CLI::ValidationError(option, "'" + text + "' is not a time such as 1.5, 20ms or 3min");
  }
  return time;
}

PictureMode mode_of(const std::string& name) {
  if (name == "gantt") return PictureMode::gantt;
  if (name == "aggregate") return PictureMode::aggregate;
  if (name == "compare") return PictureMode::compare;
  throw CLI::ValidationError("--mode", "'" + name + "' is not gantt, aggregate or compare");
}

Binding binding_of(const std::string& name) {
  const auto* const found = std::find(kBindings.begin(), kBindings.end(), name);
  if (found != kBindings.end()) return static_cast<Binding>(found - kBindings.begin());
  throw CLI::ValidationError("--bind", "expected time|part|states|none, found " + name);
}

void set_size(const std::string& text, CommandLine& line) {
  if (text.empty()) return;
  line.has_size = true;
  const auto cross = text.find('x');
  const auto number = [&](const std::string& digits) {
    const auto value = parse_number(digits);
    if (!value || !(*value >= 100 && *value <= 30000)) {  // NaN is no size
      throw CLI::ValidationError("--size", "'" + text + "' is not a size such as 1920x1080");
    }
    return static_cast<int>(*value);
  };
  line.width = number(text.substr(0, cross));
  if (cross != std::string::npos) line.height = number(text.substr(cross + 1));
}

void check_traces(const CommandLine& line) {
  if (line.mode == PictureMode::compare && line.traces.size() < 2) {
    throw CLI::ValidationError("--mode", "a comparison needs two traces, found " +
                                             std::to_string(line.traces.size()) +
                                             ": name the second one, too");
  }
  if (line.render.empty()) return;
  const auto dot = line.render.rfind('.');
  std::string ending = dot == std::string::npos ? "" : line.render.substr(dot + 1);
  for (char& letter : ending) letter = static_cast<char>(std::tolower(letter));
  if (ending != "png" && ending != "svg" && ending != "pdf") {
    throw CLI::ValidationError("--render", "pictures end in .png, .svg or .pdf: " + line.render);
  }
  if (line.mode == PictureMode::compare || line.traces.size() == 1) return;
  throw CLI::ValidationError("--render", line.traces.empty()
                                             ? "a trace is needed for a picture"
                                             : "this picture is of one trace; --mode compare "
                                               "draws two");
}

// What would be ignored silently: the aggregation is of the whole run.
void check_mode(const CLI::App& app, const CommandLine& line) {
  for (const char* const name : {"--bind", "--second-view"}) {
    if (app.get_option(name)->count() == 0) continue;
    if (line.traces.size() < 2) throw CLI::ValidationError(name, "needs two traces");
  }
  if (line.mode != PictureMode::aggregate) return;
  for (const char* const name : {"--start", "--end", "--containers", "--view", "--no-links"}) {
    if (app.get_option(name)->count() == 0) continue;
    throw CLI::ValidationError(
        name,
        "--mode aggregate shows the whole run; pj_cut makes a part, and pj_aggregate --svg "
        "has these options");
  }
}

std::optional<double> known_time(const std::string& text, const CommandLine& line) {
  double time = 0;
  const TimeUnit unit = line.show.unit.value_or(TimeUnit::seconds);
  if (text.empty() || !parse_time(text, time, unit)) return {};
  return time;
}

void check_order(const CommandLine& line) {
  const auto from = known_time(line.start.from, line), to = known_time(line.start.to, line);
  if (from && to && *from > *to) throw CLI::ValidationError("--start", "is after --end");
}

// As they are typed, before they are checked.
struct Words {
  std::string size;
  std::string mode = "gantt";
  std::string stop_at;
  bool no_links = false;
  bool no_imbrication = false;
};

void add_what_is_shown(CLI::App& app, CommandLine& line, Words& words) {
  app.add_option("TRACE", line.traces, "The trace, or two to be shown one above the other")
      ->expected(0, 2)
      ->type_name("FILE")
      ->option_text("FILE");
  app.add_option("--render", line.render, "Draw into FILE (.png, .svg, .pdf) without a display")
      ->type_name("FILE");
  app.add_option("--mode", words.mode, "What is drawn, with --render (compare: of two traces)")
      ->type_name("gantt|aggregate|compare")
      ->capture_default_str();
  app.add_option("--start,--from", line.start.from, "Show from this time on: 1.5, 20ms, 3min")
      ->type_name("TIME");
  app.add_option("--end,--to", line.start.to, "Show until this time")->type_name("TIME");
  app.add_option("--containers", line.start.containers,
                 "Show only containers whose name or path (names below the root, joined by /) is "
                 "like this, with *, ? and [a-z], and what is below them; may be given again, or "
                 "as several patterns between commas")
      ->type_name("GLOB")
      ->allow_extra_args(false);
  tools::add_types_option(app, line.read.selection);
  app.add_option("--view", line.view,
                 "Show what this view specification says: a file that the viewer saved, or JSON; "
                 "other options come after it")
      ->type_name("FILE|JSON");
  app.add_option("--second-view", line.second_view,
                 "The same for the second of two traces, which has the view of the first otherwise")
      ->type_name("FILE|JSON");
  app.add_option_function<std::string>(
         "--bind", [&line](const std::string& word) { line.binding = binding_of(word); },
         "How the times of two traces go together: the same time since the start, the same part "
         "of the run, states that are aligned (default of a comparison), or each by itself")
      ->type_name("time|part|states|none");
}

void add_looks(CLI::App& app, CommandLine& line, Words& words) {
  app.add_option("--size", words.size,
                 "Size of the picture or the window: 1920x1080; without a height, as rows need")
      ->type_name("WxH");
  app.add_flag("--dark", line.dark, "Dark colours");
  app.add_option_function<std::string>(
         "--palette",
         [&line](const std::string& word) {
           if (word != "trace" && word != "safe" && word != "class") {
             throw CLI::ValidationError("--palette", "expected trace|safe|class, found " + word);
           }
           line.show.safe_colors = word == "safe";
           line.start.palette = word == "safe"    ? PaletteKind::safe
                                : word == "class" ? PaletteKind::by_class
                                                  : PaletteKind::trace;
         },
         "The trace's colours (default), safe ones, which the colour-blind tell apart, or one for "
         "each class of values")
      ->type_name("trace|safe|class");
  tools::add_unit_option(app, line.show.unit, "for the ruler and all other words of times");
  app.add_option(
         "--size-field", line.show.size_field,
         "The user-defined field of links that holds their bytes, for the facts of a clicked "
         "link (default: Size, MessageSize or Length, the first that it has)")
      ->type_name("NAME");
  app.add_flag("--no-links", words.no_links, "Draw no arrows");
}

void add_reading(CLI::App& app, CommandLine& line, Words& words) {
  tools::add_incomplete_links_option(app, line.read.ignore_incomplete_links);
  tools::add_old_names_option(app, line.read.old_field_names);
  app.add_flag(
      "--lenient", line.lenient,
      "Leave out lines that cannot be used, and count them: on standard error, or in the window");
  app.add_option("-a,--stop-at", words.stop_at, "Stop the replay there; what is open closes")
      ->type_name("TIME");
  app.add_flag("-i,--no-imbrication", words.no_imbrication,
               "A push ends the state on top, a pop resumes the one below");
  app.add_flag("-u,--user-defined,!--no-user-defined", line.read.keep_user_fields,
               "Show user-defined fields among the facts of a clicked object (default: they are "
               "shown)");
  tools::add_sort_option(app, line.read.sort);
  tools::add_fix_clocks_option(app, line.read.fix_clocks);
  tools::add_jobs_option(app, line.read.threads);
  tools::add_memory_option(app, [&](uint64_t bytes) { line.most_memory = bytes; });
  app.add_option("--cache", line.cache_bytes,
                 "Memory for the objects of an archive, in a window (default: 1GB); of an "
                 "archive that needs more, it reads only what is in view")
      ->type_name("SIZE")
      ->transform(CLI::AsSizeValue(true))
      ->transform(tools::not_negative());  // before that
}

}  // namespace

std::optional<int> parse_command_line(int argc, char** argv, CommandLine& line) {
  CLI::App app{"Shows Pajé execution traces as interactive Gantt charts, or draws them into files.",
               "pajeview"};
  app.set_version_flag("--version", tools::version_text("pajeview"));
  Words words;
  add_what_is_shown(app, line, words);
  add_looks(app, line, words);
  add_reading(app, line, words);
  app.footer(
      "Exit status: 0 done; 1 the trace is bad; 2 wrong usage or system error.\n\n"
      "Example: pajeview --render run.svg --start 10ms --end 20ms run.paje");
  return tools::parse_options(app, argc, argv, [&] {
    line.start.links = !words.no_links;
    line.mode = mode_of(words.mode);
    (void)time_of(line.start.from, "--start");
    (void)time_of(line.start.to, "--end");
    line.read.stop_at =
        time_of(words.stop_at, "--stop-at", line.show.unit.value_or(TimeUnit::seconds));
    line.stop_at_has_unit = has_unit(words.stop_at);
    line.read.imbrication = !words.no_imbrication;
    set_size(words.size, line);
    if (!line.show.size_field.empty() && !line.read.keep_user_fields) {
      throw CLI::ValidationError("--size-field", "excludes --no-user-defined");
    }
    check_traces(line);
    check_mode(app, line);
    check_order(line);
  });
}

}  // namespace paje::gui
