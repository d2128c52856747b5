#include "scaling/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <stdexcept>

#include "common/cli.hpp"
#include "common/option_number.hpp"
#include "common/tool.hpp"

namespace paje::tools {

namespace {

struct Words {
  std::vector<std::string> runs;
  std::vector<std::string> families;
  std::vector<std::string> prices, billing, extra_machines;  // each for a family or for all
  std::string knee = "2%";
};

void add_run_options(CLI::App& app, ScalingOptions& options, Words& words) {
  app.add_option("RUN", words.runs, "Traces of runs, or tables of runs with columns cores and time")
      ->type_name("");
  auto& group = *app.add_option_group("Runs");
  group
      .add_option("--family", words.families,
                  "Runs of one kind, compared among themselves; may be given again")
      ->type_name("NAME=RUN...")
      ->expected(1, -1)
      ->take_all();
  group
      .add_option("--cores-from", options.list.reading.cores_from,
                  "Cores are the containers of this type (default: containers with states)")
      ->type_name("TYPE");
  group
      .add_option("--machines-from", options.list.reading.machines_from,
                  "Machines are the containers of this type, which may come and go (default: "
                  "the containers around those with states)")
      ->type_name("TYPE");
  group
      .add_option("--cores-per-machine", options.list.cores_per_machine,
                  "Cores of one machine: count as many machines as the cores need")
      ->type_name("N")
      ->check(CLI::Range(1U, 1'000'000U));
  group.add_flag("--no-replay", options.list.no_replay,
                 "Leave out the efficiencies of serialisation and transfer, which need a replay of "
                 "each run; without them, the tool is hardly slower than reading");
  add_run_meaning_options(group, options.list.reading);
}

void add_question_options(CLI::App& app, ScalingOptions& options, Words& words) {
  auto& group = *app.add_option_group("Questions");
  auto* const price =
      group
          .add_option("--price", words.prices,
                      "Price of a machine or core: 0.376/h/machine; for one family only, as in the "
                      "options below: IaaS=0.376/h/machine; may be given again")
          ->allow_extra_args(false)
          ->type_name("PRICE");
  group
      .add_option("--billing", words.billing,
                  "Time unit that is paid in full once it has begun: 1h, 60s, or exact (default); "
                  "may be given again")
      ->allow_extra_args(false)
      ->type_name("TIME")
      ->needs(price);
  group
      .add_option("--extra-machines", words.extra_machines,
                  "Machines that are paid in addition to those that compute; may be given again")
      ->allow_extra_args(false)
      ->type_name("N")
      ->needs(price);
  group
      .add_option("--knee", words.knee,
                  "More cores are worth it as long as each step makes the run shorter by at least "
                  "this share")
      ->capture_default_str()
      ->type_name("SHARE");
  group
      .add_option("--predict", options.predict, "Cores to predict the time for; may be given again")
      ->check(number_from(1, 1e12))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("N,...");
  group
      .add_option("--fit-to", options.fit_to,
                  "Fit models to runs of at most N cores, and judge them on the others")
      ->check(number_from(1, 1e12))
      ->type_name("N");
  auto* const predicted =
      group
          .add_option("--predicted", options.predicted,
                      "A table of predicted configurations, to be compared with --measured")
          ->type_name("FILE");
  group
      .add_option("--measured", options.measured, "A table of the same configurations as measured")
      ->type_name("FILE")
      ->needs(predicted);
}

void take_families(const Words& words, ScalingOptions& options) {
  if (!words.runs.empty()) options.list.families.push_back({"", words.runs});
  for (const std::string& word : words.families) {
    const std::size_t equals = word.find('=');
    const bool is_named = equals != std::string::npos && equals > 0 && word.find('/') > equals;
    if (is_named) options.list.families.push_back({word.substr(0, equals), {}});
    if (!is_named && (options.list.families.empty() || options.list.families.back().name.empty())) {
      throw CLI::ValidationError("--family", "expected NAME=RUN, found '" + one_line(word) + "'");
    }
    const std::string run = is_named ? word.substr(equals + 1) : word;
    if (!run.empty()) options.list.families.back().runs.push_back(run);
  }
  const bool compares = !options.predicted.empty();
  if (options.list.families.empty() && !compares) {
    throw CLI::RequiredError("RUN");
  }
  if (compares && options.measured.empty()) {
    throw CLI::ValidationError("--predicted", "needs --measured");
  }
  if (compares && !options.list.families.empty()) {
    throw CLI::ValidationError("--predicted", "compares tables: leave out RUN");
  }
}

// What compares tables looks at nothing else.
void refuse_with_tables(const CLI::App& app) {
  for (const char* const name :
       {"--svg", "--knee", "--price", "--predict", "--fit-to", "--no-replay", "--cores-from",
        "--machines-from", "--cores-per-machine"}) {
    if (app.get_option(name)->count() == 0) continue;
    throw CLI::ValidationError(name, "is for runs, but --predicted compares tables");
  }
}

void take_words(const Words& words, ScalingOptions& options) {
  take_families(words, options);
  const auto take = [](const char* name, const std::function<void()>& parse) {
    try {
      parse();
    } catch (const std::invalid_argument& error) {
      throw CLI::ValidationError(name, error.what());
    }
  };
  take("--price", [&] { options.prices = parse_prices(words.prices); });
  take("--billing", [&] { set_billing(words.billing, options.prices); });
  take("--extra-machines", [&] {
    change_prices(words.extra_machines, options.prices,
                  [](RunPrice& price, const std::string& word) {
                    price.price.extra_machines = need_number(word, 0, 1e9);
                    if (price.is_of_core) throw std::invalid_argument("needs a price of a machine");
                  });
  });
  take("--knee", [&] { options.knee = parse_share(words.knee); });
}

}  // namespace

double parse_share(const std::string& text) {
  const bool is_percent = text.ends_with('%');
  const std::string number = is_percent ? text.substr(0, text.size() - 1) : text;
  return is_percent ? need_number(number, 0, 100) / 100 : need_number(number, 0, 1);
}

std::optional<int> parse_scaling_options(int argc, char** argv, ScalingOptions& options) {
  CLI::App app(
      "Compares runs of one program on different numbers of cores: speed-up, efficiency and its "
      "factors, cost, the number of cores beyond which more are not worth it, and predictions for "
      "more cores.",
      "pj_scaling");
  app.set_version_flag("--version", version_text("pj_scaling"));
  options.list.reading.tool = "pj_scaling";
  Words words;
  add_run_options(app, options, words);
  add_question_options(app, options, words);
  add_run_reading_options(app, options.list.reading);
  add_report_options(app, options.format);
  app.add_option("--svg", options.svg, "Draw time and speed-up over cores into this file")
      ->type_name("FILE");
  app.footer(
      "Exit status: 0 done; 1 a trace is bad (it is left out if there are others); 2 wrong usage, "
      "or system error.\n\nExample: pj_scaling --fit-to 4 --predict 64 run.*.trace");
  return parse_options(app, argc, argv, [&] {
    take_words(words, options);
    if (!options.predicted.empty()) refuse_with_tables(app);
  });
}

}  // namespace paje::tools
