#include "ti/actions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "paje/critical_path.hpp"
#include "paje/user_columns.hpp"
#include "ti/begun_operations.hpp"
#include "ti/call_sizes.hpp"
#include "ti/collective_actions.hpp"
#include "ti/scans.hpp"

namespace paje::tools {

namespace {

using Message = DependencyGraph::Message;

// The messages by the piece at one of their ends.
using ByPiece = std::unordered_map<uint32_t, std::vector<uint32_t>>;

// MPI_Ssend, MPI_Issend and MPI_Ssend_init, whatever is before MPI.
bool is_synchronous(std::string_view name) {
  return name.find("_Ssend") != std::string_view::npos ||
         name.find("_Issend") != std::string_view::npos ||
         name.find("_ssend") != std::string_view::npos ||
         name.find("_issend") != std::string_view::npos;
}

constexpr double kMostBytes = 9e18;  // SimGrid counts in 64 bits

class ActionMaker {
 public:
  ActionMaker(const DependencyGraph& graph, const ActionOptions& options)
      : graph_(graph),
        options_(options),
        sizes_(graph.trace(), TypeKind::link, options.size_field),
        call_sizes_(graph, options.element_bytes),
        collective_actions_(graph, call_sizes_, options.collective_bytes),
        begun_(graph, call_sizes_, options.collective_bytes),
        are_scans_of_all_(tools::are_scans_of_all(graph)),
        pending_sends_(graph.tracks().size()) {
    for (const auto& value : graph.values()) scan_words_.push_back(scan_word(value.name));
    number_messages();
    learn_elements();
    for (const auto& rendezvous : graph.rendezvous()) {
      waits_for_receiver_.insert(rendezvous.piece);
      if (sizes_.size() == nullptr || graph.kind(rendezvous.piece) != CallKind::blocking_send) {
        continue;
      }
      const double size = bytes(rendezvous.message);
      double& least = least_waiting_.try_emplace(graph.value(rendezvous.piece), size).first->second;
      least = std::min(least, size);
    }
  }

  Actions run() {
    auto membership = graph_.memberships().begin();
    for (uint32_t i = 0; i < graph_.tracks().size(); ++i) {
      track_ = i;
      text_.clear();
      lost_posts_ = 0;
      const auto& track = graph_.tracks()[i];
      line("init");
      const double late = graph_.start(track.first) - graph_.start();
      if (late > graph_.resolution()) line("sleep {}", late / options_.units_per_second);
      for (uint32_t piece = track.first; piece < track.last; ++piece) {
        while (membership != graph_.memberships().end() && membership->piece < piece) ++membership;
        const bool is_member =
            membership != graph_.memberships().end() && membership->piece == piece;
        add(piece, is_member ? &graph_.collectives()[membership->collective] : nullptr);
      }
      text_ += begun_.waits();
      line("finalize");
      actions_.ranks.push_back(std::move(text_));
    }
    begun_.add_losses(actions_.losses);
    lose("links that no call sends or receives", graph_.counts().links - graph_.messages().size());
    lose("sends without a message", graph_.counts().sends_without_message);
    lose("receives without a message", graph_.counts().receives_without_message);
    const ReplayCheck check = check_replay(graph_);
    lose("calls of collective operations that some containers leave before others come",
         check.left_before_last_came);
    assumed_ += check.violation;
    double all = 0;
    for (const auto& track : graph_.tracks()) {
      all += graph_.start(track.last) - graph_.start(track.first);
    }
    if (all > 0) actions_.assumed = assumed_ / all;
    return std::move(actions_);
  }

 private:
  template <class... Words>
  void line(fmt::format_string<Words...> form, Words&&... words) {
    fmt::format_to(std::back_inserter(text_), "{} ", track_);
    fmt::format_to(std::back_inserter(text_), form, std::forward<Words>(words)...);
    text_ += '\n';
  }
  void lose(const std::string& what, uint64_t count) {
    if (count > 0) actions_.losses[what] += count;
  }

  void assume(uint32_t piece, const std::string& what, bool is_counted = true) {
    lose(what, 1);
    if (is_counted) assumed_ += graph_.length(piece);
  }

