// Where the events of a Chrome trace happen: processes and their threads as containers, named by
// what the trace says of them anywhere.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "exchange/imported_trace.hpp"

namespace paje::exchange {

class ChromePlaces {
 public:
  explicit ChromePlaces(ImportedTrace& trace);
  ChromePlaces(const ChromePlaces&) = delete;
  ChromePlaces& operator=(const ChromePlaces&) = delete;

  /// The containers of these ids, made when they are first asked for.
  ContainerIndex process(std::string_view process);
  ContainerIndex thread(std::string_view process, std::string_view thread);
  /// The last name counts. Return whether there was another one.
  bool name_process(std::string_view process, std::string_view name);
  bool name_thread(std::string_view process, std::string_view thread, std::string_view name);
  /// Gives all containers their names, with the id where siblings share one. Last.
  void finish();

  [[nodiscard]] TypeIndex process_type() const { return process_type_; }
  [[nodiscard]] TypeIndex thread_type() const { return thread_type_; }

 private:
  struct Place {
    ContainerIndex container;
    std::string id;
    std::string name;
  };
  using Places = std::unordered_map<std::string, std::size_t>;

  static bool rename(Place& place, std::string_view name);
  std::size_t find(Places& places, std::string key, std::string_view id, TypeIndex type,
                   ContainerIndex parent);
  std::size_t find_process(std::string_view process);
  std::size_t find_thread(std::string_view process, std::string_view thread);

  ImportedTrace& trace_;
  TypeIndex process_type_;
  TypeIndex thread_type_;
  std::vector<Place> all_;
  Places processes_;
  Places threads_;
  // Some answers, by a hash of process and thread.
  struct Answer {
    std::string process;
    std::string thread;
    std::size_t place = SIZE_MAX;
  };
  std::array<Answer, 256> answers_;
  const Answer* last_ = answers_.data();
};

}  // namespace paje::exchange
