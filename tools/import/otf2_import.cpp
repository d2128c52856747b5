// The events of an OTF2 archive, as its library hands them over in order of time: regions, messages
// and metrics.
#include <fmt/format.h>
#include <otf2/otf2.h>

#include <cmath>
#include <cstdarg>
#include <filesystem>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "binary/failure.hpp"
#include "import/chrome_spans.hpp"
#include "import/importer.hpp"
#include "import/otf2_definitions.hpp"
#include "import/otf2_messages.hpp"

namespace paje::tools {

namespace {

constexpr uint64_t kTellEvery = uint64_t{1} << 16U;

// What the library says of its trouble; it comes before the code that its functions return.
OTF2_ErrorCode keep_error(void* data, const char*, uint64_t, const char*, OTF2_ErrorCode code,
                          const char* format, va_list arguments) {
  auto& kept = *static_cast<std::string*>(data);
  char text[512] = "";
  std::vsnprintf(text, sizeof text, format, arguments);
  if (kept.empty()) kept = text;
  return code;
}

template <auto Delete>
struct Deleter {
  void operator()(auto* made) const { Delete(made); }
};
using Reader = std::unique_ptr<OTF2_Reader, Deleter<OTF2_Reader_Close>>;
using DefCallbacks =
    std::unique_ptr<OTF2_GlobalDefReaderCallbacks, Deleter<OTF2_GlobalDefReaderCallbacks_Delete>>;
using EvtCallbacks =
    std::unique_ptr<OTF2_GlobalEvtReaderCallbacks, Deleter<OTF2_GlobalEvtReaderCallbacks_Delete>>;

// Which messages of the library belong to this archive.
class ErrorText {
 public:
  ErrorText() : before_(OTF2_Error_RegisterCallback(keep_error, &text_)) {}
  ErrorText(const ErrorText&) = delete;
  ErrorText& operator=(const ErrorText&) = delete;
  ~ErrorText() { OTF2_Error_RegisterCallback(before_, nullptr); }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
  OTF2_ErrorCallback before_;
};

// The file that stands for the archive, if a folder was named.
std::string anchor_of(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(path, ignored)) return path;
  std::string found;
  for (const auto& entry : std::filesystem::directory_iterator(path)) {
    if (entry.path().extension() != ".otf2") continue;
    if (!found.empty()) {
      throw BadTrace(
          fmt::format("{}: error: several archives: found '{}' and '{}', expected one "
                      "file NAME.otf2",
                      path, found, entry.path().string()));
    }
    found = entry.path().string();
  }
  if (found.empty()) {
    throw BadTrace(
        fmt::format("{}: error: no OTF2 archive: found a folder, expected a file "
                    "NAME.otf2 in it",
                    path));
  }
  return found;
}

class Otf2Import {
 public:
  Otf2Import(const ImportSource& source, ImportedTrace& trace)
      : source_(source),
        trace_(trace),
        path_(anchor_of(source.path)),
        process_type_(trace.add_type({ImportedKind::container, kRoot, "Process"})),
        thread_type_(trace.add_type({ImportedKind::container, process_type_, "Thread"})),
        messages_(trace, thread_type_) {
    trace.set_has_messages();
  }

  void run() {
    reader_.reset(OTF2_Reader_Open(path_.c_str()));
    if (reader_ == nullptr) fail(OTF2_ERROR_INVALID);
    check(OTF2_Reader_SetSerialCollectiveCallbacks(reader_.get()));
    read_definitions();
    add_containers();
    read_events();
    spans_.finish(trace_, source_.losses, "Function");
    messages_.finish(source_.losses);
    trace_.create_all_containers();
  }

 private:
  static Otf2Import& of(void* data) { return *static_cast<Otf2Import*>(data); }

  [[noreturn]] void fail(OTF2_ErrorCode code) const {
    const std::string& text = errors_.text();
    throw BadTrace(
        fmt::format("{}: error: unreadable OTF2 archive: found '{}', expected a whole "
                    "archive",
                    path_, text.empty() ? OTF2_Error_GetDescription(code) : text));
  }

