// Begins and ends of a Chrome trace, which come in any order, paired into slices: those of threads
// (B, E, X), and those of asynchronous operations (b, e), which get containers of their own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "exchange/chrome/places.hpp"
#include "exchange/imported_trace.hpp"
#include "exchange/slices.hpp"

namespace paje::exchange {

/// A begin, an end, or both at once.
struct ChromeMark {
  enum class Kind : uint8_t { begin, end, whole };

  double time = 0;
  double end = 0;  ///< of a whole slice
  WordIndex name = 0;
  Kind kind = Kind::begin;
  bool is_named = false;  ///< an end that names what it ends
  FieldsIndex fields = 0;
};

class ThreadSpans {
 public:
  void add(ContainerIndex thread, const ChromeMark& mark);
  /// `name` is that of the state type.
  void finish(ImportedTrace& trace, Losses& losses, const char* name);

 private:
  std::vector<std::vector<ChromeMark>> by_thread_;
};

/// Operations of one category, scope and id nest in one another; those that run at one time in one
/// process come to be in different containers, as few as will do.
class AsyncSpans {
 public:
  void add(ContainerIndex process, std::string_view category, std::string_view id,
           const ChromeMark& mark);
  void finish(ImportedTrace& trace, Losses& losses, TypeIndex process_type);

 private:
  struct Operation {
    ContainerIndex process;
    std::string category;
    std::vector<ChromeMark> marks;
  };
  std::vector<Operation> operations_;
  std::unordered_map<std::string, std::size_t> by_id_;
};

}  // namespace paje::exchange
