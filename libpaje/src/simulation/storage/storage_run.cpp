#include "simulation/storage/storage_run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace paje::simulation {

namespace {

constexpr uint64_t kMostFile = 1ULL << 50U;
constexpr double kHeader = 64;          // bytes of a message without data
constexpr double kMostOfRequest = 1e7;  // limit of pieces

}  // namespace

StorageRun::StorageRun(const StorageConfiguration& configuration)
    : configuration_(configuration), between_(configuration.order, &configuration.weights) {
  check();
  const bool at_client = configuration.place == QueuePlace::client;
  const bool at_server = configuration.place == QueuePlace::server;
  const std::vector<uint64_t> none(configuration.servers, 0);
  std::vector<uint64_t> base = none;
  for (uint32_t i = 0; i < configuration.clients; ++i) {
    clients_.push_back(
        {{},
         0,
         false,
         0,
         0,
         0,
         0,
         0,
         PieceQueue(at_client ? configuration.order : QueueOrder::fifo, &configuration.weights),
         0});
    if (configuration.is_random) {
      auto& order = clients_.back().order;
      order.resize(request_count(i));
      std::iota(order.begin(), order.end(), 0U);
      std::mt19937_64 dice(configuration.seed * 1'000'003 + i);
      for (std::size_t k = order.size(); k > 1; --k) std::swap(order[k - 1], order[dice() % k]);
    }
    bases_.push_back(configuration.is_shared_file ? none : base);
    for (uint32_t s = 0; s < configuration.servers; ++s) {
      base[s] += bytes_on_server(striping(i), file_bytes(i), s);
    }
    all_requests_ += request_count(i);
  }
  for (uint32_t i = 0; i < configuration.servers; ++i) {
    servers_.push_back(
        {PieceQueue(at_server ? configuration.order : QueueOrder::fifo, &configuration.weights),
         PageCache(configuration.cache, configuration.page),
         {},
         0,
         0,
         0,
         false,
         0,
         0});
  }
  metadata_free_.resize(configuration.metadata_servers);
  const std::size_t nodes =
      configuration.clients + configuration.servers + configuration.metadata_servers;
  out_free_.resize(nodes);
  in_free_.resize(nodes);
  result_.servers.resize(configuration.servers);
}

void StorageRun::check() const {
  const StorageConfiguration& it = configuration_;
  const auto need = [](bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(what);
  };
  need(it.clients > 0 && it.servers > 0 && it.metadata_servers > 0,
       "a file system needs clients, servers and metadata servers");
  need(it.stripe > 0 && it.request > 0 && it.page > 0 && it.bytes > 0,
       "stripe, request, page and bytes are greater than 0");
  need(it.network_bandwidth > 0 && it.disk.bandwidth > 0, "bandwidths are greater than 0");
  need(it.depth > 0, "depth is greater than 0");
  const double pieces = static_cast<double>(it.bytes) /
                        static_cast<double>(std::min(it.stripe, it.request)) * it.clients;
  need(pieces <= static_cast<double>(kMostPieces), "there are more than a billion pieces");
  need((it.requests.empty() && !it.is_write) || it.dirty_limit == 0 || it.dirty_limit >= it.stripe,
       "the dirty limit is at least a stripe");
  need(it.requests.empty() || it.requests.size() == it.clients,
       "there are requests for each client, or for none");
  double asked = 0;
  for (const auto& requests : it.requests) {
    need(!requests.empty(), "each client has a request");
    for (const StorageRequest& one : requests) {
      need(one.bytes > 0 && one.bytes < kMostFile && one.offset < kMostFile && one.delay >= 0,
           "requests have bytes, and delays are not below 0");
      const double some = static_cast<double>(one.bytes) / static_cast<double>(it.stripe);
      need(some <= kMostOfRequest, "a request has more than ten million pieces");
      asked += some;
    }
  }
  need(asked <= static_cast<double>(kMostPieces), "there are more than a billion pieces");
}

