#include "cut/options.hpp"

#include <CLI/CLI.hpp>

#include "common/cli.hpp"
#include "common/resource_options.hpp"
#include "common/tool.hpp"

namespace paje::tools {

namespace {

void add_reading_options(CLI::App& app, CutOptions& options) {
  app.add_flag("-n,--no-strict", options.read.old_field_names,
               "Accept field names of old versions of the format");
  app.add_flag("-z,--ignore-incomplete-links", options.read.ignore_incomplete_links,
               "Leave out links with a missing half");
  app.add_flag("--lenient", options.lenient,
               "Leave out lines that cannot be used, and count them on standard error");
  app.add_flag("!--no-imbrication", options.read.imbrication,
               "A state that is pushed ends the one below");
  app.add_flag("-q,--quiet", options.quiet, "No progress");
  add_sort_option(app, options.read.sort);
  add_resource_options(app, options.read.threads);
}

void add_output_options(CLI::App& app, CutOptions& options) {
  app.add_option("-o,--output", options.output,
                 "File to write; it appears when it is whole (default: standard output)")
      ->type_name("FILE");
  app.add_option_function<std::string>(
         "--method",
         [&options](const std::string& method) {
           options.encoding = method == "text"       ? Encoding::text
                              : method == "standard" ? Encoding::standard
                                                     : Encoding::reference;
         },
         "text, or one of the binary encodings of paje2bin")
      ->type_name("METHOD")
      ->check(CLI::IsMember({"text", "standard", "reference"}))
      ->default_str("text");
}

}  // namespace

std::optional<int> parse_cut_options(int argc, char** argv, CutOptions& options) {
  CLI::App app("Writes a part of a trace as a trace of its own.", "pj_cut");
  app.set_version_flag("--version", version_text("pj_cut"));
  app.add_option("FILE", options.input, "The trace; standard input if there is none, or -");
  add_output_options(app, options);
  add_reading_options(app, options);
  app.footer(
      "Exit status: 0 done; 1 the trace is bad; 2 system error or wrong usage.\n\n"
      "Example: pj_cut run.trace --start 10 --end 12 -o part.paje");
  options.read.keep_user_fields = true;
  return parse_options(app, argc, argv);
}

}  // namespace paje::tools
