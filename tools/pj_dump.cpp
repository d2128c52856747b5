// pj_dump: the table of a trace.
#include <fmt/format.h>

#include <chrono>

#include "common/argp_values.hpp"
#include "common/progress.hpp"
#include "common/read_report.hpp"
#include "common/tool.hpp"
#include "dump/current_values.hpp"
#include "dump/hierarchy_reports.hpp"
#include "dump/options.hpp"
#include "paje/read.hpp"
#include "paje/table.hpp"

namespace {

using namespace paje;
using namespace paje::tools;

// Nothing, if there is no path.
template <class Write>
void write_file(const std::string& path, Write&& write) {
  if (path.empty()) return;
  OutputFile file(path);
  write([&](std::string_view text) { file.write(text); });
  file.commit();
}

class Dump {
 public:
  explicit Dump(DumpOptions options)
      : options_(std::move(options)),
        input_(Input::from_path(options_.input)),
        report_("pj_dump"),
        progress_(!options_.quiet, options_.output.empty() || options_.output == "-"),
        output_(options_.output) {
    options_.read.on_progress = progress_.callback();
    report_.attach(options_.read, options_.lenient);
  }

  void run() {
    if (prints_while_reading()) {
      stream();
    } else if (prints_table()) {
      print_table();
    } else {
      print_other();
    }
    output_.commit();
    report_.print();
  }

 private:
  [[nodiscard]] bool prints_table() const {
    return !options_.quiet && !options_.current_values_of && !options_.container_tree &&
           !options_.type_graph;
  }
  [[nodiscard]] bool prints_while_reading() const { return options_.out_of_core && prints_table(); }
  [[nodiscard]] TextSink sink() {
    return [this](std::string_view text) { output_.write(text); };
  }

  void stream() {
    const auto begin = std::chrono::steady_clock::now();
    const Trace trace = stream_table(input_, options_.read, options_.table, sink());
    progress_.finish();
    print_time(begin);
    write_hierarchies(trace);
  }

  void print_table() {
    const auto begin = std::chrono::steady_clock::now();
    const ReplayedTable table(input_, options_.read);
    print_time(begin);
    write_hierarchies(table.trace());
    table.write(options_.table, sink());
  }

  // Or nothing.
  void print_other() {
    const auto begin = std::chrono::steady_clock::now();
    const Trace trace = options_.current_values_of ? read_trace(input_, options_.read)
                                                   : check_trace(input_, options_.read);
    print_time(begin);
    write_hierarchies(trace);
    if (options_.current_values_of) {
      write_current_values(trace, *options_.current_values_of, options_.table, sink());
    } else if (options_.container_tree) {
      output_.write(container_tree(trace));
    } else if (options_.type_graph) {
      output_.write(type_graph(trace, TypeNodes::by_name));
    }
  }

  void print_time(std::chrono::steady_clock::time_point begin) {
    if (!options_.print_time) return;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    output_.write(fmt::format("{:f}\n", elapsed.count()));
  }

  void write_hierarchies(const Trace& trace) const {
    const Quotes quotes = options_.table.quotes;
    write_file(options_.type_hierarchy,
               [&](const TextSink& sink) { sink(type_hierarchy(trace, quotes)); });
    write_file(options_.entity_hierarchy,
               [&](const TextSink& sink) { write_entity_hierarchy(trace, quotes, sink); });
  }

  DumpOptions options_;
  Input input_;
  ReadReport report_;
  Progress progress_;
  OutputFile output_;
};

}  // namespace

int main(int argc, char** argv) {
  const auto work = [&] {
    DumpOptions options = parse_dump_options(argc, argv);
    add_input_trace(options.input, options.read);
    Dump(std::move(options)).run();
    return static_cast<int>(ExitCode::done);
  };
  return run_tool_with_status("pj_dump", work, kWrongUsage);
}
