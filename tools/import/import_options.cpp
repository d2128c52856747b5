#include "import/import_options.hpp"

#include "binary/compression_option.hpp"
#include "resource_options.hpp"
#include "tool.hpp"

namespace paje::tools {

void add_options(CLI::App& app, ImportOptions& options) {
  app.set_version_flag("--version", version_text("pj_import"));
  app.add_option("IN", options.input, "The trace; standard input if there is none, or -");
  app.add_option("-o,--output", options.output,
                 "File to write; it appears when it is whole (default: standard output)")
      ->type_name("FILE");
  app.add_option_function<std::string>(
         "--from", [&options](const std::string& name) { options.from = import_format(name); },
         "What IN is: chrome (Trace Event JSON), otf2 (an archive's NAME.otf2), paraver (NAME.prv, "
         "with NAME.pcf and NAME.row beside it), table (what pj_dump prints, or pj_export's CSV, a "
         "file of it or the folder); told by how it "
         "begins if not said")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"chrome", "otf2", "paraver", "table"}));
  app.add_option_function<std::string>(
         "--method",
         [&options](const std::string& method) {
           options.is_text = method == "text";
           options.encoding.method = method == "standard" ? Method::standard : Method::reference;
         },
         "text, or as a binary trace: standard or reference, as of paje2bin")
      ->type_name("METHOD")
      ->check(CLI::IsMember({"text", "standard", "reference"}))
      ->default_str("text");
  add_compression_option(app, options.encoding.zstd_level);
  app.add_option_function<std::string>(
         "--origin",
         [&options](const std::string& origin) { options.origin_is_start = origin == "start"; },
         "zero: times as they are; start: counted from the first")
      ->type_name("WHERE")
      ->check(CLI::IsMember({"zero", "start"}))
      ->default_str("zero");
  add_resource_options(app, options.encoding.threads);
  app.add_flag("-q,--quiet", options.quiet,
               "Show no progress, and do not tell what was not carried over");
  app.footer(
      "What Pajé cannot hold is counted by kind on standard error.\n\n"
      "Exit status: 0 done; 1 the trace is bad; 2 the system said no, or wrong usage.\n\n"
      "Example: pj_import trace.json -o trace.paje");
}

}  // namespace paje::tools
