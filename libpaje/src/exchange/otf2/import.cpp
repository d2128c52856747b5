// The events of an OTF2 archive, as its library delivers them in order of time: regions, messages
// and metrics.
#include <fmt/format.h>
#include <otf2/otf2.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "exchange/import_clock.hpp"
#include "exchange/importer.hpp"
#include "exchange/otf2/archive.hpp"
#include "exchange/otf2/containers.hpp"
#include "exchange/otf2/damage.hpp"
#include "exchange/otf2/definitions.hpp"
#include "exchange/otf2/event_streams.hpp"
#include "exchange/otf2/fields.hpp"
#include "exchange/otf2/messages.hpp"
#include "exchange/otf2/metrics.hpp"
#include "exchange/otf2/other_events.hpp"
#include "exchange/otf2/regions.hpp"

namespace paje::exchange {

namespace {

constexpr uint64_t kReportEvery = uint64_t{1} << 16U;
constexpr uint64_t kNanosecondsInSecond = 1'000'000'000;
constexpr uint64_t kLeastEventBytes = 4;  // of most events; their numbers may be false

class Otf2Import {
 public:
  Otf2Import(const ImportSource& source, ImportedTrace& trace)
      : source_(source),
        trace_(trace),
        archive_(source.path),
        fields_(definitions_, trace),
        regions_(definitions_, trace, source.losses),
        messages_(trace),
        metrics_(definitions_, trace, source.losses) {}

  void run() {
    archive_.read_definitions(definitions_);
    // Ours of a trace without objects has none.
    if (definitions_.location_order.empty() && !definitions_.is_exact) {
      archive_.fail("no locations: the archive is incomplete");
    }
    if (definitions_.clock.resolution == 0) archive_.fail("a clock of 0 ticks a second");
    // Links of our own have the fields that they were written with.
    if (!definitions_.is_exact) trace_.set_has_messages();
    for (const auto& [kind, count] : definitions_.dropped) source_.losses.add(kind, count);
    Otf2Containers(definitions_, trace_, source_.losses).add();
    trace_.create_all_containers_later();
    read_events(archive_.locations_to_read(definitions_, source_.losses));
    regions_.finish();
    messages_.finish(source_.losses);
    other_events_.finish(source_.losses);
    archive_.count_rest(source_.losses);
    end_metrics();
    const bool has_nanoseconds = definitions_.clock.resolution >= kNanosecondsInSecond;
    if (has_far_times_ && has_nanoseconds) {
      source_.losses.note(trace_.origin() ? kFarApartTimes : kFarTimes);
    }
  }

 private:
  // The last value of a metric holds until the run ends, which may be after the last event.
  void end_metrics() {
    const Otf2Clock& clock = definitions_.clock;
    const double end = definitions_.seconds(clock.offset + clock.length);
    if (definitions_.metrics.values().empty() || trace_.lasts_until(end)) return;
    trace_.destroy_all_containers(end);
  }

  void read_events(const std::vector<OTF2_LocationRef>& locations) {
    ThreadPool parallel(trace_.threads());
    const bool is_lenient = source_.options.is_lenient;
    const Otf2Sound sound =
        is_lenient ? sound_part(archive_, definitions_, locations, parallel, source_.losses)
                   : Otf2Sound{locations};
    const std::vector<Otf2Archive::Part> parts = archive_.deal(
        sound.whole, Otf2EventStreams::readers_for(parallel.threads()), sound.damaged);
    archive_.read_local_definitions(parts, is_lenient, source_.losses);
    if (locations.empty()) return;
    Otf2EventStreams streams(archive_, parts);
    uint64_t declared = 0;
    for (const OTF2_LocationRef id : locations) declared += definitions_.locations[id].events;
    trace_.reserve_operations(
        std::min(declared, archive_.bytes_of_events(locations) / kLeastEventBytes) +
        definitions_.locations.values().size());
    using After = Otf2EventStreams::AfterDamage;
    const Otf2EventStreams::End end =
        streams.run(parallel, is_lenient ? After::go_on : After::stop,
                    [&](const Otf2Block& block, std::size_t begin, std::size_t behind) {
                      for (std::size_t i = begin; i < behind; ++i) take(block.events[i], block);
                    });
    if (sound.has_damage) return;
    if (end.code != OTF2_SUCCESS) {
      if (!is_lenient) fail_where_damaged(archive_, locations, parallel);
      damaged(archive_.trouble(end.code, end.trouble));
    }
    // Some writers declare fewer than they wrote.
    if (end.code == OTF2_SUCCESS && end.count < declared) {
      damaged(fmt::format("{} events of the {} that it declares", end.count, declared));
    }
  }

  void damaged(const std::string& found) {
    if (!source_.options.is_lenient) {
      archive_.fail(fmt::format("{}{}", found, kLenientHelp));
    }
    if (source_.losses.report(archive_.error(found))) return;
    source_.losses.note(fmt::format("the archive is damaged: {}: events are missing", found));
  }

