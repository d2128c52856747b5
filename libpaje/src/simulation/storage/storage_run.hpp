// Simulates the events of a parallel file system in order of time.
#pragma once

#include <cstdint>
#include <deque>
#include <queue>
#include <random>
#include <vector>

#include "simulation/storage/page_cache.hpp"
#include "simulation/storage/piece_queue.hpp"

namespace paje::simulation {

class StorageRun {
 public:
  explicit StorageRun(const StorageConfiguration& configuration);
  StorageResult run();

 private:
  enum class Kind : uint8_t {
    ask_metadata,
    opened,
    is_open,
    begin,
    at_server,
    on_disk,
    disk_free,
    at_client
  };
  struct Event {
    double time;
    uint64_t number;  // orders simultaneous events by creation
    Kind kind;
    uint32_t of;  // index of a client, a piece or a server
    bool operator<(const Event& other) const {
      return time != other.time ? time > other.time : number > other.number;
    }
  };
  struct Piece {
    uint32_t client = 0;
    uint32_t server = 0;
    uint64_t offset = 0;  // on the server's disk
    uint64_t bytes = 0;
    bool is_write = false;
  };
  struct Client {
    std::vector<uint32_t> order;  // for random requests
    uint64_t next = 0;            // index of the next request
    // The current request:
    bool is_write = false;
    uint64_t offset = 0, bytes = 0;
    uint64_t open_pieces = 0;
    double start = 0;  // of the request
    double end = 0;
    PieceQueue queue;
    uint32_t on_the_way = 0;
  };
  struct Extent {
    uint64_t offset, bytes;
  };
  struct Server {
    PieceQueue queue;
    PageCache cache;
    std::deque<Extent> dirty;
    uint64_t dirty_bytes = 0;
    uint64_t on_disk = 0;  // bytes of these that the disk is writing
    uint64_t head = 0;
    bool is_busy = false;
    double changed = 0;  // when the length of the queue last changed
    double queue_seconds = 0;
  };
  static constexpr uint32_t kNone = UINT32_MAX;

  void check() const;
  void at(double time, Kind kind, uint32_t of) { events_.push({time, number_++, kind, of}); }
  void handle(const Event& event);
  void plan_request(uint32_t client);
  void begin_request(uint32_t client);
  void end_request(uint32_t client);
  void add_piece(uint32_t client, const StripePiece& piece, bool is_write);
  void dispatch(uint32_t piece);
  void dispatch_waiting(PieceQueue& queue, uint32_t& on_the_way);
  double send(uint32_t from, uint32_t to, double bytes, bool is_reply);
  void arrive(uint32_t piece);
  void serve(uint32_t server);
  void start_on_disk(uint32_t server, uint32_t piece);
  bool find_in_memory(uint32_t server, uint32_t piece);
  void use_disk(uint32_t server, uint64_t offset, uint64_t bytes, uint64_t ahead, bool is_write,
                uint32_t piece);
  bool put_in_memory(uint32_t server, uint32_t piece);
  void flush(uint32_t server);
  void reply(uint32_t piece);
  void receive(uint32_t piece);
  void queue_changes(uint32_t server, bool record);
  [[nodiscard]] bool is_recorded(uint32_t client) const {
    return clients_[client].next <= configuration_.recorded && configuration_.recorded > 0;
  }
  void record(uint32_t container, StorageActivity activity, double start, double end) {
    if (end > start) result_.states.push_back({container, activity, start, end, 0, 0});
  }
  [[nodiscard]] uint32_t server_node(uint32_t server) const {
    return configuration_.clients + server;
  }
  [[nodiscard]] StorageRequest request_of(uint32_t client, uint64_t number) const;
  [[nodiscard]] uint64_t request_count(uint32_t client) const;
  [[nodiscard]] uint64_t file_bytes(uint32_t client) const;
  [[nodiscard]] double deadline(bool is_write) const;
  [[nodiscard]] Striping striping(uint32_t client) const {
    return {configuration_.stripe, configuration_.servers,
            configuration_.is_shared_file ? 0 : client % configuration_.servers};
  }
  uint32_t new_piece();

  const StorageConfiguration& configuration_;
  std::priority_queue<Event> events_;
  uint64_t number_ = 0;
  double now_ = 0;
  uint64_t all_requests_ = 0, all_bytes_ = 0;
  std::vector<Client> clients_;
  std::vector<Server> servers_;
  std::vector<double> metadata_free_;
  std::vector<std::vector<uint64_t>> bases_;  // start of each client's file, by server
  std::vector<Piece> pieces_;
  std::vector<uint32_t> free_pieces_;
  PieceQueue between_;
  uint32_t on_the_way_ = 0;
  std::vector<double> out_free_, in_free_;  // by network card
  double request_seconds_ = 0;
  StorageResult result_;
};

}  // namespace paje::simulation
