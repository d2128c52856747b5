#include "simulation/storage/storage_run.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace paje::simulation {

namespace {

constexpr double kHeader = 64;  // bytes of a message without data

}  // namespace

StorageRun::StorageRun(const StorageConfiguration& configuration)
    : configuration_(configuration), between_(configuration.order, &configuration.weights) {
  check();
  requests_ = (configuration.bytes + configuration.request - 1) / configuration.request;
  const bool at_client = configuration.place == QueuePlace::client;
  const bool at_server = configuration.place == QueuePlace::server;
  const std::vector<uint64_t> none(configuration.servers, 0);
  std::vector<uint64_t> base = none;
  for (uint32_t i = 0; i < configuration.clients; ++i) {
    clients_.push_back(
        {{},
         0,
         0,
         0,
         0,
         PieceQueue(at_client ? configuration.order : QueueOrder::fifo, &configuration.weights),
         0});
    if (configuration.is_random) {
      auto& order = clients_.back().order;
      order.resize(requests_);
      std::iota(order.begin(), order.end(), 0U);
      std::mt19937_64 dice(configuration.seed * 1'000'003 + i);
      for (std::size_t k = order.size(); k > 1; --k) std::swap(order[k - 1], order[dice() % k]);
    }
    bases_.push_back(configuration.is_shared_file ? none : base);
    for (uint32_t s = 0; s < configuration.servers; ++s) {
      base[s] += bytes_on_server(striping(i), configuration.bytes, s);
    }
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
  need(!it.is_write || it.dirty_limit == 0 || it.dirty_limit >= it.stripe,
       "the dirty limit is at least a stripe");
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
  result_.first_end = HUGE_VAL;
  for (const Client& client : clients_) {
    result_.time = std::max(result_.time, client.end);
    result_.first_end = std::min(result_.first_end, client.end);
  }
  result_.written = std::max(now_, result_.time);
  const double all = static_cast<double>(configuration_.bytes) * configuration_.clients;
  result_.throughput = all / result_.time;
  result_.mean_request =
      request_seconds_ / (static_cast<double>(requests_) * configuration_.clients);
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
      // The way back, too; its clients wait.
      Client& client = clients_[event.of];
      const uint32_t metadata = event.of % configuration_.metadata_servers;
      const uint32_t node = configuration_.clients + configuration_.servers + metadata;
      client.end = send(node, event.of, kHeader, true);
      if (configuration_.recorded > 0) record(event.of, StorageActivity::open, 0, client.end);
      client.open_pieces = 0;
      at(client.end, Kind::at_client, kNone - 1 - event.of);
      break;
    }
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
      if (event.of >= kNone - configuration_.clients) {
        begin_request(kNone - 1 - event.of);
      } else {
        receive(event.of);
      }
      break;
  }
}

void StorageRun::begin_request(uint32_t number) {
  Client& client = clients_[number];
  if (client.next == requests_) return;
  const uint64_t place = configuration_.is_random ? client.order[client.next] : client.next;
  ++client.next;
  client.start = now_;
  const uint64_t offset = place * configuration_.request;
  const uint64_t bytes = std::min(configuration_.request, configuration_.bytes - offset);
  const uint64_t first = configuration_.is_shared_file ? number * configuration_.bytes : 0;
  const auto pieces = stripe_pieces(striping(number), first + offset, bytes);
  client.open_pieces = pieces.size();
  for (const StripePiece& piece : pieces) add_piece(number, piece);
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

void StorageRun::add_piece(uint32_t client, const StripePiece& of) {
  const uint32_t number = new_piece();
  pieces_[number] = {client, of.server, bases_[client][of.server] + of.offset, of.bytes, 0};
  const double deadline = now_ + (configuration_.is_write ? configuration_.write_deadline
                                                          : configuration_.read_deadline);
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
  const double bytes = kHeader + (configuration_.is_write ? static_cast<double>(piece.bytes) : 0.0);
  at(send(piece.client, server_node(piece.server), bytes, false), Kind::at_server, number);
}

// Each card sends and receives one message at a time.
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
  if (is_recorded(number)) {
    record(number, configuration_.is_write ? StorageActivity::write : StorageActivity::read,
           client.start, now_);
  }
  begin_request(number);
}

}  // namespace paje::simulation

namespace paje {

StorageResult simulate_storage(const StorageConfiguration& configuration) {
  return simulation::StorageRun(configuration).run();
}

}  // namespace paje