  // Those from one track to another have tags in the order in which they were sent.
  void number_messages() {
    const auto messages = graph_.messages();
    const auto links = graph_.trace().links();
    std::vector<uint32_t> order(messages.size());
    for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      return messages[a].source < messages[b].source;
    });
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> counts;
    ends_.resize(messages.size());
    for (const uint32_t i : order) {
      const Message& message = messages[i];
      End& end = ends_[i];
      end.source = graph_.track_of(links.start_container[message.link]);
      end.target = graph_.track_of(links.end_container[message.link]);
      end.tag = counts[{end.source, end.target}]++;
      sent_[message.source].push_back(i);
      posted_[message.posting].push_back(i);
      if (message.posting != message.target) received_[message.target].push_back(i);
    }
    if (sizes_.size() == nullptr) lose("messages without a size (they have 0 bytes)", order.size());
    if (sizes_.size() == nullptr) return;
    uint64_t none = 0, wrong = 0;
    for (const uint32_t i : order) {
      const std::optional<double> size = size_of(i);
      none += !size;
      wrong += size && !is_size(*size);
    }
    lose("messages without a size (they have 0 bytes)", none);
    lose("messages whose size is no number of bytes (they have 0)", wrong);
  }

  void learn_elements() {
    std::vector<CallSizes::Send> sends;
    for (const auto& [piece, messages] : sent_) {
      if (messages.size() != 1 || graph_.kind(piece) == CallKind::wait) continue;
      sends.push_back({piece, bytes(messages.front())});
    }
    call_sizes_.learn_from(sends);
  }

  // What the trace does not say of the size of a call.
  void assume_size(uint32_t piece, bool is_said, bool is_counted) {
    if (!is_said) return assume(piece, "calls of collective operations without a size", is_counted);
    if (call_sizes_.assumption().empty()) return;
    assume(piece, call_sizes_.assumption(), is_counted && call_sizes_.is_guess());
  }

  static bool is_size(double bytes) { return bytes >= 0 && bytes <= kMostBytes; }
  [[nodiscard]] std::optional<double> size_of(uint32_t i) const {
    const UserColumn* const size = sizes_.size();
    const uint64_t place = size->place(graph_.messages()[i].link);
    if (place == UserColumn::kNoPlace) return std::nullopt;
    return size->number(place);
  }
  [[nodiscard]] double bytes(uint32_t i) const {
    if (sizes_.size() == nullptr) return 0;
    const double size = size_of(i).value_or(0);
    return is_size(size) ? size : 0;
  }
  [[nodiscard]] double seconds(uint32_t piece) const {
    const double length = options_.starts == nullptr
                              ? graph_.length(piece)
                              : (*options_.starts)[piece + 1] - (*options_.starts)[piece];
    return std::max(0.0, length) / options_.units_per_second;
  }
  void compute(double seconds) {
    if (seconds > 0) line("compute {}", seconds * options_.operations_per_second);
  }

  void add(uint32_t piece, const DependencyGraph::Collective* collective) {
    if (collective != nullptr) return add_collective(piece, *collective);
    const CallKind kind = graph_.kind(piece);
    const bool is_call =
        graph_.values()[graph_.value(piece)].meaning.value_class == ValueClass::communication;
    if (!is_call && !sent_.contains(piece) && !posted_.contains(piece)) {
      return compute(seconds(piece));
    }
    const std::string_view scan = scan_words_[graph_.value(piece)];
    if (is_call && kind == CallKind::local && !scan.empty()) return add_scan(piece, scan);
    if (is_call && BegunOperations::is_begin(kind) && !call_sizes_.is_mark(piece)) {
      begun_.add_call(piece);
    }
    before_messages_ = 0;
    add_sends(piece, kind);
    add_posts(piece);
    const bool completes_sends = kind == CallKind::wait && !pending_sends_[track_].empty();
    if (kind == CallKind::wait) {
      for (const uint32_t i : pending_sends_[track_]) wait(i);
      pending_sends_[track_].clear();
      text_ += begun_.waits();
    }
    const auto received = received_.find(piece);
    if (received != received_.end()) {
      for (const uint32_t i : received->second) wait(i);
    }
    const bool has_nothing = received == received_.end() && !posted_.contains(piece);
    if (kind == CallKind::receive && has_nothing) assumed_ += graph_.length(piece);
    if (has_nothing && !completes_sends) count_lost_posts(piece, kind);
    // Calls that wait for nobody take the time of the processor.
    const bool waits = received != received_.end() || waits_here_ || kind == CallKind::wait ||
                       may_wait_for_receiver(piece) || kind == CallKind::receive;
    if (waits) return;
    const double length = std::max(0.0, seconds(piece) - before_messages_);
    const bool is_alone = is_call && !sent_.contains(piece) && !posted_.contains(piece);
    if (is_alone && length > 0) {
      assume(piece, "calls whose partners the trace does not show, as computing");
    }
    compute(length);
  }

