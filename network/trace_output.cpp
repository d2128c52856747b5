#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "network/new_file.hpp"
#include "network/output.hpp"
#include "paje/writer.hpp"

namespace paje::network {

namespace {

using Container = TraceWriter::Container;

struct Link {
  int32_t from = 0;
  int32_t to = 0;
  int64_t bytes = 0;
  double start = 0;
  double end = 0;
};

enum class What : uint8_t { push, pop, start_link, end_link };
struct Event {
  double time = 0;
  What what = What::push;
  std::size_t number = 0;  // of the entry or the link
};

class Writing {
 public:
  Writing(const std::vector<Entry>& entries, const std::vector<Link>& links, const Places& places,
          TraceWriter& writer)
      : entries_(entries), links_(links), writer_(writer) {
    const auto machine = writer.container_type("Machine");
    const auto process = writer.container_type("Process", machine);
    state_ = writer.state_type("Experiment", process);
    link_ = writer.link_type("Message", TraceWriter::kRootType, process, process);
    pair_fields_ = fields({"Experiment", "Repetition", "Root", "First", "Second", "Size"});
    collective_fields_ = fields({"Experiment", "Repetition", "Root", "Size"});
    halo_fields_ = fields({"Experiment", "Repetition", "ProcessesPerNode", "Messages", "Size"});
    size_field_ = fields({"Size"});
    for (const std::string& name : places.machines) {
      machines_.push_back(writer.create_container(0, machine, name));
    }
    for (std::size_t rank = 0; rank < places.machine.size(); ++rank) {
      processes_.push_back(
          writer.create_container(0, process, "rank " + std::to_string(rank),
                                  machines_[static_cast<std::size_t>(places.machine[rank])]));
    }
  }

  void write(const std::vector<Event>& events) {
    for (const Event& event : events) write(event);
    const double end = events.empty() ? 0 : events.back().time;
    for (const Container machine : machines_) writer_.destroy_container(end, machine);
  }

 private:
  TraceWriter::Fields fields(const std::vector<const char*>& names) {
    std::vector<UserField> all;
    for (const char* const name : names) all.push_back({name, FieldType::int_number});
    return writer_.user_fields(std::move(all));
  }

  void write(const Event& event) {
    if (event.what == What::push || event.what == What::pop) {
      const Entry& entry = entries_[event.number];
      const Container process = of(entry.rank);
      event.what == What::push ? push(event.time, process, entry)
                               : writer_.pop_state(event.time, process, state_);
      return;
    }
    const Link& link = links_[event.number];
    const std::string key = std::to_string(event.number);
    if (event.what == What::start_link) {
      writer_.start_link(event.time, TraceWriter::kRootContainer, link_, of(link.from), key,
                         "message", {size_field_, {link.bytes}});
    } else {
      writer_.end_link(event.time, TraceWriter::kRootContainer, link_, of(link.to), key, "message",
                       {size_field_, {link.bytes}});
    }
  }

  void push(double time, Container process, const Entry& entry) {
    const char* const name = name_of(entry.kind);
    const auto number = [](int32_t value) { return UserValue(int64_t{value}); };
    const UserValue experiment = number(entry.experiment), repetition = number(entry.repetition);
    const UserValue bytes = entry.bytes, root = number(entry.root);
    switch (entry.kind) {
      case Kind::round_trip:
      case Kind::one_to_two:
        writer_.push_state(
            time, process, state_, name,
            {pair_fields_,
             {experiment, repetition, root, number(entry.first), number(entry.second), bytes}});
        return;
      case Kind::scatter:
      case Kind::gather:
        writer_.push_state(time, process, state_, name,
                           {collective_fields_, {experiment, repetition, root, bytes}});
        return;
      case Kind::halo:
        writer_.push_state(
            time, process, state_, name,
            {halo_fields_,
             {experiment, repetition, number(entry.per_node), number(entry.messages), bytes}});
    }
  }

  [[nodiscard]] Container of(int32_t rank) const {
    return processes_[static_cast<std::size_t>(rank)];
  }