  void check(OTF2_ErrorCode code) const {
    if (code != OTF2_SUCCESS) fail(code);
  }

  void read_definitions() {
    OTF2_GlobalDefReader* const definitions = OTF2_Reader_GetGlobalDefReader(reader_.get());
    if (definitions == nullptr) fail(OTF2_ERROR_INVALID);
    const DefCallbacks callbacks(Otf2Definitions::callbacks());
    check(OTF2_Reader_RegisterGlobalDefCallbacks(reader_.get(), definitions, callbacks.get(),
                                                 &definitions_));
    uint64_t count = 0;
    check(OTF2_Reader_ReadAllGlobalDefinitions(reader_.get(), definitions, &count));
  }

  void add_containers() {
    NameCounts counts;
    std::unordered_map<OTF2_LocationGroupRef, ContainerIndex> processes;
    for (const OTF2_LocationGroupRef group : definitions_.group_order) {
      const std::string name =
          definitions_.text(definitions_.location_groups[group], fmt::format("process {}", group));
      counts.add(kRoot, name);
      processes[group] = trace_.add_container(process_type_, kRoot, name);
    }
    for (const OTF2_LocationRef id : definitions_.location_order) {
      Otf2Location& location = definitions_.locations[id];
      const auto [process, is_new] = processes.try_emplace(location.group, kRoot);
      if (is_new) process->second = trace_.add_container(process_type_, kRoot, "unknown process");
      const std::string name = definitions_.text(location.name, fmt::format("thread {}", id));
      counts.add(process->second, name);
      location.container = trace_.add_container(thread_type_, process->second, name);
    }
    uint32_t number = 0;
    for (ImportedContainer& container : trace_.containers()) {
      if (number > 0 && !counts.is_unique(container.parent, container.name)) {
        container.name += fmt::format(" ({})", number);
      }
      ++number;
    }
  }

  // Definitions of single locations map their numbers to the global ones; the library applies them.
  void read_local_definitions() {
    if (OTF2_Reader_OpenDefFiles(reader_.get()) != OTF2_SUCCESS) return;
    for (const OTF2_LocationRef location : definitions_.location_order) {
      OTF2_DefReader* const local = OTF2_Reader_GetDefReader(reader_.get(), location);
      if (local == nullptr) continue;
      uint64_t count = 0;
      check(OTF2_Reader_ReadAllLocalDefinitions(reader_.get(), local, &count));
      check(OTF2_Reader_CloseDefReader(reader_.get(), local));
    }
    check(OTF2_Reader_CloseDefFiles(reader_.get()));
  }

  void read_events() {
    for (const OTF2_LocationRef location : definitions_.location_order) {
      check(OTF2_Reader_SelectLocation(reader_.get(), location));
    }
    read_local_definitions();
    if (definitions_.location_order.empty()) return;
    check(OTF2_Reader_OpenEvtFiles(reader_.get()));
    for (const OTF2_LocationRef location : definitions_.location_order) {
      if (OTF2_Reader_GetEvtReader(reader_.get(), location) == nullptr) fail(OTF2_ERROR_INVALID);
    }
    OTF2_GlobalEvtReader* const events = OTF2_Reader_GetGlobalEvtReader(reader_.get());
    if (events == nullptr) fail(OTF2_ERROR_INVALID);
    const EvtCallbacks callbacks(OTF2_GlobalEvtReaderCallbacks_New());
    if (callbacks == nullptr) throw std::bad_alloc();
    set_callbacks(callbacks.get());
    check(OTF2_Reader_RegisterGlobalEvtCallbacks(reader_.get(), events, callbacks.get(), this));
    uint64_t count = 0;
    check(OTF2_Reader_ReadAllGlobalEvents(reader_.get(), events, &count));
    uint64_t declared = 0;
    for (const auto& [id, location] : definitions_.locations) declared += location.events;
    // Some writers declare fewer than they wrote.
    if (count < declared) {
      throw BadTrace(
          fmt::format("{}: error: unreadable OTF2 archive: found '{} events', expected "
                      "the {} that it declares",
                      path_, count, declared));
    }
    source_.losses.add("events of other kinds (collectives, requests, threads, parameters, ...)",
                       count - std::min(count, taken_));
  }

