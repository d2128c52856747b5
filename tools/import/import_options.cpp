#include "import/import_options.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "binary/compression_option.hpp"
#include "common/resource_options.hpp"
#include "common/tool.hpp"
#include "paje/visible_text.hpp"

namespace paje::tools {

namespace {

// Paraver's numbers have 64 bits, with or without a sign.
std::optional<int64_t> type_number(std::string_view word) {
  const char* const end = word.data() + word.size();
  int64_t number = 0;
  auto result = std::from_chars(word.data(), end, number);
  if (result.ec == std::errc::result_out_of_range) {
    uint64_t large = 0;
    result = std::from_chars(word.data(), end, large);
    number = static_cast<int64_t>(large);
  }
  if (result.ec != std::errc{} || result.ptr != end) return std::nullopt;
  return number;
}

// One of `1,2,all`.
void choose(EventChoice& choice, std::string_view word, EventUse use) {
  const auto clash = [&](EventUse before) {
    if (before == use) return;
    throw CLI::ValidationError(fmt::format("event type {} was given to another option", word));
  };
  if (word == "all") {
    clash(choice.all.value_or(use));
    choice.all = use;
    return;
  }
  const std::optional<int64_t> type = type_number(word);
  if (!type) {
    throw CLI::ValidationError(fmt::format(
        "'{}' is no number of an event type: expected numbers and commas, or all", visible(word)));
  }
  clash(choice.types.try_emplace(*type, use).first->second);
}

void add_event_choice(CLI::App& app, EventChoice& choice) {
  const auto add = [&](const char* name, EventUse use, const char* help) {
    app.add_option_function<std::string>(
           name,
           [&choice, use](const std::string& words) {
             for (std::size_t begin = 0; begin <= words.size();) {
               const std::size_t end = std::min(words.find(',', begin), words.size());
               choose(choice, std::string_view(words).substr(begin, end - begin), use);
               begin = end + 1;
             }
           },
           help)
        ->type_name("TYPES")
        ->join(',');
  };
  add("--states", EventUse::state,
      "Paraver: event types that become states, which 0 ends: their numbers, with commas between "
      "them, or all. By default those whose .pcf gives names to values, and to 0 none, or one that "
      "begins with End or Outside");
  add("--events", EventUse::event,
      "Paraver: event types that become punctual events, likewise; by default those whose .pcf "
      "gives 0 another name");
  add("--variables", EventUse::variable,
      "Paraver: event types that become variables, likewise; by default those whose values have no "
      "names");
}

}  // namespace

void add_options(CLI::App& app, ImportOptions& options) {
  app.set_version_flag("--version", version_text("pj_import"));
  app.add_option("IN", options.input, "The trace; standard input if there is none, or -");
  app.add_option("-o,--output", options.output,
                 "File to write; it appears when it is whole (default: standard output)")
      ->type_name("FILE");
  app.add_option_function<std::string>(
         "--from",
         [&options](const std::string& name) { options.convert.format = other_format(name); },
         "What IN is: chrome (Trace Event JSON), otf2 (an archive's NAME.otf2), paraver (NAME.prv, "
         "with NAME.pcf and NAME.row next to it), table (what pj_dump prints, or pj_export's CSV, "
         "a file of it or the folder), ti (SimGrid's actions without times: the index of their "
         "files, its folder, or one file); detected by how it begins if not said")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"chrome", "otf2", "paraver", "table", "ti"}));
  app.add_option_function<std::string>(
         "--method",
         [&options](const std::string& method) {
           options.method = method;
           options.is_text = method == "text";
           options.encoding.method = method == "standard" ? Method::standard : Method::reference;
         },
         "Encoding: text, or one of the binary ones of paje2bin (default: archive if the file's "
         "name ends in .pja, else text)")
      ->type_name("METHOD")
      ->check(CLI::IsMember({"text", "archive", "standard", "reference"}));
  add_compression_option(app, options.encoding.zstd_level);
  app.add_option_function<std::string>(
         "--origin",
         [&options](const std::string& origin) {
           options.convert.counts_from_first = origin == "start";
         },
         "Where times begin. zero: as they are; start: counted from the first (default: start if "
         "they are so far from 0 that seconds cannot hold nanoseconds, else zero)")
      ->type_name("WHERE")
      ->check(CLI::IsMember({"zero", "start"}));
  app.add_flag("--lenient", options.convert.is_lenient,
               "Paraver, OTF2: leave out what cannot be used, as the line that a file ends within, "
               "and count it on standard error");
  add_event_choice(app, options.convert.event_choice);
  add_resource_options(app, options.encoding.threads);
  app.add_flag("-q,--quiet", options.quiet,
               "Show no progress, and do not report what was not carried over");
  app.footer(
      "What Pajé cannot hold is counted by kind on standard error.\n\n"
      "Exit status: 0 done; 1 the trace is bad; 2 system error or wrong usage.\n\n"
      "Example: pj_import trace.json -o trace.paje");
}

}  // namespace paje::tools
