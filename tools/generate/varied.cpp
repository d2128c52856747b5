#include "generate/varied.hpp"

#include <algorithm>

namespace paje::tools {

namespace {

// Fields that the reference needs, by event; user-defined ones are added at random.
const std::vector<std::pair<std::string, std::vector<std::string>>> kEvents = {
    {"PajeDefineContainerType", {"Name", "Type"}},
    {"PajeDefineStateType", {"Name", "Type"}},
    {"PajeDefineVariableType", {"Name", "Type"}},
    {"PajeDefineEventType", {"Name", "Type"}},
    {"PajeDefineLinkType", {"Name", "Type", "StartContainerType", "EndContainerType"}},
    {"PajeDefineEntityValue", {"Name", "Type"}},
    {"PajeCreateContainer", {"Time", "Name", "Type", "Container"}},
    {"PajeDestroyContainer", {"Time", "Name", "Type"}},
    {"PajeSetState", {"Time", "Type", "Container", "Value"}},
    {"PajePushState", {"Time", "Type", "Container", "Value"}},
    {"PajePopState", {"Time", "Type", "Container"}},
    {"PajeResetState", {"Time", "Type", "Container"}},
    {"PajeSetVariable", {"Time", "Type", "Container", "Value"}},
    {"PajeAddVariable", {"Time", "Type", "Container", "Value"}},
    {"PajeSubVariable", {"Time", "Type", "Container", "Value"}},
    {"PajeNewEvent", {"Time", "Type", "Container", "Value"}},
    {"PajeStartLink", {"Time", "Type", "Container", "StartContainer", "Value", "Key"}},
    {"PajeEndLink", {"Time", "Type", "Container", "EndContainer", "Value", "Key"}}};

bool is_colored(const std::string& event) { return event == "PajeDefineEntityValue"; }
bool is_named(const std::string& event) {
  return event.starts_with("PajeDefine") || event == "PajeCreateContainer";
}

}  // namespace

VariedTrace::VariedTrace(const GenerateOptions& options, LineWriter& out)
    : options_(options), out_(out), random_(options.seed ^ 0x7A91ED) {}

void VariedTrace::write() {
  out_.line("# a small trace of everything, seed " + std::to_string(options_.seed));
  define_events();
  make_types();
  containers_.push_back({"0", 0, 0, true, 0});
  for (int i = 0; i < 6; ++i) make_more_containers();
  for (uint64_t i = 0; i < options_.events; ++i) happen();
  finish_links();
  // The reference shows of what begins at the very end of a trace only the first object.
  now_ += 10;
  make_container(1, 0);
  out_.flush();
}

void VariedTrace::define_events() {
  for (const auto& [event, names] : kEvents) {
    // Some events have two definitions: with and without an alias, with other fields.
    for (uint64_t variant = 0; variant < 1 + below(2); ++variant) {
      std::vector<Field> fields;
      for (const std::string& name : names) {
        const bool is_number = event.ends_with("Variable") && name == "Value";
        fields.push_back({name, name == "Time" ? "date" : is_number ? "double" : "string"});
      }
      if (is_named(event) && (variant == 1 || one_in(2))) fields.push_back({"Alias", "string"});
      if (is_colored(event) && one_in(2)) fields.push_back({"Color", "color"});
      for (uint64_t extra = below(3); extra > 0; --extra) {
        fields.push_back({"Extra" + std::to_string(extra), one_in(2) ? "int" : "string"});
      }
      for (std::size_t i = fields.size(); i > 1; --i) std::swap(fields[i - 1], fields[below(i)]);
      define(event, std::move(fields));
    }
  }
}

void VariedTrace::define(const std::string& event, std::vector<Field> fields) {
  const auto id = static_cast<int64_t>(definitions_.size() * 7 + below(7));
  out_.line(fmt::format("%EventDef {} {}", event, id));
  for (const Field& field : fields) out_.line(fmt::format("%\t{}  {}", field.name, field.type));
  out_.line("%EndEventDef");
  definitions_.push_back({event, id, std::move(fields)});
}

void VariedTrace::write_event(const std::string& event, Words words) {
  std::vector<const Definition*> usable;
  for (const Definition& definition : definitions_) {
    const auto wants = [&](const char* name) {
      return std::any_of(definition.fields.begin(), definition.fields.end(),
                         [&](const Field& field) { return field.name == name; });
    };
    // What has an alias must be written with it, and what has none without.
    if (definition.event == event && wants("Alias") == words.contains("Alias")) {
      usable.push_back(&definition);
    }
  }
  const Definition& definition = *usable[below(usable.size())];
  std::string line = one_in(9) ? "  " : "";
  line += std::to_string(definition.id);
  for (const Field& field : definition.fields) {
    line += one_in(7) ? "\t" : " ";
    if (field.name.starts_with("Extra")) {
      line += field.type == "int" ? std::to_string(below(5000))
                                  : quoted("extra" + std::to_string(below(9)));
    } else if (field.name == "Color") {
      line += "\"0.25 0.5 " + std::to_string(below(2)) + "\"";
    } else {
      line += words[field.name];
    }
  }
  if (one_in(12)) line += "  ";
  out_.event("{}", line);
  if (one_in(20)) out_.line(one_in(2) ? "" : "# a comment");
}

std::string VariedTrace::quoted(const std::string& word) {
  const bool needed = word.find(' ') != std::string::npos;
  return needed || one_in(3) ? '"' + word + '"' : word;
}

std::string VariedTrace::new_name(const std::string& stem) {
  return stem + (one_in(4) ? " " : "_") + std::to_string(++names_);
}

VariedTrace::Words VariedTrace::named(const std::string& stem, std::string* identifier) {
  Words words;
  const std::string name = new_name(stem);
  words["Name"] = quoted(name);
  *identifier = name;
  return words;
}

// Gives what the event defines an alias, if there is a definition with one; by chance if there is
// one without it too.
void VariedTrace::name_by_alias(const std::string& event, const std::string& stem, Words& words,
                                std::string* identifier) {
  const auto is_defined = [&](bool with_alias) {
    return std::any_of(definitions_.begin(), definitions_.end(), [&](const Definition& definition) {
      const bool has_alias = std::any_of(definition.fields.begin(), definition.fields.end(),
                                         [](const Field& field) { return field.name == "Alias"; });
      return definition.event == event && has_alias == with_alias;
    });
  };
  if (!is_defined(true) || (is_defined(false) && !one_in(2))) return;
  *identifier = stem + std::to_string(++names_);
  words["Alias"] = quoted(*identifier);
}

void VariedTrace::make_types() {
  container_types_.push_back({"0", 0, 0, 0, {}});
  for (uint64_t i = 0; i < 2 + below(3); ++i)
    make_type("PajeDefineContainerType", container_types_);
  for (uint64_t i = 0; i < 2 + below(2); ++i) make_type("PajeDefineStateType", states_);
  for (uint64_t i = 0; i < 1 + below(2); ++i) make_type("PajeDefineVariableType", variables_);
  for (uint64_t i = 0; i < 1 + below(2); ++i) make_type("PajeDefineEventType", events_);
  for (uint64_t i = 0; i < 1 + below(3); ++i) make_type("PajeDefineLinkType", links_);
}

void VariedTrace::make_type(const std::string& event, std::vector<NamedType>& types) {
  NamedType type;
  type.parent = below(container_types_.size());
  type.start = below(container_types_.size());
  type.end = below(container_types_.size());
  Words words = named("type", &type.identifier);
  name_by_alias(event, "t", words, &type.identifier);
  words["Type"] = quoted(container_types_[type.parent].identifier);
  words["StartContainerType"] = quoted(container_types_[type.start].identifier);
  words["EndContainerType"] = quoted(container_types_[type.end].identifier);
  write_event(event, words);
  types.push_back(std::move(type));
}

void VariedTrace::make_container(std::size_t type, std::size_t parent) {
  NamedContainer container{"", type, parent, true, now_};
  Words words = named("container", &container.identifier);
  name_by_alias("PajeCreateContainer", "c", words, &container.identifier);
  words["Time"] = out_.time(now_);
  words["Type"] = quoted(container_types_[type].identifier);
  words["Container"] = quoted(containers_[parent].identifier);
  write_event("PajeCreateContainer", words);
  containers_.push_back(std::move(container));
}

void VariedTrace::make_more_containers() {
  const std::size_t type = 1 + below(container_types_.size() - 1);
  const auto parent = container_of(container_types_[type].parent);
  if (parent) make_container(type, *parent);
}

std::optional<std::size_t> VariedTrace::container_of(std::size_t type, bool alive) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < containers_.size(); ++i) {
    if (containers_[i].type == type && (containers_[i].alive || !alive)) found.push_back(i);
  }
  if (found.empty()) return std::nullopt;
  return one_of(found);
}

