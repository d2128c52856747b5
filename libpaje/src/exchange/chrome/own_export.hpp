// A Chrome trace that pj_export wrote, back as the trace that it was written of.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "exchange/chrome/facts.hpp"
#include "exchange/chrome/own_events.hpp"
#include "exchange/chrome/pieces.hpp"
#include "exchange/imported_trace.hpp"
#include "exchange/importer.hpp"
#include "formats/text/open_states.hpp"

namespace paje::exchange {

class ChromeReturn {
 public:
  ChromeReturn(const ImportSource& source, ChromeFacts facts, ImportedTrace& trace);

  /// For the events of one piece, see read_chrome_events(); must not outlive this object.
  [[nodiscard]] std::unique_ptr<ChromeEvents> new_events();
  void finish();

 private:
  class Events;
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  struct Flow {
    ImportedLink link;
    double start = 0;
  };
  struct FlowEnd {
    ContainerIndex container = kRoot;
    double time = 0;
    uint64_t offset = 0;
    std::string missing;  // as OwnEvent has both
    std::string word;
  };
  struct HashOfText {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };

  void add(const OwnEvent& event, OwnEvents& of_piece);
  void add_state(const OwnEvent& event, FieldsIndex fields);
  void add_start(const OwnEvent& event, FieldsIndex fields);
  void add_end(const OwnEvent& event);
  void add_link(const Flow& flow, const FlowEnd& end);
  [[noreturn]] void refuse(const UnfitChromeEvent& bad) const;
  void close_to(uint32_t track, std::size_t depth);
  void touch(ContainerIndex container, double time);
  void create_containers();
  void destroy_containers();
  void reach_end();

  const ImportSource& source_;
  ChromeFacts facts_;
  ImportedTrace& trace_;
  Losses& losses_;
  std::vector<OpenStates> open_;  // of each track of states, what its last one is in, and itself
  template <class Of>
  using ById = std::unordered_map<std::string, Of, HashOfText, std::equal_to<>>;
  ById<Flow> flows_;          // that began
  ById<FlowEnd> early_ends_;  // of those that begin later in a file that something else sorted
  std::map<std::pair<ContainerIndex, TypeIndex>, double>
      arrivals_;  // of the last link of each track
  // When something happens in each container, or below it: times of a trace may go back between
  // containers, so it may be before its creation.
  std::vector<double> first_;
  std::vector<double> last_;
};

}  // namespace paje::exchange