  const std::vector<Entry>& entries_;
  const std::vector<Link>& links_;
  TraceWriter& writer_;
  TraceWriter::Type state_, link_;
  TraceWriter::Fields pair_fields_, collective_fields_, halo_fields_, size_field_;
  std::vector<Container> machines_, processes_;
};

// The entries of one repetition.
using Group = std::vector<const Entry*>;
std::map<std::pair<int32_t, int32_t>, Group> repetitions(const std::vector<Entry>& entries) {
  std::map<std::pair<int32_t, int32_t>, Group> groups;
  for (const Entry& entry : entries) {
    groups[{entry.experiment, entry.repetition}].push_back(&entry);
  }
  return groups;
}

// Processes say when they had the message; the root says when it had an answer.
void add_pair_links(const Entry& root, const Entry& other, std::vector<Link>& links) {
  const bool is_last = root.second < 0 || root.second == other.rank;
  links.push_back({root.rank, other.rank, root.bytes, root.start, other.middle});
  links.push_back({other.rank, root.rank, 0, other.middle, is_last ? root.end : root.middle});
}

void add_halo_links(const Group& group, const Entry& from, std::vector<Link>& links) {
  for (int32_t i = 0; i < from.messages; ++i) {
    const int32_t to = i % 2 == 0 ? from.first : from.second;
    const auto other =
        std::find_if(group.begin(), group.end(), [&](const Entry* one) { return one->rank == to; });
    if (other == group.end()) continue;
    links.push_back({from.rank, to, from.bytes, from.start, (*other)->end});
  }
}

std::vector<Link> links_of(const std::vector<Entry>& entries) {
  std::vector<Link> links;
  for (const auto& [key, group] : repetitions(entries)) {
    const auto found = std::find_if(group.begin(), group.end(),
                                    [](const Entry* one) { return one->rank == one->root; });
    for (const Entry* const one : group) {
      if (one->kind == Kind::halo) {
        add_halo_links(group, *one, links);
        continue;
      }
      if (found == group.end() || one == *found) continue;
      const Entry& root = **found;
      if (one->kind == Kind::scatter) {
        links.push_back({root.rank, one->rank, one->bytes, root.start, one->end});
      } else if (one->kind == Kind::gather) {
        links.push_back({one->rank, root.rank, one->bytes, one->start, root.end});
      } else {
        add_pair_links(root, *one, links);
      }
    }
  }
  // Where clocks differ by more than a message takes, it ends when it starts.
  for (Link& link : links) link.end = std::max(link.start, link.end);
  return links;
}

std::vector<Event> events_of(const std::vector<Entry>& entries, const std::vector<Link>& links) {
  std::vector<Event> events;
  events.reserve(2 * (entries.size() + links.size()));
  for (std::size_t i = 0; i < entries.size(); ++i) {
    events.push_back({entries[i].start, What::push, i});
    events.push_back({entries[i].end, What::pop, i});
  }
  for (std::size_t i = 0; i < links.size(); ++i) {
    events.push_back({links[i].start, What::start_link, i});
    events.push_back({links[i].end, What::end_link, i});
  }
  // What happens at one time stays in the order of its process.
  std::stable_sort(events.begin(), events.end(),
                   [](const Event& a, const Event& b) { return a.time < b.time; });
  return events;
}

}  // namespace

void write_trace(std::vector<Entry> entries, const Places& places, const std::string& path) {
  double first = std::numeric_limits<double>::infinity();
  for (const Entry& entry : entries) first = std::min(first, entry.start);
  for (Entry& entry : entries) {
    entry.start -= first;
    entry.middle -= first;
    entry.end -= first;
  }
  const std::vector<Link> links = links_of(entries);
  NewFile file(path);
  TraceWriter writer([&](std::string_view bytes) { file.write(bytes); });
  Writing(entries, links, places, writer).write(events_of(entries, links));
  writer.close();
  file.commit();
}

}  // namespace paje::network