  // A receive that no message has is left out, and so are the waits that it made.
  void count_lost_posts(uint32_t piece, CallKind kind) {
    if (kind == CallKind::post) {
      lose("posted receives without a message", 1);
      ++lost_posts_;
    }
    if (kind == CallKind::wait && lost_posts_ > 0) {
      assume(piece, "waits for posted receives without a message");
    }
  }

  void add_scan(uint32_t piece, std::string_view word) {
    if (!are_scans_of_all_) {
      assume(piece, "scans that not all containers make in one order, as computing");
      return compute(seconds(piece));
    }
    const std::optional<double> size = call_sizes_.of(piece);
    assume_size(piece, size.has_value(), false);
    line("{} {} {} 6", word, size.value_or(options_.collective_bytes),
         call_sizes_.operations(piece));
  }

  // Of a send that waited, the link may end later, as its receiver looked for it later.
  [[nodiscard]] bool may_wait_for_receiver(uint32_t piece) const {
    if (waits_for_receiver_.contains(piece)) return true;
    const auto least = least_waiting_.find(graph_.value(piece));
    const auto sends = sent_.find(piece);
    return least != least_waiting_.end() && sends != sent_.end() && sends->second.size() == 1 &&
           bytes(sends->second.front()) >= least->second;
  }

  // What a call takes before its message is sent is the sender's time, as in the graph's replay.
  void compute_before(uint32_t piece, uint32_t message) {
    const double length = graph_.length(piece);
    const double sent = graph_.sent(graph_.messages()[message]) - graph_.start(piece);
    if (!(length > 0) || sent <= graph_.resolution() || sent > length) return;
    const double before = seconds(piece) * (sent / length);
    compute(before - before_messages_);
    before_messages_ = std::max(before_messages_, before);
  }

  void add_sends(uint32_t piece, CallKind kind) {
    const auto found = sent_.find(piece);
    if (found == sent_.end()) return;
    const bool is_blocking = kind == CallKind::blocking_send && found->second.size() == 1;
    if (is_synchronous(graph_.values()[graph_.value(piece)].name)) {
      lose("synchronous sends, as sends (SimGrid's replay has none)", found->second.size());
    }
    for (const uint32_t i : found->second) {
      compute_before(piece, i);
      line("{} {} {} {} 6", is_blocking ? "send" : "isend", ends_[i].target, ends_[i].tag,
           bytes(i));
      if (!is_blocking) pending_sends_[track_].push_back(i);
    }
  }

  // A receive that this call completes, too, is a receive or a post with its wait.
  void add_posts(uint32_t piece) {
    waits_here_ = false;
    const auto found = posted_.find(piece);
    if (found == posted_.end()) return;
    std::vector<uint32_t> completed;
    for (const uint32_t i : found->second) {
      if (graph_.messages()[i].target == piece) completed.push_back(i);
    }
    waits_here_ = !completed.empty();
    const bool is_receive = found->second.size() == 1 && completed.size() == 1;
    for (const uint32_t i : found->second) {
      line("{} {} {} {} 6", is_receive ? "recv" : "irecv", ends_[i].source, ends_[i].tag, bytes(i));
    }
    if (is_receive) return;
    for (const uint32_t i : completed) wait(i);
  }

