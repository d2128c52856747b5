// The queue, cache and disk of a server.
#include <algorithm>

#include "simulation/storage/storage_run.hpp"

namespace paje::simulation {

namespace {

constexpr uint64_t kMostAtOnce = 1U << 20U;  // limit of contiguous bytes that are written at once

}  // namespace

void StorageRun::queue_changes(uint32_t number, bool record) {
  Server& server = servers_[number];
  StorageServer& sums = result_.servers[number];
  sums.longest_queue = std::max<uint64_t>(sums.longest_queue, server.queue.size());
  if (record) {
    result_.levels.push_back({server_node(number), now_, static_cast<double>(server.queue.size()),
                              static_cast<double>(server.dirty_bytes)});
  }
}

void StorageRun::arrive(uint32_t number) {
  const Piece& piece = pieces_[number];
  Server& server = servers_[piece.server];
  server.queue_seconds += static_cast<double>(server.queue.size()) * (now_ - server.changed);
  server.changed = now_;
  const double deadline = this->deadline(piece.is_write);
  server.queue.push(number, piece.client, static_cast<double>(piece.bytes), deadline);
  queue_changes(piece.server, is_recorded(piece.client));
  serve(piece.server);
}

// Pieces that the cache can handle are served while the disk is busy, in the order of the queue.
void StorageRun::serve(uint32_t number) {
  Server& server = servers_[number];
  while (!server.queue.empty()) {
    const uint32_t piece = server.queue.top();
    const bool is_write = pieces_[piece].is_write;
    const bool is_done = is_write ? put_in_memory(number, piece) : find_in_memory(number, piece);
    if (!is_done && server.is_busy) return;
    if (!is_done && is_write && configuration_.dirty_limit > 0) {
      return flush(number);  // until there is room
    }
    server.queue_seconds += static_cast<double>(server.queue.size()) * (now_ - server.changed);
    server.changed = now_;
    server.queue.pop();
    queue_changes(number, is_recorded(pieces_[piece].client));
    ++result_.servers[number].pieces;
    if (is_done) {
      reply(piece);
    } else {
      start_on_disk(number, piece);
    }
  }
  if (!server.is_busy && !server.dirty.empty()) flush(number);
}

void StorageRun::start_on_disk(uint32_t number, uint32_t of) {
  const Piece& piece = pieces_[of];
  const bool reads_more = !piece.is_write && configuration_.cache > 0;
  const uint64_t ahead = reads_more ? configuration_.read_ahead : 0;
  servers_[number].cache.add(piece.offset, piece.bytes + ahead);
  use_disk(number, piece.offset, piece.bytes, ahead, piece.is_write, of);
}

bool StorageRun::find_in_memory(uint32_t number, uint32_t of) {
  const Piece& piece = pieces_[of];
  if (!servers_[number].cache.has(piece.offset, piece.bytes)) return false;
  ++result_.servers[number].hits;
  return true;
}

bool StorageRun::put_in_memory(uint32_t number, uint32_t of) {
  Server& server = servers_[number];
  const Piece& piece = pieces_[of];
  if (server.dirty_bytes + piece.bytes > configuration_.dirty_limit) return false;
  server.dirty_bytes += piece.bytes;
  server.cache.add(piece.offset, piece.bytes);
  server.dirty.push_back({piece.offset, piece.bytes});
  return true;
}

void StorageRun::flush(uint32_t number) {
  Server& server = servers_[number];
  Extent extent = server.dirty.front();
  server.dirty.pop_front();
  while (!server.dirty.empty() && server.dirty.front().offset == extent.offset + extent.bytes &&
         extent.bytes < kMostAtOnce) {
    extent.bytes += server.dirty.front().bytes;
    server.dirty.pop_front();
  }
  server.on_disk = extent.bytes;  // they stay in memory until the disk has written them
  use_disk(number, extent.offset, extent.bytes, 0, true, kNone);
}

void StorageRun::use_disk(uint32_t number, uint64_t offset, uint64_t bytes, uint64_t ahead,
                          bool is_write, uint32_t piece) {
  Server& server = servers_[number];
  StorageServer& sums = result_.servers[number];
  const DiskModel& disk = configuration_.disk;
  const double seconds = access_seconds(disk, server.head, offset, bytes, is_write);
  const double without_seek = access_seconds(disk, offset, offset, bytes, is_write);
  const double more =
      ahead > 0 ? access_seconds(disk, offset + bytes, offset + bytes, ahead, is_write) : 0;
  const double seek = std::max(0.0, seconds - without_seek);
  server.head = offset + bytes + ahead;
  server.is_busy = true;
  sums.busy += seconds + more;
  sums.seeking += seek;
  sums.bytes += bytes + ahead;
  if (piece != kNone && is_recorded(pieces_[piece].client)) {
    record(server_node(number), StorageActivity::seek, now_, now_ + seek);
    record(server_node(number), StorageActivity::transfer, now_ + seek, now_ + seconds + more);
  }
  if (piece != kNone) at(now_ + seconds, Kind::on_disk, piece);
  at(now_ + seconds + more, Kind::disk_free, number);
}

void StorageRun::reply(uint32_t number) {
  const Piece& piece = pieces_[number];
  const double bytes = 64 + (piece.is_write ? 0.0 : static_cast<double>(piece.bytes));
  at(send(server_node(piece.server), piece.client, bytes, true), Kind::at_client, number);
}

}  // namespace paje::simulation
