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

/// How the bytes of a file are spread: unit after unit, server after server.
struct Striping {
  uint64_t unit = 65536;
  uint32_t servers = 1;
  uint32_t first = 0;  ///< the server that has the file's first byte
};
struct StripePiece {
  uint32_t server = 0;
  uint64_t offset = 0;  ///< in what the server has of the file
  uint64_t bytes = 0;
};
/// The pieces of a part of a file, in its order; none is longer than a unit.
PAJE_EXPORT std::vector<StripePiece> stripe_pieces(const Striping& striping, uint64_t offset,
                                                   uint64_t bytes);
/// What a server has of a file of that size.
PAJE_EXPORT uint64_t bytes_on_server(const Striping& striping, uint64_t file, uint32_t server);

/// Seconds of an access are a + b * bytes; a is not a number where nothing is known.
struct AccessLine {
  double a = 0, b = 0;
};
/// Of requests up to a size; the last one also of larger ones.
struct AccessInterval {
  uint64_t to = 0;
  AccessLine sequential_read, random_read, sequential_write, random_write;
};
/// A law of distance, or a fitted model: then an access is sequential where the last one ended.
struct DiskModel {
  double seconds_per_byte = 0;            ///< of distance from the head
  double bandwidth = 1e8;                 ///< bytes a second
  std::vector<AccessInterval> intervals;  ///< the fitted model, if there are some
};
/// Seconds until `bytes` at `offset` are read or written with the head at `head`. Throws
/// std::invalid_argument if they are negative or infinite.
PAJE_EXPORT double access_seconds(const DiskModel& disk, uint64_t head, uint64_t offset,
                                  uint64_t bytes, bool is_write);

enum class QueueOrder : uint8_t {
  fifo,
  sfq,  ///< start-time fair queueing: clients get bytes in proportion to their weights
  edf   ///< earliest deadline first
};
enum class QueuePlace : uint8_t { client, between, server };

/// A request of a client that is given, not made of numbers.
struct StorageRequest {
  uint64_t offset = 0;
  uint64_t bytes = 0;
  bool is_write = false;
  double delay = 0;  ///< seconds after the one before
};

struct StorageConfiguration {
  std::string name;
  std::string written_at;  ///< in its file, for messages
  uint32_t clients = 1;
  uint32_t servers = 1;
  uint32_t metadata_servers = 1;
  double open_seconds = 0;  ///< at a metadata server
  uint64_t stripe = 65536;
  bool is_shared_file = false;  ///< clients have parts of one file, one after the other
  uint64_t bytes = 1 << 20U;    ///< of each client
  uint64_t request = 65536;
  bool is_write = false;
  bool is_random = false;  ///< requests in an order drawn from `seed`
  uint64_t seed = 1;
  /// One list for each client, in the place of bytes, request, is_write and is_random; none may be
  /// empty. Of a shared file offsets are those in the file, and without one those in a client's.
  std::vector<std::vector<StorageRequest>> requests;

  double network_startup = 5e-5;
  double network_bandwidth = 1.25e8;
  DiskModel disk;
  uint64_t page = 4096;
  uint64_t cache = 0;        ///< bytes of a server's; the pages used last stay
  uint64_t dirty_limit = 0;  ///< bytes written that wait for the disk; 0: none
  uint64_t read_ahead = 0;   ///< bytes read after a piece that was not in the cache

  QueueOrder order = QueueOrder::fifo;
  QueuePlace place = QueuePlace::server;
  uint32_t depth = 4;  ///< pieces that a queue at clients or in between lets through at once
  double read_deadline = 0.5;
  double write_deadline = 5;
  std::vector<double> weights;  ///< of clients; the last one of all further ones; 1 without

  uint64_t recorded = 0;  ///< requests that are recorded of each client
};

enum class StorageActivity : uint8_t { open, read, write, wait, seek, transfer };

/// Containers are numbered: clients, servers, metadata servers.
struct StorageState {
  uint32_t container = 0;
  StorageActivity activity = StorageActivity::wait;
  double start = 0, end = 0;
  // Of a client that reads or writes:
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
  double queue = 0;  ///< pieces that wait
  double dirty = 0;  ///< bytes
};

struct StorageServer {
  double busy = 0;     ///< seconds of its disk
  double seeking = 0;  ///< of these
  uint64_t bytes = 0;  ///< that the disk moved
  uint64_t pieces = 0;
  uint64_t hits = 0;      ///< pieces that were in the cache
  double mean_queue = 0;  ///< over the run
  uint64_t longest_queue = 0;
};
struct StorageResult {
  double time = 0;          ///< until the last client has its last reply
  double written = 0;       ///< until the last byte is on a disk
  double throughput = 0;    ///< bytes a second, all clients
  double mean_request = 0;  ///< seconds
  double longest_request = 0;
  double first_end = 0;  ///< of the first client that is done: how fair it is
  std::vector<StorageServer> servers;
  std::vector<StorageState> states;
  std::vector<StorageMessage> messages;
  std::vector<StorageLevel> levels;
};

inline constexpr uint64_t kMostPieces = 1'000'000'000;

/// Throws std::invalid_argument if a number makes no sense.
PAJE_EXPORT StorageResult simulate_storage(const StorageConfiguration& configuration);

}  // namespace paje