  static void set_callbacks(OTF2_GlobalEvtReaderCallbacks* callbacks) {
    OTF2_GlobalEvtReaderCallbacks_SetEnterCallback(callbacks, on_enter);
    OTF2_GlobalEvtReaderCallbacks_SetLeaveCallback(callbacks, on_leave);
    OTF2_GlobalEvtReaderCallbacks_SetMpiSendCallback(callbacks, on_send);
    OTF2_GlobalEvtReaderCallbacks_SetMpiIsendCallback(callbacks, on_isend);
    OTF2_GlobalEvtReaderCallbacks_SetMpiRecvCallback(callbacks, on_receive);
    OTF2_GlobalEvtReaderCallbacks_SetMpiIrecvCallback(callbacks, on_ireceive);
    OTF2_GlobalEvtReaderCallbacks_SetMetricCallback(callbacks, on_metric);
  }

  static OTF2_CallbackCode on_enter(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                                    OTF2_AttributeList*, OTF2_RegionRef region) {
    Otf2Import& me = of(data);
    const double when = me.begin_event(time);
    me.spans_.add(me.container(location),
                  {when, when, me.region_name(region), ChromeMark::Kind::begin});
    return OTF2_CALLBACK_SUCCESS;
  }

  static OTF2_CallbackCode on_leave(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                                    OTF2_AttributeList*, OTF2_RegionRef) {
    Otf2Import& me = of(data);
    const double when = me.begin_event(time);
    me.spans_.add(me.container(location), {when, when, 0, ChromeMark::Kind::end});
    return OTF2_CALLBACK_SUCCESS;
  }

  static OTF2_CallbackCode on_send(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                                   OTF2_AttributeList*, uint32_t receiver, OTF2_CommRef comm,
                                   uint32_t tag, uint64_t size) {
    of(data).take_message(location, time, receiver, comm, tag, size, true);
    return OTF2_CALLBACK_SUCCESS;
  }

  static OTF2_CallbackCode on_isend(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                                    OTF2_AttributeList* attributes, uint32_t receiver,
                                    OTF2_CommRef comm, uint32_t tag, uint64_t size, uint64_t) {
    return on_send(location, time, data, attributes, receiver, comm, tag, size);
  }

  static OTF2_CallbackCode on_receive(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                                      OTF2_AttributeList*, uint32_t sender, OTF2_CommRef comm,
                                      uint32_t tag, uint64_t size) {
    of(data).take_message(location, time, sender, comm, tag, size, false);
    return OTF2_CALLBACK_SUCCESS;
  }

  static OTF2_CallbackCode on_ireceive(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                                       OTF2_AttributeList* attributes, uint32_t sender,
                                       OTF2_CommRef comm, uint32_t tag, uint64_t size, uint64_t) {
    return on_receive(location, time, data, attributes, sender, comm, tag, size);
  }

  static OTF2_CallbackCode on_metric(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                                     OTF2_AttributeList*, OTF2_MetricRef metric, uint8_t count,
                                     const OTF2_Type* types, const OTF2_MetricValue* values) {
    of(data).take_metric(location, time, metric, {types, count}, values);
    return OTF2_CALLBACK_SUCCESS;
  }