  void wait(uint32_t i) { line("wait {} {} {}", ends_[i].source, ends_[i].target, ends_[i].tag); }

  // What is no call: others wait for its root, or actions do not have it.
  void add_dependency(uint32_t piece, const DependencyGraph::Collective& collective) {
    if (BegunOperations::has_messages(collective)) {
      const bool is_root = piece == graph_.members()[collective.root];
      if (is_root) assume_size(piece, call_sizes_.of(piece).has_value(), false);
      text_ += begun_.messages(piece, collective);
      return;
    }
    if (collective.root != DependencyGraph::kNone) return add_as_messages(piece, collective, 0);
    if (graph_.kind(piece) == CallKind::wait) {
      assume(piece, "waits for collective operations that a call began");
    }
    add(piece, nullptr);
  }

  void add_collective(uint32_t piece, const DependencyGraph::Collective& collective) {
    const auto members = graph_.members(collective);
    if (members.size() == 1) return compute(seconds(piece));
    if (!is_collective(collective.kind)) return add_dependency(piece, collective);
    const std::string word =
        collective_word(graph_.values()[graph_.value(piece)].name, collective.kind);
    const auto size = call_sizes_.of(piece);
    const bool is_part = members.size() != graph_.tracks().size();
    if (word != "barrier") assume_size(piece, size.has_value(), !is_part);
    if (is_part) {
      assume(piece, "calls of collective operations in a part of the containers, as messages");
      const double bytes = size.value_or(options_.collective_bytes);
      return add_as_messages(piece, collective, word == "barrier" ? 0 : bytes);
    }
    line("{}", collective_actions_.action(piece, collective, word));
  }

  // Actions have no communicators: messages go to and from the root, or the first member. Those of
  // one member to another come in the order of calls, so all have one tag, which no message of the
  // trace has.
  void add_as_messages(uint32_t piece, const DependencyGraph::Collective& collective, double size) {
    constexpr uint32_t kTag = 1U << 29;
    const auto members = graph_.members(collective);
    const bool is_rooted = collective.root != DependencyGraph::kNone;
    const uint32_t root = is_rooted ? graph_.members()[collective.root] : members.front();
    const bool comes = !is_rooted || collective.kind == CallKind::all_to_one;
    const bool goes = !is_rooted || collective.kind != CallKind::all_to_one;
    const auto pass = [&](std::string_view word, uint32_t other) {
      line("{} {} {} {} 6", word, graph_.track_of_piece(other), kTag, size);
    };
    if (piece != root) {
      if (comes) pass("send", root);
      if (goes) pass("recv", root);
      return;
    }
    for (const uint32_t member : members) {
      if (comes && member != root) pass("recv", member);
    }
    for (const uint32_t member : members) {
      if (goes && member != root) pass("send", member);
    }
  }

  struct End {
    uint32_t source = 0;
    uint32_t target = 0;
    uint32_t tag = 0;
  };

  const DependencyGraph& graph_;
  const ActionOptions& options_;
  UserColumns sizes_;
  CallSizes call_sizes_;
  CollectiveActions collective_actions_;
  BegunOperations begun_;
  bool are_scans_of_all_;
  std::vector<std::string_view> scan_words_;  // by value; empty for other calls
  std::vector<End> ends_;                     // by message
  ByPiece sent_, posted_, received_;
  std::unordered_set<uint32_t> waits_for_receiver_;
  // By the value of blocking sends: the size from which some waited for their receivers.
  std::unordered_map<uint32_t, double> least_waiting_;
  std::vector<std::vector<uint32_t>> pending_sends_;  // by track
  Actions actions_;
  std::string text_;
  uint32_t track_ = 0;
  bool waits_here_ = false;
  double before_messages_ = 0;  // seconds of this piece until its last message was sent
  uint32_t lost_posts_ = 0;     // of this track
  double assumed_ = 0;          // of the time of all tracks
};

}  // namespace

Actions make_actions(const DependencyGraph& graph, const ActionOptions& options) {
  return ActionMaker(graph, options).run();
}

}  // namespace paje::tools