StorageResult StorageRun::run() {
  for (uint32_t i = 0; i < configuration_.clients; ++i) {
    const uint32_t metadata = i % configuration_.metadata_servers;
    const uint32_t node = configuration_.clients + configuration_.servers + metadata;
    at(send(i, node, kHeader, false), Kind::ask_metadata, i);
  }
  while (!events_.empty()) {
    const Event event = events_.top();
    events_.pop();
    now_ = event.time;
    handle(event);
  }
  result_.first_end = std::numeric_limits<double>::infinity();
  for (const Client& client : clients_) {
    result_.time = std::max(result_.time, client.end);
    result_.first_end = std::min(result_.first_end, client.end);
  }
  result_.written = std::max(now_, result_.time);
  if (!std::isfinite(result_.written)) {
    throw std::invalid_argument("the run takes an infinite time");
  }
  result_.throughput = static_cast<double>(all_bytes_) / result_.time;
  result_.mean_request = request_seconds_ / static_cast<double>(all_requests_);
  for (std::size_t i = 0; i < servers_.size(); ++i) {
    result_.servers[i].mean_queue = servers_[i].queue_seconds / result_.written;
  }
  return std::move(result_);
}

void StorageRun::handle(const Event& event) {
  switch (event.kind) {
    case Kind::ask_metadata: {
      const uint32_t metadata = event.of % configuration_.metadata_servers;
      const uint32_t node = configuration_.clients + configuration_.servers + metadata;
      const double start = std::max(now_, metadata_free_[metadata]);
      metadata_free_[metadata] = start + configuration_.open_seconds;
      if (configuration_.recorded > 0) {
        record(node, StorageActivity::open, start, metadata_free_[metadata]);
      }
      at(metadata_free_[metadata], Kind::opened, event.of);
      break;
    }
    case Kind::opened: {
      // The reply as well, because the client waits for it.
      Client& client = clients_[event.of];
      const uint32_t metadata = event.of % configuration_.metadata_servers;
      const uint32_t node = configuration_.clients + configuration_.servers + metadata;
      client.end = send(node, event.of, kHeader, true);
      if (configuration_.recorded > 0) record(event.of, StorageActivity::open, 0, client.end);
      at(client.end, Kind::is_open, event.of);
      break;
    }
    case Kind::is_open:
      plan_request(event.of);
      break;
    case Kind::begin:
      begin_request(event.of);
      break;
    case Kind::at_server:
      arrive(event.of);
      break;
    case Kind::on_disk:
      reply(event.of);
      break;
    case Kind::disk_free:
      servers_[event.of].is_busy = false;
      servers_[event.of].dirty_bytes -= std::exchange(servers_[event.of].on_disk, 0);
      serve(event.of);
      break;
    case Kind::at_client:
      receive(event.of);
      break;
  }
}

StorageRequest StorageRun::request_of(uint32_t client, uint64_t number) const {
  if (!configuration_.requests.empty()) return configuration_.requests[client][number];
  const uint64_t place = configuration_.is_random ? clients_[client].order[number] : number;
  const uint64_t offset = place * configuration_.request;
  const uint64_t first = configuration_.is_shared_file ? client * configuration_.bytes : 0;
  return {first + offset, std::min(configuration_.request, configuration_.bytes - offset),
          configuration_.is_write, 0};
}

uint64_t StorageRun::request_count(uint32_t client) const {
  if (!configuration_.requests.empty()) return configuration_.requests[client].size();
  return (configuration_.bytes + configuration_.request - 1) / configuration_.request;
}

uint64_t StorageRun::file_bytes(uint32_t client) const {
  if (configuration_.requests.empty()) return configuration_.bytes;
  uint64_t end = 0;
  for (const StorageRequest& one : configuration_.requests[client]) {
    end = std::max(end, one.offset + one.bytes);
  }
  return end;
}

double StorageRun::deadline(bool is_write) const {
  return now_ + (is_write ? configuration_.write_deadline : configuration_.read_deadline);
}

void StorageRun::plan_request(uint32_t number) {
  if (clients_[number].next == request_count(number)) return;
  const double delay = request_of(number, clients_[number].next).delay;
  if (delay > 0) {
    at(now_ + delay, Kind::begin, number);
  } else {
    begin_request(number);
  }
}

