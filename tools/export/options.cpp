#include "export/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <string_view>

#include "common/cli.hpp"
#include "common/input_options.hpp"
#include "common/option_number.hpp"
#include "common/resource_options.hpp"
#include "common/selection_options.hpp"
#include "common/time_unit_option.hpp"
#include "common/tool.hpp"

namespace paje::tools {

namespace {

struct Format {
  ExportFormat format;
  std::string_view word;
  std::string_view needs_name;   // why standard output is wrong; empty if it is right
  std::string_view stays_plain;  // why --compress is wrong; empty if it is right
};

constexpr auto kFormats = std::to_array<Format>({
    {ExportFormat::chrome, "chrome", "", ""},
    {ExportFormat::sqlite, "sqlite", "a database needs the name of a file",
     "a database is not written compressed"},
    {ExportFormat::csv, "csv", "csv needs the name of a folder", ""},
    {ExportFormat::parquet, "parquet", "parquet needs the name of a folder",
     "files of Parquet are compressed anyway"},
    {ExportFormat::otf2, "otf2", "otf2 needs the name of a folder",
     "an OTF2 archive is not written compressed"},
    {ExportFormat::starvz, "starvz", "starvz needs the name of a folder",
     "tables of starvz are not written compressed"},
    {ExportFormat::dot, "dot", "", ""},
    {ExportFormat::ti, "ti", "ti needs the name of a folder",
     "SimGrid reads no compressed actions"},
});
constexpr const char* kWords = "chrome|sqlite|csv|parquet|otf2|starvz|dot|ti";

ExportFormat export_format(std::string_view word) {
  for (const Format& format : kFormats) {
    if (format.word == word) return format.format;
  }
  throw CLI::ValidationError("--to", fmt::format("expected {}, found {}", kWords, word));
}

void add_parquet_options(CLI::App& app, ParquetOptions& parquet) {
  app.add_option_function<std::string>(
         "--times",
         [&parquet](const std::string& word) {
           parquet.times = word == "decimal" ? ParquetTimes::decimals : ParquetTimes::doubles;
         },
         "parquet: times as doubles, or as exact decimals, which take half the space")
      ->type_name("double|decimal")
      ->check(CLI::IsMember({"double", "decimal"}))
      ->default_str("double");
  app.add_option_function<std::string>(
         "--partition",
         [&parquet](const std::string& word) {
           if (word == "type") parquet.partition = ParquetPartition::container_type;
           if (word == "node") parquet.partition = ParquetPartition::node;
         },
         "parquet: put objects into a folder for each container type, or for each node, so that "
         "queries read only those they are about")
      ->type_name("none|type|node")
      ->check(CLI::IsMember({"none", "type", "node"}))
      ->default_str("none");
}

void add_options(CLI::App& app, ExportOptions& options) {
  app.set_help_flag("-?,--help", "Print this help message and exit");
  app.set_version_flag("--version", version_text(options.tool));
  app.add_option("TRACE", options.input, "The trace; standard input if there is none, or -");
  app.add_option_function<std::string>(
         "--to", [&options](const std::string& word) { options.format = export_format(word); },
         "chrome: JSON for Perfetto and Chrome's tracing; sqlite: a database, as pj_query --save "
         "writes it; csv: a file for each nature; parquet: the same as Parquet, for DuckDB, Spark "
         "and pandas; otf2: an archive for Vampir and Scalasca; starvz: the tables of StarVZ, of a "
         "StarPU trace; dot: the types as a Graphviz graph; ti: actions without times, for "
         "SimGrid's smpirun -replay")
      ->type_name(kWords)
      ->required();
  app.add_option("-o,--output", options.output,
                 "File to write, or folder for csv, parquet, otf2, starvz and ti (default: "
                 "standard output)")
      ->type_name("FILE");
  app.add_option_function<std::string>(
         "--compress",
         [&options](const std::string& word) {
           const auto how = compression(word);
           if (!how) {
             throw CLI::ValidationError("--compress", "expected none|gzip|zstd, found " + word);
           }
           options.compression = *how;
         },
         "Compress the text; files of csv get the suffix")
      ->type_name("none|gzip|zstd")
      ->default_str("none");
  add_parquet_options(app, options.parquet);
  app.add_option("--run-folder", options.run_folder,
                 "starvz: the folder with tasks.rec, data.rec, papi.rec and dag.dot, which StarPU "
                 "writes along with the trace (default: that of the trace)")
      ->type_name("FOLDER");
  app.add_option("--group-rows", options.parquet.group_rows)->check(CLI::PositiveNumber)->group("");
  app.add_option("--chunk-bytes", options.read.chunk_bytes)
      ->group("")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 30));
  app.add_flag("-u,--user-defined,!--no-user-defined", options.read.keep_user_fields,
               "Write user-defined fields: as arguments of chrome's events, attributes of otf2's, "
               "columns of sqlite, csv and parquet (default: they are written)");
  app.add_option(
         "--size-field", options.size_field,
         "The field of links that holds their bytes; becomes the column size of sqlite, csv "
         "and parquet (default: Size, MessageSize or Length, the first that links have)")
      ->type_name("NAME");
  app.add_option("--host-speed", options.host_speed,
                 "ti: operations a second of a host, by which times of computing become operations")
      ->type_name("NUMBER")
      ->check(number_from(1e-3, 1e30))
      ->capture_default_str();
  app.add_option("--collective-bytes", options.collective_bytes,
                 "ti: bytes of each rank in a collective operation that has no field Size")
      ->type_name("BYTES")
      ->check(number_from(0, 1e15))
      ->capture_default_str();
  app.add_option("--element-bytes", options.element_bytes,
                 "ti: the field Size of collective operations counts elements of as many bytes, as "
                 "it does in SimGrid's traces (default: what sends show)")
      ->type_name("BYTES")
      ->check(number_from(1, 1e15));
  add_unit_option(app, options.unit,
                  "chrome and ti: their times are microseconds and seconds; those of other formats "
                  "stay as they are");
  add_old_names_option(app, options.read.old_field_names);
  add_incomplete_links_option(app, options.read.ignore_incomplete_links);
  add_lenient_option(app, options.lenient);
  add_quiet_option(app, options.quiet,
                   "Show no progress, and do not report what was not carried over");
  add_selection_options(app, options.read.selection);
  add_sort_option(app, options.read.sort);
  add_fix_clocks_option(app, options.read.fix_clocks);
  add_resource_options(app, options.read.threads);
}

