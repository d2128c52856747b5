// Small random traces that are right and use everything the format has: for tests that compare
// readers.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "generate/line_writer.hpp"
#include "generate/options.hpp"

namespace paje::tools {

class VariedTrace {
 public:
  VariedTrace(const GenerateOptions& options, LineWriter& out);
  void write();

 private:
  struct Field {
    std::string name, type;
  };
  struct Definition {
    std::string event;
    int64_t id;
    std::vector<Field> fields;
  };
  struct NamedType {
    std::string identifier;
    std::size_t parent;  // in container_types_
    std::size_t start = 0, end = 0;
    std::vector<std::string> values;
  };
  struct NamedContainer {
    std::string identifier;
    std::size_t type, parent;
    bool alive = true;
    double latest = 0;
  };
  struct OpenLink {
    std::size_t type, container;
    bool is_start;
    std::string value, key;
  };
  using Words = std::map<std::string, std::string>;
  using Place = std::pair<std::size_t, std::string>;

  uint64_t below(uint64_t bound) { return random_.bits({++drawn_}) % bound; }
  bool one_in(uint64_t n) { return below(n) == 0; }
  template <class T>
  const T& one_of(const std::vector<T>& from) {
    return from[below(from.size())];
  }

  void define_events();
  void define(const std::string& event, std::vector<Field> fields);
  void write_event(const std::string& event, Words words);
  std::string new_name(const std::string& stem);
  std::string quoted(const std::string& word);
  Words named(const std::string& stem, std::string* identifier);
  void name_by_alias(const std::string& event, const std::string& stem, Words& words,
                     std::string* identifier);
  void make_types();
  void make_type(const std::string& event, std::vector<NamedType>& types);
  void make_container(std::size_t type, std::size_t parent);
  void make_more_containers();
  void destroy_container();
  void happen();
  void change_state();
  void change_variable();
  void punctual_event();
  void half_link();
  void finish_links();
  std::optional<std::size_t> container_of(std::size_t type, bool alive = true);
  std::string time_for(const Place& place, std::size_t container);
  void make_value(NamedType& type);
  std::string value_of(NamedType& type);

  const GenerateOptions& options_;
  LineWriter& out_;
  KeyedRandom random_;
  uint64_t drawn_ = 0;
  uint64_t names_ = 0;
  double now_ = 0;
  std::vector<Definition> definitions_;
  std::vector<NamedType> container_types_, states_, variables_, events_, links_;
  std::vector<NamedContainer> containers_;
  std::map<Place, double> last_;
  std::map<Place, int> depth_;
  std::map<Place, bool> has_value_;
  std::vector<OpenLink> open_links_;
};

}  // namespace paje::tools