void StorageRun::begin_request(uint32_t number) {
  Client& client = clients_[number];
  const StorageRequest request = request_of(number, client.next);
  ++client.next;
  client.start = now_;
  client.is_write = request.is_write;
  client.offset = request.offset;
  client.bytes = request.bytes;
  all_bytes_ += request.bytes;
  const auto pieces = stripe_pieces(striping(number), request.offset, request.bytes);
  client.open_pieces = pieces.size();
  for (const StripePiece& piece : pieces) add_piece(number, piece, request.is_write);
}

uint32_t StorageRun::new_piece() {
  if (free_pieces_.empty()) {
    pieces_.emplace_back();
    return static_cast<uint32_t>(pieces_.size() - 1);
  }
  const uint32_t number = free_pieces_.back();
  free_pieces_.pop_back();
  return number;
}

void StorageRun::add_piece(uint32_t client, const StripePiece& of, bool is_write) {
  const uint32_t number = new_piece();
  pieces_[number] = {client, of.server, bases_[client][of.server] + of.offset, of.bytes, is_write};
  const double deadline = this->deadline(is_write);
  const auto bytes = static_cast<double>(of.bytes);
  switch (configuration_.place) {
    case QueuePlace::client:
      clients_[client].queue.push(number, client, bytes, deadline);
      dispatch_waiting(clients_[client].queue, clients_[client].on_the_way);
      break;
    case QueuePlace::between:
      between_.push(number, client, bytes, deadline);
      dispatch_waiting(between_, on_the_way_);
      break;
    default:
      dispatch(number);
  }
}

void StorageRun::dispatch_waiting(PieceQueue& queue, uint32_t& on_the_way) {
  for (; !queue.empty() && on_the_way < configuration_.depth; ++on_the_way) dispatch(queue.pop());
}

void StorageRun::dispatch(uint32_t number) {
  const Piece& piece = pieces_[number];
  const double bytes = kHeader + (piece.is_write ? static_cast<double>(piece.bytes) : 0.0);
  at(send(piece.client, server_node(piece.server), bytes, false), Kind::at_server, number);
}

// Each network card sends one message at a time, and receives one at a time.
double StorageRun::send(uint32_t from, uint32_t to, double bytes, bool is_reply) {
  const double seconds = bytes / configuration_.network_bandwidth;
  const double start = std::max(now_, out_free_[from]);
  out_free_[from] = start + seconds;
  const double end = std::max(start + configuration_.network_startup, in_free_[to]) + seconds;
  in_free_[to] = end;
  const uint32_t client = std::min(from, to);
  if (is_recorded(client)) result_.messages.push_back({from, to, start, end, bytes, is_reply});
  return end;
}

void StorageRun::receive(uint32_t number) {
  const uint32_t client = pieces_[number].client;
  free_pieces_.push_back(number);
  if (configuration_.place == QueuePlace::client) {
    --clients_[client].on_the_way;
    dispatch_waiting(clients_[client].queue, clients_[client].on_the_way);
  } else if (configuration_.place == QueuePlace::between) {
    --on_the_way_;
    dispatch_waiting(between_, on_the_way_);
  }
  if (--clients_[client].open_pieces == 0) end_request(client);
}

void StorageRun::end_request(uint32_t number) {
  Client& client = clients_[number];
  client.end = now_;
  const double seconds = now_ - client.start;
  request_seconds_ += seconds;
  result_.longest_request = std::max(result_.longest_request, seconds);
  if (is_recorded(number) && now_ > client.start) {
    const auto activity = client.is_write ? StorageActivity::write : StorageActivity::read;
    result_.states.push_back({number, activity, client.start, now_, client.offset, client.bytes});
  }
  plan_request(number);
}

}  // namespace paje::simulation

namespace paje {

StorageResult simulate_storage(const StorageConfiguration& configuration) {
  return simulation::StorageRun(configuration).run();
}

}  // namespace paje