  void take(const Otf2Event& event, const Otf2Block& block) {
    using Kind = Otf2EventKind;
    if (event.kind == Kind::other) return other_events_.count(event.subject);
    const double when = begin_event(event.time);
    const Otf2Attributes attributes = block.attributes_of(event);
    switch (event.kind) {
      case Kind::enter:
        return regions_.enter(when, location(event), event.subject,
                              fields_.of_region(event.subject, attributes));
      case Kind::leave:
        drop_attributes("attributes of ends of regions", attributes);
        return regions_.leave(when, location(event), event.subject);
      case Kind::send:
        return add_message(event, when, attributes);
      case Kind::receive:
        drop_attributes("attributes of receives", attributes);
        return add_message(event, when, attributes);
      case Kind::metric:
        return metrics_.add(event, when, block.values_of(event), location(event).container,
                            fields_.of_metric(attributes));
      case Kind::collective_end:
        return end_collective(event, attributes);
      case Kind::text_parameter:
        return add_parameter(event, when, definitions_.text(event.detail), attributes);
      case Kind::signed_parameter:
        return add_parameter(event, when, fmt::format("{}", static_cast<int64_t>(event.size)),
                             attributes);
      case Kind::unsigned_parameter:
        return add_parameter(event, when, fmt::format("{}", event.size), attributes);
      case Kind::other:
        return;
    }
  }

  // Its state is the call, which ends after it.
  void end_collective(const Otf2Event& event, Otf2Attributes attributes) {
    drop_attributes("attributes of collective operations", attributes);
    const auto call = regions_.open_operation(location(event));
    if (!call) return source_.losses.add("collective operations outside of regions");
    const auto fields = static_cast<FieldsIndex>(trace_.operations()[*call].number);
    trace_.set_fields(*call, fields_.of_collective(fields, event.communicator, event.detail,
                                                   event.size, event.received));
  }

  // A punctual event.
  void add_parameter(const Otf2Event& event, double when, std::string_view text,
                     Otf2Attributes attributes) {
    const OTF2_ParameterRef parameter = event.subject;
    const ContainerIndex here = location(event).container;
    const TypeIndex around = trace_.containers()[here].type;
    const auto [type, is_new] = event_types_.try_emplace({around, parameter}, kRoot);
    if (is_new) {
      const OTF2_StringRef* const defined = definitions_.parameters.find(parameter);
      const OTF2_StringRef name = defined == nullptr ? OTF2_UNDEFINED_STRING : *defined;
      type->second =
          trace_.add_type({ImportedKind::event, around,
                           definitions_.text(name, fmt::format("parameter {}", parameter))});
    }
    trace_.event(when, type->second, here, trace_.word(text), fields_.of_metric(attributes));
  }

  void drop_attributes(const char* kind, Otf2Attributes attributes) {
    source_.losses.add(kind, attributes.size());
  }

  void add_message(const Otf2Event& event, double when, Otf2Attributes attributes) {
    const Otf2Location* const other = definitions_.member(event.communicator, event.subject);
    if (other == nullptr) {
      return source_.losses.add("messages whose other side is missing (unknown communicators)");
    }
    const Otf2Location& here = location(event);
    const bool is_send = event.kind == Otf2EventKind::send;
    Otf2Channel channel{here.process, other->process, event.communicator, event.detail};
    if (!is_send) std::swap(channel.sender, channel.receiver);
    constexpr auto kMostSize = static_cast<uint64_t>(INT64_MAX);
    Otf2Half half{when, static_cast<int64_t>(std::min(event.size, kMostSize)), here.container};
    if (is_send) {
      if (event.size > kMostSize && !definitions_.is_exact) source_.losses.add(kLargeSizes);
      const Otf2Fields::Link link = fields_.link_of(attributes);
      const bool is_link = !link.type.empty();
      half.type = messages_.type_named(is_link ? link.type : "Message");
      half.value = value_word(is_link ? link.value : "message");
      if (link.key) half.key = trace_.rare_word(*link.key);
      half.fields = fields_.of_message(event.communicator, event.size, attributes, is_link);
      messages_.send(channel, half);
    } else {
      messages_.receive(channel, half);
    }
  }

  // Mostly that of the message before.
  WordIndex value_word(std::string_view text) {
    const bool is_latest = text.data() != nullptr && latest_value_.data() == text.data() &&
                           latest_value_.size() == text.size();
    if (is_latest) return latest_word_;
    latest_value_ = text;
    return latest_word_ = trace_.word(text);
  }

  // Events come in the order of their times.
  void choose_origin(OTF2_TimeStamp first) {
    const double seconds = definitions_.seconds(first);
    const bool is_wanted = source_.options.counts_from_first.has_value();
    // Our own archives become the trace that they were made of.
    if ((definitions_.is_exact && !is_wanted) || !counts_from(seconds, source_)) return;
    trace_.set_origin(definitions_.time(first));
    definitions_.zero = first;
  }

  double begin_event(OTF2_TimeStamp time) {
    if (++events_read_ % kReportEvery == 0) source_.report(events_read_);
    const bool is_first = events_read_ == 1;
    if (is_first) choose_origin(time);
    const double when = definitions_.seconds(time);
    if (is_first) metrics_.begin(when);
    has_far_times_ = has_far_times_ || is_far(when);
    return when;
  }

  const Otf2Location& location(const Otf2Event& event) {
    return definitions_.locations[event.location];
  }

  const ImportSource& source_;
  ImportedTrace& trace_;
  Otf2Archive archive_;
  Otf2Definitions definitions_;
  Otf2Fields fields_;
  Otf2Regions regions_;
  Otf2Messages messages_;
  Otf2Metrics metrics_;
  Otf2OtherEvents other_events_;
  std::map<std::pair<TypeIndex, OTF2_ParameterRef>, TypeIndex> event_types_;
  std::string_view latest_value_;  // of a message
  WordIndex latest_word_ = 0;
  uint64_t events_read_ = 0;
  bool has_far_times_ = false;
};

}  // namespace

void import_otf2(const ImportSource& source, ImportedTrace& trace) {
  if (source.path.empty()) {
    throw std::runtime_error("an OTF2 archive is several files: name its NAME.otf2");
  }
  Otf2Import(source, trace).run();
}

}  // namespace paje::exchange