// What would be ignored silently.
void refuse_other_formats(const CLI::App& app, ExportFormat format) {
  struct Owned {
    const char* option;
    ExportFormat format;
    const char* name;
  };
  constexpr std::array kOwned{
      Owned{"--times", ExportFormat::parquet, "parquet"},
      Owned{"--partition", ExportFormat::parquet, "parquet"},
      Owned{"--run-folder", ExportFormat::starvz, "starvz"},
      Owned{"--host-speed", ExportFormat::ti, "ti"},
      Owned{"--collective-bytes", ExportFormat::ti, "ti"},
      Owned{"--element-bytes", ExportFormat::ti, "ti"},
  };
  for (const Owned& owned : kOwned) {
    if (owned.format == format || app.get_option(owned.option)->count() == 0) continue;
    throw CLI::ValidationError(owned.option, fmt::format("belongs to --to {}", owned.name));
  }
  for (const char* option : {"--start", "--end", "--types"}) {
    if (format != ExportFormat::dot || app.get_option(option)->count() == 0) continue;
    throw CLI::ValidationError(option, "selects objects, and --to dot draws types");
  }
  const bool has_unit = format == ExportFormat::chrome || format == ExportFormat::ti;
  if (!has_unit && app.get_option("--unit")->count() > 0) {
    throw CLI::ValidationError("--unit", "belongs to --to chrome and --to ti; others keep times");
  }
}

void check_options(const CLI::App& app, const ExportOptions& options) {
  refuse_other_formats(app, options.format);
  const auto* const format =
      std::find_if(kFormats.begin(), kFormats.end(),
                   [&](const Format& each) { return each.format == options.format; });
  if (options.output == "-" && !format->needs_name.empty()) {
    throw CLI::ValidationError("-o", std::string(format->needs_name));
  }
  if (options.compression != Compression::none && !format->stays_plain.empty()) {
    throw CLI::ValidationError("--compress", std::string(format->stays_plain));
  }
}

}  // namespace

ParquetOptions parquet_options(const ExportOptions& options) {
  ParquetOptions parquet = options.parquet;
  parquet.has_user_fields = options.read.keep_user_fields;
  parquet.size_field = options.size_field;
  parquet.threads = options.read.threads;
  return parquet;
}

std::optional<int> parse_export_options(int argc, char** argv, ExportOptions& options) {
  CLI::App app("Writes a Pajé trace in a format that other tools read.", std::string(options.tool));
  add_options(app, options);
  app.footer(
      "Exit status: 0 done; 1 the trace is bad; 2 system error or wrong usage.\n\nExample: "
      "pj_export --to chrome trace.paje -o trace.json, then open trace.json in Perfetto");
  return parse_options(app, argc, argv, [&] { check_options(app, options); });
}

}  // namespace paje::tools