std::string VariedTrace::time_for(const Place& place, std::size_t container) {
  // Not sorted over the whole trace, but within each container and type.
  double time = std::max(last_[place], one_in(3) ? now_ - 0.5 : now_);
  if (time < 0) time = 0;
  last_[place] = time;
  containers_[container].latest = std::max(containers_[container].latest, time);
  return out_.time(time);
}

// Half of the values are defined, the others come into being at their first use. What is drawn for
// a definition is drawn apart: what happens in a run does not depend on it.
void VariedTrace::make_value(NamedType& type) {
  constexpr uint64_t kApart = uint64_t{1} << 40U;
  std::string identifier;
  Words words = named("value", &identifier);
  const uint64_t drawn = std::exchange(drawn_, drawn_ + kApart);
  if (one_in(2)) {
    name_by_alias("PajeDefineEntityValue", "v", words, &identifier);
    words["Type"] = quoted(type.identifier);
    write_event("PajeDefineEntityValue", words);
  }
  drawn_ = drawn;
  type.values.push_back(identifier);
}

std::string VariedTrace::value_of(NamedType& type) {
  if (type.values.empty() || one_in(8)) make_value(type);
  return quoted(one_of(type.values));
}

void VariedTrace::happen() {
  if (!one_in(3)) now_ += 0.125 * static_cast<double>(below(9));
  switch (below(12)) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
      return change_state();
    case 5:
    case 6:
      return change_variable();
    case 7:
      return punctual_event();
    case 8:
    case 9:
    case 10:
      return half_link();
    default:
      return one_in(3) ? destroy_container() : make_more_containers();
  }
}

