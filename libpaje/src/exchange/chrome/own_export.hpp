// A Chrome trace that pj_export wrote, back as the trace that it was written of.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "exchange/chrome/arguments.hpp"
#include "exchange/chrome/event.hpp"
#include "exchange/chrome/facts.hpp"
#include "exchange/imported_trace.hpp"
#include "exchange/importer.hpp"
#include "formats/text/open_states.hpp"

namespace paje::exchange {

class ChromeReturn {
 public:
  ChromeReturn(const ImportSource& source, ChromeFacts facts, ImportedTrace& trace);

  /// Takes an event, which begins at byte `offset`. Phases that pj_export does not write are
  /// counted as lost. Throws TraceError for one that does not fit what the file says of the trace.
  void add(const ChromeEvent& event, uint64_t offset);
  void finish();

 private:
  struct States {
    ChromeFacts::List list;
    OpenStates open;  // what the last one is in, and itself
  };
  struct Flow {
    ImportedLink link;
    double start = 0;
  };

  void add_state(const ChromeEvent& event);
  void add_variable(const ChromeEvent& event);
  void add_instant(const ChromeEvent& event);
  void add_start(const ChromeEvent& event);
  void add_end(const ChromeEvent& event);
  void close_to(States& states, std::size_t depth);
  void touch(ContainerIndex container, double time);
  void create_containers();
  void destroy_containers();
  void reach_end();
  [[nodiscard]] double time(std::string_view microseconds) const;
  [[nodiscard]] double end_of(const ChromeEvent& event) const;
  [[nodiscard]] TypeIndex type(const ChromeEvent& event, ContainerIndex container,
                               ImportedKind kind) const;
  [[nodiscard]] WordIndex value(const ChromeEvent& event, TypeIndex type) const;
  template <class Found>
  Found need(const std::optional<Found>& found, std::string_view what, std::string_view word) const;

  const ImportSource& source_;
  ChromeFacts facts_;
  ImportedTrace& trace_;
  Losses& losses_;
  ExportedArguments arguments_;                        // of the current event
  uint64_t offset_ = 0;                                // where it begins
  std::map<std::string, States, std::less<>> states_;  // by thread
  std::unordered_map<std::string, Flow> flows_;        // that began, by id
  std::map<std::pair<ContainerIndex, TypeIndex>, double>
      arrivals_;  // of the last link of each list
  // When something happens in each container, or below it: times of a trace may go back between
  // containers, so it may be before its creation.
  std::vector<double> first_;
  std::vector<double> last_;
};

}  // namespace paje::exchange
