#include "sharing/read_share.hpp"

#include <algorithm>
#include <utility>

#include "replay/build_track_index.hpp"
#include "replay/make_trace.hpp"
#include "sharing/collect_rows.hpp"
#include "sharing/slice_plan.hpp"
#include "trace/trace_editor.hpp"

namespace paje {

std::optional<std::string> why_read_alone(const ReadOptions& options) {
  if (!options.selection.is_everything()) return "objects are selected";
  if (options.sort) return "events are sorted";
  if (options.fix_clocks) return "clocks are corrected";
  if (options.stop_at) return "the replay stops early";
  if (options.on_problem) return "errors are repaired";
  if (!options.read_parts) return "parts are not read";
  return std::nullopt;
}

TraceData names_of(ShareReplay& replay) {
  TraceData data;
  data.names = std::move(replay.hierarchy()).finish();
  data.definitions = replay.order().definitions;
  data.end_time = replay.end();
  data.counts = replay.order().counts;
  return data;
}

namespace {

bool is_before(const Track& a, const Track& b) {
  return std::pair(a.container, a.type) < std::pair(b.container, b.type);
}

// The tracks of links among all others, where they belong.
void add_tracks(std::vector<std::pair<Track, UserFields>> links, TraceData& data) {
  std::vector<std::pair<Track, UserFields>> all;
  for (std::size_t i = 0; i < data.tracks.all.size(); ++i) {
    all.emplace_back(data.tracks.all[i], std::move(data.user_fields[i]));
  }
  const auto middle = static_cast<std::ptrdiff_t>(all.size());
  std::move(links.begin(), links.end(), std::back_inserter(all));
  std::inplace_merge(all.begin(), all.begin() + middle, all.end(),
                     [](const auto& a, const auto& b) { return is_before(a.first, b.first); });
  data.tracks = {};
  data.user_fields.clear();
  data.tracks.first_of.assign(data.names.containers.size() + 1, 0);
  for (auto& [track, fields] : all) {
    const auto number = static_cast<uint32_t>(data.tracks.all.size());
    data.tracks.of_kind[static_cast<std::size_t>(track.kind)].push_back(number);
    ++data.tracks.first_of[track.container.index + 1];
    data.tracks.all.push_back(track);
    data.user_fields.push_back(std::move(fields));
  }
  for (std::size_t i = 1; i < data.tracks.first_of.size(); ++i) {
    data.tracks.first_of[i] += data.tracks.first_of[i - 1];
  }
}

void move_links(ShareReplay& replay, TraceData& data, std::vector<uint64_t>& places) {
  std::vector<const OwnLinks*> order;
  for (const OwnLinks& links : replay.links()) {
    if (!links.order.empty()) order.push_back(&links);
  }
  std::sort(order.begin(), order.end(), [](const OwnLinks* a, const OwnLinks* b) {
    return std::pair(a->container, a->type) < std::pair(b->container, b->type);
  });
  std::vector<std::pair<Track, UserFields>> tracks;
  data.links.key_begin.push_back(0);
  for (const OwnLinks* links : order) {
    const uint64_t first = data.links.start.size();
    auto& [track, fields] = tracks.emplace_back();
    collect_links(*links, data, fields);
    track = {links->container, links->type, TypeKind::link, first, data.links.start.size()};
    for (const OwnLinks::Row& row : links->order) places.push_back(row.at);
  }
  auto& references = data.links.user;
  while (!references.empty() && references.size() < data.links.start.size()) {
    references.push_back(UserFields::kNone);
  }
  add_tracks(std::move(tracks), data);
}

}  // namespace

void keep_states(TraceData& data) {
  std::vector<UserFields> fields;
  std::vector<Track> tracks;
  for (std::size_t i = 0; i < data.tracks.all.size(); ++i) {
    if (data.tracks.all[i].kind != TypeKind::state) continue;
    tracks.push_back(data.tracks.all[i]);
    fields.push_back(std::move(data.user_fields[i]));
  }
  data.tracks.all = std::move(tracks);
  data.user_fields = std::move(fields);
  data.variables = {};
  data.events = {};
  data.links = {};
  data.link_block_end.clear();
  add_tracks({}, data);
}

Trace trace_of_share(ShareReplay& replay, std::vector<uint64_t>& link_places) {
  std::vector<std::unique_ptr<History>> histories;
  for (OwnTrack& track : replay.tracks()) histories.push_back(std::move(track.history));
  TrackIndex index = build_track_index(histories, replay.hierarchy());
  auto data = std::make_shared<TraceData>(names_of(replay));
  data->tracks = std::move(index);
  move_objects(std::move(histories), *data, replay.parallel());
  data->links = {};
  move_links(replay, *data, link_places);
  find_block_ends(*data, TypeKind::link, replay.parallel());
  return Trace(std::move(data));
}

namespace {

SharedTrace read_together(const std::string& path, const ReadOptions& read, Exchange& exchange,
                          ShareSurvey* survey, SharedSurvey* surveyed) {
  SharedTrace result;
  if ((result.reading.alone = why_read_alone(read))) return result;
  ShareReplay replay(path, read, exchange, survey);
  if ((result.reading.alone = replay.run())) return result;
  if (survey != nullptr) *surveyed = survey->finish(replay.files(), replay.order(), exchange);
  result.reading = replay.reading();
  result.trace = trace_of_share(replay, result.link_places);
  return result;
}

}  // namespace

SharedTrace read_trace_together(const std::string& path, const ReadOptions& read,
                                Exchange& exchange) {
  return read_together(path, read, exchange, nullptr, nullptr);
}

SurveyedTrace survey_trace_together(const std::string& path, const ReadOptions& read,
                                    const OddFinder& find_odd, uint64_t most, Exchange& exchange) {
  // Warnings are looked for only if somebody wants them.
  ReadOptions warned = read;
  warned.on_warning = [](const Diagnostic&) {};
  ShareSurvey survey(warned, find_odd, most);
  SurveyedTrace result;
  result.share = read_together(path, warned, exchange, &survey, &result.survey);
  return result;
}

}  // namespace paje
