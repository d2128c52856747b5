// pj_generate: traces of any size from a seed. It writes text by itself and does not use the
// library, so that a mistake there cannot hide here; only archives are what the library makes of
// that text.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <map>

#include "binary/produced_archive.hpp"
#include "common/cli.hpp"
#include "common/option_number.hpp"
#include "common/resource_options.hpp"
#include "common/tool.hpp"
#include "generate/differences.hpp"
#include "generate/line_writer.hpp"
#include "generate/options.hpp"
#include "generate/spmd.hpp"
#include "generate/varied.hpp"

namespace {

using namespace paje::tools;

const std::map<std::string, Fault>& faults_by_name() {
  static const std::map<std::string, Fault> faults = {
      {"unknown-container", Fault::unknown_container},
      {"unknown-type", Fault::unknown_type},
      {"unknown-id", Fault::unknown_id},
      {"missing-field", Fault::missing_field},
      {"extra-field", Fault::extra_field},
      {"bad-time", Fault::bad_time},
      {"unordered-time", Fault::unordered_time},
      {"pop-on-empty-stack", Fault::pop_on_empty_stack},
      {"half-link", Fault::half_link},
      {"unterminated-quote", Fault::unterminated_quote},
      {"duplicate-container", Fault::duplicate_container},
      {"trailing-blanks", Fault::trailing_blanks},
      {"carriage-return", Fault::carriage_return}};
  return faults;
}

const std::map<std::string, Loop>& loops_by_name() {
  static const std::map<std::string, Loop> loops = {{"single", Loop::single},
                                                    {"nested", Loop::nested},
                                                    {"varying", Loop::varying},
                                                    {"none", Loop::none}};
  return loops;
}

void add_shape_options(CLI::App& app, GenerateOptions& options) {
  app.add_option("-o,--output", options.output,
                 "File to write; NAME.pja is an archive (default: standard output)")
      ->type_name("FILE");
  app.add_option("--shape", options.shape,
                 "What is made. spmd: a parallel program; varied: a small trace of everything")
      ->check(CLI::IsMember({"spmd", "varied"}))
      ->capture_default_str();
  app.add_option("--seed", options.seed, "Same seed, same trace")
      ->check(not_negative())
      ->capture_default_str();
  app.add_option("--ranks", options.ranks, "Processes of the program")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  app.add_option("--parts", options.parts,
                 "As a set of files: that many parts with the states of neighbouring ranks, and "
                 "root.paje; -o is a folder to make")
      ->type_name("N")
      ->check(CLI::Range(1, 1000000));
  app.add_option("--iterations", options.iterations, "Turns of its loop")
      ->check(not_negative())
      ->capture_default_str();
  app.add_option_function<std::string>(
         "--loop", [&options](const std::string& name) { options.loop = loops_by_name().at(name); },
         "What the program repeats. single: each turn is the same; nested: a turn has some equal "
         "rounds; varying: it has more or fewer rounds; none: rounds differ")
      ->check(CLI::IsMember({"single", "nested", "varying", "none"}))
      ->default_str("single");
  app.add_option("--size", options.size, "As many turns as make a trace of that size, e.g. 130MB")
      ->transform(CLI::AsSizeValue(true))
      ->transform(not_negative());
  add_memory_option(app);
  app.add_option("--events", options.events, "Events of a varied trace")
      ->check(not_negative())
      ->capture_default_str();
  app.add_option("--depth", options.depth, "Imbrication levels of states")
      ->check(CLI::Range(0, 100000))
      ->capture_default_str();
  app.add_option("--start-time", options.start_time, "When the run begins, in seconds")
      ->check(number_from(-1e15, 1e15))
      ->capture_default_str();
  app.add_option("--digits", options.digits, "Digits of a time after the point")
      ->check(CLI::Range(0, 17))
      ->capture_default_str();
  app.add_flag("--links,!--no-links", options.links, "With or without messages");
  app.add_flag("--variables,!--no-variables", options.variables, "With or without variables");
  app.add_flag("--events-of-ranks,!--no-events", options.punctual_events,
               "With or without punctual events");
  app.add_flag("--user-fields,!--no-user-fields", options.user_fields,
               "With or without user-defined fields");
  app.add_flag("--churn", options.churn, "With containers that come and go");
}

void add_difference_options(CLI::App& app, GenerateOptions& options) {
  auto& group = *app.add_option_group("Planted differences", "all else stays the same");
  group.add_option("--slow-rank", options.slow_rank, "This rank computes longer")
      ->check(not_negative());
  group
      .add_option("--slow-iteration", options.slow_iteration,
                  "This turn is slow alone: of --slow-rank, or of all ranks")
      ->check(not_negative());
  group.add_option("--slow-factor", options.slow_factor, "How many times as long")
      ->check(number_from(0, 1e6))
      ->capture_default_str();
  group.add_option("--late-rank", options.late_rank, "This rank begins its first turn later")
      ->check(not_negative());
  group.add_option("--late-by", options.late_by, "How much later, in seconds")
      ->check(number_from(0, 1e9))
      ->capture_default_str();
  group.add_option("--extra-iteration", options.extra_iteration, "This turn is made twice")
      ->check(not_negative());
  group.add_option("--drop-message", options.dropped_message, "This message leaves no link")
      ->check(not_negative());
  group
      .add_option_function<std::string>(
          "--rename-state",
          [&options](const std::string& change) {
            const auto equals = change.find('=');
            if (equals == std::string::npos) {
              throw CLI::ValidationError("--rename-state", "expected OLD=NEW, found " + change);
            }
            options.renamed_state = change.substr(0, equals);
            options.new_state_name = change.substr(equals + 1);
          },
          "OLD=NEW: a state goes by another name")
      ->type_name("OLD=NEW");
  group
      .add_option("--change-fraction", options.changed_fraction,
                  "This part of the states has another value")
      ->check(number_from(0, 1));
}

void add_fault_options(CLI::App& app, GenerateOptions& options) {
  auto& group = *app.add_option_group("Faults", "as sloppy writers make them");
  std::string names = "all";
  for (const auto& [name, fault] : faults_by_name()) names += ", " + name;
  group
      .add_option_function<std::vector<std::string>>(
          "--sloppy",
          [&options](const std::vector<std::string>& wanted) {
            for (const std::string& name : wanted) {
              for (const auto& [fault_name, fault] : faults_by_name()) {
                if (name == fault_name || name == "all") options.faults.push_back(fault);
              }
              if (name != "all" && !faults_by_name().contains(name)) {
                throw CLI::ValidationError("--sloppy", "unknown fault " + name);
              }
            }
          },
          "Faults to put in: " + names)
      ->delimiter(',');
  group.add_option("--sloppy-rate", options.fault_rate, "This part of the events gets one")
      ->check(number_from(0, 1))
      ->capture_default_str();
}

void generate_set(const GenerateOptions& options) {
  PartLines parts(options.output, options.parts);
  OutputFile root(parts.root());
  LineWriter writer(options, [&](std::string_view text) { root.write(text); });
  SpmdProgram(options, writer, &parts).write();
  root.commit();
  parts.commit();
}

void check_parts(const GenerateOptions& options) {
  if (options.parts == 0) return;
  const auto refuse = [](const char* why) { throw CLI::ValidationError("--parts", why); };
  if (options.shape != "spmd") refuse("is for --shape spmd only");
  if (options.output.empty() || options.output == "-") refuse("needs -o, a folder to make");
  if (options.output.ends_with(".pja")) refuse("makes a folder of text, not an archive");
  if (options.parts > options.ranks) refuse("is at most --ranks");
  if (!options.faults.empty()) refuse("excludes --sloppy");
  if (options.churn) refuse("excludes --churn");
}

void generate(const GenerateOptions& options) {
  check_differences(options);
  if (options.parts != 0) return generate_set(options);
  const auto write = [&](const LineWriter::Sink& sink) {
    LineWriter writer(options, sink);
    if (options.shape == "spmd") {
      SpmdProgram(options, writer).write();
    } else {
      VariedTrace(options, writer).write();
    }
  };
  if (options.output.ends_with(".pja")) {
    return save_produced_archive("pj_generate", options.output, options.output, 0, write);
  }
  OutputFile output(options.output);
  write([&](std::string_view text) { output.write(text); });
  output.commit();
}

int run(int argc, char** argv) {
  CLI::App app("Makes Pajé traces for tests and benchmarks.", "pj_generate");
  app.set_version_flag("--version", version_text("pj_generate"));
  app.footer(
      "Exit status: 0 done; 2 a difference cannot be planted, system error, or wrong "
      "usage.\n\n"
      "Examples:\n"
      "  pj_generate --ranks 64 --size 130MB -o big.paje\n"
      "  pj_generate --ranks 65536 --parts 65536 --iterations 2 -o set");
  GenerateOptions options;
  add_shape_options(app, options);
  add_difference_options(app, options);
  add_fault_options(app, options);
  if (const auto status = parse_options(app, argc, argv, [&] { check_parts(options); }))
    return *status;
  generate(options);
  return static_cast<int>(ExitCode::done);
}

}  // namespace

int main(int argc, char** argv) {
  return run_tool_with_status("pj_generate", [&] { return run(argc, argv); });
}
