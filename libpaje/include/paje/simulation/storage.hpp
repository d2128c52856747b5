// Simulates a parallel file system: clients whose requests are cut into stripes, servers with
// queues, caches and disks (V. Michel and others, Improvement of a Parallel File System Simulator
// by Data Striping Implementation; J. L. Bez and others, Faster Storage Devices Profiling with
// Parallel SeRRa; WSPPD 2015).
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "paje/export.hpp"

namespace paje {

/// How a file is striped: its units go to the servers in turn.
struct Striping {
  uint64_t unit = 65536;
  uint32_t servers = 1;
  uint32_t first = 0;  ///< the server of the first byte
};
struct StripePiece {
  uint32_t server = 0;
  uint64_t offset = 0;  ///< in the server's part of the file
  uint64_t bytes = 0;
};
/// The pieces of a byte range of a file, in order; no piece is longer than a unit.
PAJE_EXPORT std::vector<StripePiece> stripe_pieces(const Striping& striping, uint64_t offset,
                                                   uint64_t bytes);
/// Bytes that a server holds of a file of `file` bytes.
PAJE_EXPORT uint64_t bytes_on_server(const Striping& striping, uint64_t file, uint32_t server);

/// An access takes a + b * bytes seconds; a is NaN if there is no line.
struct AccessLine {
  double a = 0, b = 0;
};
/// Lines for requests of up to `to` bytes; the last interval also covers larger ones.
struct AccessInterval {
  uint64_t to = 0;
  AccessLine sequential_read, random_read, sequential_write, random_write;
};
/// A linear law of distance, or a fitted model. In a fitted model, an access is sequential if it
/// starts where the previous one ended.
struct DiskModel {
  double seconds_per_byte = 0;            ///< per byte of distance from the head
  double bandwidth = 1e8;                 ///< bytes a second
  std::vector<AccessInterval> intervals;  ///< the fitted model; empty: the law of distance
};
/// Seconds to read or write `bytes` at `offset` with the head at `head`. Throws
/// std::invalid_argument if the result is negative or infinite.
PAJE_EXPORT double access_seconds(const DiskModel& disk, uint64_t head, uint64_t offset,
                                  uint64_t bytes, bool is_write);

enum class QueueOrder : uint8_t {
  fifo,
  sfq,  ///< start-time fair queueing: bytes in proportion to the clients' weights
  edf   ///< earliest deadline first
};
enum class QueuePlace : uint8_t { client, between, server };

/// A request that is given explicitly, instead of by the configuration's numbers.
struct StorageRequest {
  uint64_t offset = 0;
  uint64_t bytes = 0;
  bool is_write = false;
  double delay = 0;  ///< seconds after the end of the previous request
};

struct StorageConfiguration {
  std::string name;
  std::string written_at;  ///< place in its file, for error messages
  uint32_t clients = 1;
  uint32_t servers = 1;
  uint32_t metadata_servers = 1;
  double open_seconds = 0;  ///< at a metadata server
  uint64_t stripe = 65536;
  bool is_shared_file = false;  ///< consecutive parts of one file; else a file for each client
  uint64_t bytes = 1 << 20U;    ///< of each client
  uint64_t request = 65536;
  bool is_write = false;
  bool is_random = false;  ///< the order of requests is drawn from `seed`
  uint64_t seed = 1;
  /// A list for each client, which replaces bytes, request, is_write and is_random; no list may be
  /// empty. Offsets are in the shared file, or else in the client's own.
  std::vector<std::vector<StorageRequest>> requests;

  double network_startup = 5e-5;
  double network_bandwidth = 1.25e8;
  DiskModel disk;
  uint64_t page = 4096;
  uint64_t cache = 0;        ///< bytes on each server; pages are replaced in LRU order
  uint64_t dirty_limit = 0;  ///< bytes that may be written before they are on disk; 0: none
  uint64_t read_ahead = 0;   ///< bytes read after a piece that was not in the cache

  QueueOrder order = QueueOrder::fifo;
  QueuePlace place = QueuePlace::server;
  uint32_t depth = 4;  ///< pieces in service at once, for a queue at clients or in between
  double read_deadline = 0.5;
  double write_deadline = 5;
  std::vector<double> weights;  ///< by client; the last one is for all further clients; empty: 1

  uint64_t recorded = 0;  ///< number of requests of each client that are recorded
};

enum class StorageActivity : uint8_t { open, read, write, wait, seek, transfer };

/// Containers are numbered: first clients, then servers, then metadata servers.
struct StorageState {
  uint32_t container = 0;
  StorageActivity activity = StorageActivity::wait;
  double start = 0, end = 0;
  // Only for a client that reads or writes:
  uint64_t offset = 0;  ///< in its file
  uint64_t bytes = 0;
};
struct StorageMessage {
  uint32_t sender = 0, receiver = 0;
  double start = 0, end = 0;
  double bytes = 0;
  bool is_reply = false;
};
struct StorageLevel {
  uint32_t container = 0;
  double time = 0;
  double queue = 0;  ///< waiting pieces
  double dirty = 0;  ///< bytes
};

struct StorageServer {
  double busy = 0;     ///< seconds in which its disk is busy
  double seeking = 0;  ///< part of `busy`
  uint64_t bytes = 0;  ///< read or written by the disk
  uint64_t pieces = 0;
  uint64_t hits = 0;      ///< pieces found in the cache
  double mean_queue = 0;  ///< mean over the run
  uint64_t longest_queue = 0;
};
struct StorageResult {
  double time = 0;          ///< when the last client gets its last reply
  double written = 0;       ///< when the last byte is on a disk
  double throughput = 0;    ///< bytes a second, all clients
  double mean_request = 0;  ///< seconds
  double longest_request = 0;
  double first_end = 0;  ///< when the first client is done: a measure of fairness
  std::vector<StorageServer> servers;
  std::vector<StorageState> states;
  std::vector<StorageMessage> messages;
  std::vector<StorageLevel> levels;
};

inline constexpr uint64_t kMostPieces = 1'000'000'000;

/// Throws std::invalid_argument for an invalid number.
PAJE_EXPORT StorageResult simulate_storage(const StorageConfiguration& configuration);

}  // namespace paje
