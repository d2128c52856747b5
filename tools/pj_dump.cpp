// pj_dump: the table of a trace.
#include <fmt/format.h>

#include <chrono>

#include "common/argp_values.hpp"
#include "common/tool.hpp"
#include "common/trace_reading.hpp"
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
  explicit Dump(DumpOptions options) : options_(std::move(options)), output_(options_.output) {
    options_.table.while_reading = options_.out_of_core;
    options_.table.on_read = [this](const Trace& trace) { end_reading(trace); };
  }

  void run() {
    const bool to_terminal = options_.output.empty() || options_.output == "-";
    const TraceReading how{"pj_dump", options_.lenient, options_.quiet, to_terminal};
    read_by(how, options_.input, options_.read,
            [this](const Input& input, const ReadOptions& read) {
              begin_ = std::chrono::steady_clock::now();
              Trace trace = prints_table() ? write_table(input, read, options_.table, sink())
                                           : print_other(input, read);
              output_.commit();
              return trace;
            });
  }

 private:
  [[nodiscard]] bool prints_table() const {
    return !options_.quiet && !options_.current_values_of && !options_.container_tree &&
           !options_.type_graph;
  }
  [[nodiscard]] TextSink sink() {
    return [this](std::string_view text) { output_.write(text); };
  }

  // Or nothing.
  Trace print_other(const Input& input, ReadOptions read) {
    // All times decide which intervals there are.
    const Selection window = read.selection;
    read.selection.start = -kInfinity;
    read.selection.end = kInfinity;
    Trace trace = options_.current_values_of ? read_trace(input, read) : check_trace(input, read);
    end_reading(trace);
    if (options_.current_values_of) {
      write_current_values(trace, *options_.current_values_of, options_.table, window, sink());
    } else if (options_.container_tree) {
      output_.write(container_tree(trace));
    } else if (options_.type_graph) {
      output_.write(type_graph(trace, TypeNodes::by_name));
    }
    return trace;
  }

  void end_reading(const Trace& trace) {
    print_time();
    write_hierarchies(trace);
  }

  void print_time() {
    if (!options_.print_time) return;
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin_;
    output_.write(fmt::format("{:f}\n", taken.count()));
  }

  void write_hierarchies(const Trace& trace) const {
    const Quotes quotes = options_.table.quotes;
    write_file(options_.type_hierarchy,
               [&](const TextSink& sink) { sink(type_hierarchy(trace, quotes)); });
    write_file(options_.entity_hierarchy,
               [&](const TextSink& sink) { write_entity_hierarchy(trace, quotes, sink); });
  }

  DumpOptions options_;
  OutputFile output_;
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace

int main(int argc, char** argv) {
  const auto work = [&] {
    DumpOptions options = parse_dump_options(argc, argv);
    add_input_file(options.input);
    Dump(std::move(options)).run();
    return static_cast<int>(ExitCode::done);
  };
  return run_tool_with_status("pj_dump", work, kWrongUsage);
}