void VariedTrace::change_state() {
  NamedType& type = states_[below(states_.size())];
  const auto container = container_of(type.parent);
  if (!container) return;
  const Place place{*container, type.identifier};
  int& depth = depth_[place];
  Words words{{"Type", quoted(type.identifier)},
              {"Container", quoted(containers_[*container].identifier)},
              {"Time", time_for(place, *container)}};
  const uint64_t choice = below(10);
  if (choice < 4) {
    words["Value"] = value_of(type);
    ++depth;
    return write_event("PajePushState", words);
  }
  if (choice < 7 && depth > 0) {
    --depth;
    return write_event("PajePopState", words);
  }
  if (choice < 9) {
    words["Value"] = value_of(type);
    depth = 1;
    return write_event("PajeSetState", words);
  }
  depth = 0;
  write_event("PajeResetState", words);
}

void VariedTrace::change_variable() {
  NamedType& type = variables_[below(variables_.size())];
  const auto container = container_of(type.parent);
  if (!container) return;
  const Place place{*container, type.identifier};
  // Multiples of a quarter, so that a reader with single precision has them exactly too.
  Words words{{"Type", quoted(type.identifier)},
              {"Container", quoted(containers_[*container].identifier)},
              {"Value", fmt::format("{}", 0.25 * static_cast<double>(below(4000)))},
              {"Time", time_for(place, *container)}};
  if (has_value_[place] && !one_in(3)) {
    return write_event(one_in(2) ? "PajeAddVariable" : "PajeSubVariable", words);
  }
  has_value_[place] = true;
  write_event("PajeSetVariable", words);
}

void VariedTrace::punctual_event() {
  NamedType& type = events_[below(events_.size())];
  const auto container = container_of(type.parent);
  if (!container) return;
  const Place place{*container, type.identifier};
  write_event("PajeNewEvent", {{"Type", quoted(type.identifier)},
                               {"Container", quoted(containers_[*container].identifier)},
                               {"Value", value_of(type)},
                               {"Time", time_for(place, *container)}});
}

void VariedTrace::half_link() {
  OpenLink link;
  const bool finish = !open_links_.empty() && one_in(2);
  if (finish) {
    const std::size_t at = below(open_links_.size());
    link = open_links_[at];
    if (!containers_[link.container].alive) return;
    open_links_.erase(open_links_.begin() + static_cast<std::ptrdiff_t>(at));
    link.is_start = !link.is_start;
  } else {
    link.type = below(links_.size());
    const auto container = container_of(links_[link.type].parent);
    if (!container) return;
    link.container = *container;
    link.is_start = !one_in(4);
    link.value = value_of(links_[link.type]);
    link.key = fmt::format("k{}", ++names_);
  }
  const NamedType& type = links_[link.type];
  const auto end = container_of(link.is_start ? type.start : type.end, false);
  if (!end) {
    if (finish)
      open_links_.push_back({link.type, link.container, !link.is_start, link.value, link.key});
    return;
  }
  const Place place{link.container, "link " + type.identifier};
  write_event(
      link.is_start ? "PajeStartLink" : "PajeEndLink",
      {{"Type", quoted(type.identifier)},
       {"Container", quoted(containers_[link.container].identifier)},
       {link.is_start ? "StartContainer" : "EndContainer", quoted(containers_[*end].identifier)},
       {"Value", link.value},
       {"Key", link.key},
       {"Time", time_for(place, link.container)}});
  if (!finish) open_links_.push_back(link);
}

// What is left open is left out by a reader that ignores incomplete links.
void VariedTrace::finish_links() {
  for (int i = 0; i < 200 && !open_links_.empty(); ++i) half_link();
}

void VariedTrace::destroy_container() {
  const std::size_t chosen = below(containers_.size());
  if (chosen == 0) return;
  NamedContainer& container = containers_[chosen];
  const bool again = !container.alive;
  const double time = std::max(container.latest, now_);
  write_event("PajeDestroyContainer",
              {{"Time", out_.time(time)},
               {"Type", quoted(container_types_[container.type].identifier)},
               {"Name", quoted(container.identifier)}});
  if (again) return;
  container.alive = false;
  container.latest = time;
  // Those below die with it; events for them are still written now and then, and ignored.
  for (std::size_t i = 1; i < containers_.size(); ++i) {
    NamedContainer& below_it = containers_[i];
    if (!containers_[below_it.parent].alive && below_it.alive && below_it.parent != i) {
      below_it.alive = false;
      below_it.latest = std::max(below_it.latest, time);
    }
  }
}

}  // namespace paje::tools