  void take_message(OTF2_LocationRef location, OTF2_TimeStamp time, uint32_t rank,
                    OTF2_CommRef comm, uint32_t tag, uint64_t size, bool is_send) {
    const double when = begin_event(time);
    const Otf2Location* const other = definitions_.member(comm, rank);
    if (other == nullptr) {
      return source_.losses.add("messages whose other side is not told (unknown communicators)");
    }
    const ContainerIndex here = container(location);
    const auto process = [&](ContainerIndex thread) { return trace_.containers()[thread].parent; };
    Otf2Channel channel{process(here), process(other->container), comm, tag};
    if (!is_send) std::swap(channel.sender, channel.receiver);
    const Otf2Half half{when, here, static_cast<int64_t>(size)};
    if (is_send) {
      messages_.send(channel, half);
    } else {
      messages_.receive(channel, half);
    }
  }

  void take_metric(OTF2_LocationRef location, OTF2_TimeStamp time, OTF2_MetricRef metric,
                   std::span<const OTF2_Type> types, const OTF2_MetricValue* values) {
    const double when = begin_event(time);
    const auto instance = definitions_.metric_instances.find(metric);
    const auto found = definitions_.metric_classes.find(
        instance == definitions_.metric_instances.end() ? metric : instance->second);
    for (std::size_t i = 0; i < types.size(); ++i) {
      if (found == definitions_.metric_classes.end() || i >= found->second.size()) {
        source_.losses.add("values of metrics that are not defined");
        continue;
      }
      const OTF2_MetricMemberRef member = found->second[i];
      const Otf2Metric& defined = definitions_.metrics[member];
      double value = values[i].floating_point;
      if (types[i] == OTF2_TYPE_INT64) value = static_cast<double>(values[i].signed_int);
      if (types[i] == OTF2_TYPE_UINT64) value = static_cast<double>(values[i].unsigned_int);
      const double base = defined.base == OTF2_BASE_BINARY ? 2 : 10;
      if (defined.exponent != 0) value *= std::pow(base, static_cast<double>(defined.exponent));
      trace_.set_variable(when, variable(member, defined), container(location), value);
    }
  }

  TypeIndex variable(OTF2_MetricMemberRef member, const Otf2Metric& defined) {
    const auto [found, is_new] = variables_.try_emplace(member, kRoot);
    if (is_new) {
      found->second =
          trace_.add_type({ImportedKind::variable, thread_type_,
                           definitions_.text(defined.name, fmt::format("metric {}", member))});
    }
    return found->second;
  }

  double begin_event(OTF2_TimeStamp time) {
    if (++taken_ % kTellEvery == 0) source_.tell(taken_);
    const Otf2Clock& clock = definitions_.clock;
    const auto ticks = static_cast<int64_t>(time - clock.offset);
    return static_cast<double>(ticks) / static_cast<double>(clock.resolution);
  }

  ContainerIndex container(OTF2_LocationRef location) {
    return definitions_.locations[location].container;
  }

  WordIndex region_name(OTF2_RegionRef region) {
    const auto [found, is_new] = region_names_.try_emplace(region, 0);
    if (is_new) {
      const auto known = definitions_.regions.find(region);
      const OTF2_StringRef name =
          known == definitions_.regions.end() ? OTF2_UNDEFINED_STRING : known->second;
      found->second = trace_.word(definitions_.text(name, fmt::format("region {}", region)));
    }
    return found->second;
  }

  const ImportSource& source_;
  ImportedTrace& trace_;
  std::string path_;
  ErrorText errors_;
  Reader reader_;
  Otf2Definitions definitions_;
  TypeIndex process_type_;
  TypeIndex thread_type_;
  ThreadSpans spans_;
  Otf2Messages messages_;
  std::unordered_map<OTF2_MetricMemberRef, TypeIndex> variables_;
  std::unordered_map<OTF2_RegionRef, WordIndex> region_names_;
  uint64_t taken_ = 0;
};

}  // namespace

void import_otf2(const ImportSource& source, ImportedTrace& trace) {
  if (source.path == "-") {
    throw std::runtime_error("an OTF2 archive is several files: name its NAME.otf2");
  }
  Otf2Import(source, trace).run();
}

}  // namespace paje::tools
