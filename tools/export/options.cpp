#include "export/options.hpp"

#include <CLI/CLI.hpp>

#include "common/cli.hpp"
#include "common/resource_options.hpp"
#include "common/selection_options.hpp"
#include "common/time_unit_option.hpp"
#include "common/tool.hpp"

namespace paje::tools {

namespace {

std::optional<ExportFormat> export_format(std::string_view word) {
  if (word == "chrome") return ExportFormat::chrome;
  if (word == "sqlite") return ExportFormat::sqlite;
  if (word == "csv") return ExportFormat::csv;
  if (word == "parquet") return ExportFormat::parquet;
  if (word == "otf2") return ExportFormat::otf2;
  if (word == "starvz") return ExportFormat::starvz;
  if (word == "dot") return ExportFormat::dot;
  if (word == "ti") return ExportFormat::ti;
  return {};
}

void add_options(CLI::App& app, ExportOptions& options) {
  app.set_help_flag("-?,--help", "Print this help message and exit");
  app.set_version_flag("--version", version_text("pj_export"));
  app.add_option("TRACE", options.input, "The trace; standard input if there is none, or -");
  app.add_option_function<std::string>(
         "--to",
         [&options](const std::string& word) {
           const auto format = export_format(word);
           if (!format) {
             throw CLI::ValidationError(
                 "--to", "expected chrome|sqlite|csv|parquet|otf2|starvz|dot|ti, found " + word);
           }
           options.format = *format;
         },
         "chrome: JSON of Chrome's tracing, for Perfetto; sqlite: a database, as pj_query --save "
         "writes; csv: one file for each nature, into the folder that -o names; parquet: the same "
         "as columns, for DuckDB, Spark and pandas; otf2: an archive for Vampir and Scalasca, in "
         "the folder; starvz: the tables of StarVZ for a StarPU trace, as Parquet and CSV; dot: "
         "Graphviz of the types; ti: actions without times in a folder, for smpirun -replay of "
         "SimGrid")
      ->type_name("chrome|sqlite|csv|parquet|otf2|starvz|dot|ti")
      ->required();
  app.add_option("-o,--output", options.output,
                 "File to write, once it is whole, or folder for csv, parquet, otf2, starvz and ti "
                 "(default: "
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
  app.add_option_function<std::string>(
         "--times",
         [&options](const std::string& word) {
           options.parquet.times =
               word == "decimal" ? ParquetTimes::decimals : ParquetTimes::doubles;
         },
         "parquet: times as doubles, or as exact decimals, which take half the space")
      ->type_name("double|decimal")
      ->check(CLI::IsMember({"double", "decimal"}))
      ->default_str("double");
  app.add_option_function<std::string>(
         "--partition",
         [&options](const std::string& word) {
           if (word == "type") options.parquet.partition = ParquetPartition::container_type;
           if (word == "node") options.parquet.partition = ParquetPartition::node;
         },
         "parquet: objects in a folder for each type of container, or each node, so that engines "
         "read those alone that a question is about")
      ->type_name("none|type|node")
      ->check(CLI::IsMember({"none", "type", "node"}))
      ->default_str("none");
  app.add_flag("-u,--user-defined,!--no-user-defined", options.read.keep_user_fields,
               "Write user-defined fields of objects: as arguments of chrome's events, as columns "
               "of sqlite and csv (default: they are written)");
  app.add_option("--size-field", options.size_field,
                 "The field of links that holds their bytes; becomes the column size of sqlite and "
                 "csv (default: Size, MessageSize or Length, the first that links have)")
      ->type_name("NAME");
  app.add_option(
         "--host-speed", options.host_speed,
         "ti: operations that a host does in a second; computing is written as their number")
      ->type_name("NUMBER")
      ->check(CLI::Range(1e-3, 1e30))
      ->capture_default_str();
  app.add_option("--collective-bytes", options.collective_bytes,
                 "ti: what each rank contributes to a collective operation that has no field Size")
      ->type_name("BYTES")
      ->check(CLI::Range(0.0, 1e15))
      ->capture_default_str();
  add_unit_option(app, options.unit,
                  "chrome and ti: their times are microseconds and seconds; those of other formats "
                  "stay as they are");
  app.add_flag("-n,--no-strict", options.read.old_field_names,
               "Accept field names of old versions of the format");
  app.add_flag("-z,--ignore-incomplete-links", options.read.ignore_incomplete_links,
               "Leave out links with a missing half");
  app.add_flag("--lenient", options.lenient,
               "Leave out lines that cannot be used, and count them on standard error");
  app.add_flag("-q,--quiet", options.quiet, "Show no progress");
  add_selection_options(app, options.read.selection);
  add_sort_option(app, options.read.sort);
  add_fix_clocks_option(app, options.read.fix_clocks);
  add_resource_options(app, options.read.threads);
}

void check_options(const ExportOptions& options) {
  const bool to_stdout = options.output == "-";
  if (to_stdout && options.format == ExportFormat::sqlite) {
    throw CLI::ValidationError("-o", "a database needs the name of a file");
  }
  if (to_stdout && options.format == ExportFormat::csv) {
    throw CLI::ValidationError("-o", "csv needs the name of a folder");
  }
  if (to_stdout && options.format == ExportFormat::parquet) {
    throw CLI::ValidationError("-o", "parquet needs the name of a folder");
  }
  if (to_stdout && options.format == ExportFormat::ti) {
    throw CLI::ValidationError("-o", "ti needs the name of a folder");
  }
  if (options.format == ExportFormat::ti && options.compression != Compression::none) {
    throw CLI::ValidationError("--compress", "SimGrid reads no compressed actions");
  }
  if (to_stdout && options.format == ExportFormat::otf2) {
    throw CLI::ValidationError("-o", "otf2 needs the name of a folder");
  }
  if (to_stdout && options.format == ExportFormat::starvz) {
    throw CLI::ValidationError("-o", "starvz needs the name of a folder");
  }
  if (options.format == ExportFormat::starvz && options.compression != Compression::none) {
    throw CLI::ValidationError("--compress", "tables of starvz are not written compressed");
  }
  if (options.format == ExportFormat::otf2 && options.compression != Compression::none) {
    throw CLI::ValidationError("--compress", "an OTF2 archive is not written compressed");
  }
  if (options.format == ExportFormat::parquet && options.compression != Compression::none) {
    throw CLI::ValidationError("--compress", "files of Parquet are compressed anyway");
  }
  if (options.format == ExportFormat::sqlite && options.compression != Compression::none) {
    throw CLI::ValidationError("--compress", "a database is not written compressed");
  }
}

}  // namespace

std::optional<int> parse_export_options(int argc, char** argv, ExportOptions& options) {
  CLI::App app("Writes a Pajé trace in a format that other tools read.", "pj_export");
  add_options(app, options);
  app.footer(
      "Exit status: 0 done; 1 the trace is bad; 2 system error or wrong usage.\n\nExample: "
      "pj_export --to chrome trace.paje -o trace.json, then open trace.json in Perfetto");
  return parse_options(app, argc, argv, [&] { check_options(options); });
}

}  // namespace paje::tools
