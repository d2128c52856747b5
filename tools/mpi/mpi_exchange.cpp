#include "mpi/mpi_exchange.hpp"

#include <algorithm>
#include <climits>
#include <ctime>
#include <new>
#include <numeric>
#include <utility>

#include "common/memory_limit.hpp"
#include "common/print_error.hpp"

namespace paje::tools {

namespace {

// Counts of MPI are ints.
constexpr uint64_t kMostBytes = uint64_t{1} << 30U;
constexpr int kRows = 1;

// Errors of MPI end the program: that is how it starts.

// Does `work`, for which the others wait in a call already: without memory for it, all end.
template <class Work>
auto or_abort(MPI_Comm everyone, Work&& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    say("pj_mpi: not enough memory for what other processes send\n");
    MPI_Abort(everyone, 2);
    throw;
  }
}

// A message in pieces: calls use(first byte, bytes).
template <class Use>
void in_pieces(uint64_t bytes, Use&& use) {
  for (uint64_t first = 0; first < bytes; first += kMostBytes) {
    use(first, static_cast<int>(std::min(kMostBytes, bytes - first)));
  }
}

class Requests {
 public:
  void send(const std::string& bytes, int to, MPI_Comm comm) {
    in_pieces(bytes.size(), [&](uint64_t first, int count) {
      MPI_Isend(bytes.data() + first, count, MPI_BYTE, to, kRows, comm, next());
    });
  }
  void receive(std::string& bytes, int from, MPI_Comm comm) {
    in_pieces(bytes.size(), [&](uint64_t first, int count) {
      MPI_Irecv(bytes.data() + first, count, MPI_BYTE, from, kRows, comm, next());
    });
  }
  void wait() { MPI_Waitall(static_cast<int>(all_.size()), all_.data(), MPI_STATUSES_IGNORE); }

 private:
  MPI_Request* next() {
    all_.push_back(MPI_REQUEST_NULL);
    return &all_.back();
  }
  std::vector<MPI_Request> all_;
};

}  // namespace

double processor_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

class MpiExchange::Stopwatch {
 public:
  explicit Stopwatch(double& sum) : sum_(sum), begin_(processor_seconds()) {}
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  ~Stopwatch() { sum_ += processor_seconds() - begin_; }

 private:
  double& sum_;
  double begin_;
};

MpiExchange::MpiExchange() {
  MPI_Comm_dup(MPI_COMM_WORLD, &everyone_);
  MPI_Comm_rank(everyone_, &rank_);
  MPI_Comm_size(everyone_, &ranks_);
}

MpiExchange::~MpiExchange() {
  if (counter_ == MPI_WIN_NULL) MPI_Comm_free(&everyone_);
}

void MpiExchange::enter() { check_failed(false); }

void MpiExchange::check_failed(bool failed) {
  int mine = failed ? 1 : 0, any = 0;
  MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_MAX, everyone_);
  if (any != 0 && !failed) throw OtherFailed();
}

MpiExchange::Failure MpiExchange::fail(std::optional<int> status) {
  const MemoryLimitPause pause;  // without memory MPI would end the program, silently
  if (status) check_failed(true);
  if (counter_ != MPI_WIN_NULL) {
    MPI_Win_unlock_all(counter_);
    MPI_Win_free(&counter_);
  }
  int mine = status ? rank_ : ranks_ - 1, first = 0;
  MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, everyone_);
  int how = status.value_or(0);
  MPI_Bcast(&how, 1, MPI_INT, first, everyone_);
  return {first == rank_ && status, how};
}

std::vector<std::string> MpiExchange::all_gather(std::string mine) {
  const Stopwatch watch(seconds_in_calls_);
  std::vector<uint64_t> sizes(ranks());
  std::vector<std::string> all(ranks());
  enter();
  bytes_sent_ += mine.size() * (ranks() - 1);
  uint64_t size = mine.size();
  MPI_Allgather(&size, 1, MPI_UINT64_T, sizes.data(), 1, MPI_UINT64_T, everyone_);
  const uint64_t total = std::accumulate(sizes.begin(), sizes.end(), uint64_t{0});
  or_abort(everyone_, [&] { gather_into(all, std::move(mine), sizes, total); });
  return all;
}

void MpiExchange::gather_into(std::vector<std::string>& all, std::string mine,
                              const std::vector<uint64_t>& sizes, uint64_t total) {
  if (total <= INT_MAX) {
    std::vector<int> counts(sizes.begin(), sizes.end()), begins(sizes.size());
    std::exclusive_scan(counts.begin(), counts.end(), begins.begin(), 0);
    std::string together(total, '\0');
    MPI_Allgatherv(mine.data(), static_cast<int>(mine.size()), MPI_BYTE, together.data(),
                   counts.data(), begins.data(), MPI_BYTE, everyone_);
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i] = together.substr(static_cast<std::size_t>(begins[i]), sizes[i]);
    }
    return;
  }
  all[static_cast<std::size_t>(rank_)] = std::move(mine);
  for (int root = 0; root < ranks_; ++root) {
    std::string& one = all[static_cast<std::size_t>(root)];
    if (root != rank_) one.assign(sizes[static_cast<std::size_t>(root)], '\0');
    in_pieces(one.size(), [&](uint64_t first, int count) {
      MPI_Bcast(one.data() + first, count, MPI_BYTE, root, everyone_);
    });
  }
}

std::vector<std::string> MpiExchange::gather(std::string mine) {
  std::vector<std::string> to(ranks());
  to[0] = std::move(mine);
  auto all = all_to_all(std::move(to));
  if (rank_ != 0) all.clear();
  return all;
}

std::vector<std::string> MpiExchange::all_to_all(std::vector<std::string> to) {
  const Stopwatch watch(seconds_in_calls_);
  std::vector<uint64_t> sent, received(ranks());
  for (const std::string& message : to) sent.push_back(message.size());
  enter();
  MPI_Alltoall(sent.data(), 1, MPI_UINT64_T, received.data(), 1, MPI_UINT64_T, everyone_);
  return deliver(std::move(to), received);
}

// One call of all processes says what is there for whom, and whether there is anything.
std::optional<std::vector<std::string>> MpiExchange::all_to_all_if_any(
    std::vector<std::string> to) {
  const Stopwatch watch(seconds_in_calls_);
  std::vector<uint64_t> sent, received(ranks());
  uint64_t any = 0;
  for (const std::string& message : to) any |= message.empty() ? 0U : 1U;
  for (const std::string& message : to) sent.push_back(uint64_t{message.size()} << 1U | any);
  enter();
  MPI_Alltoall(sent.data(), 1, MPI_UINT64_T, received.data(), 1, MPI_UINT64_T, everyone_);
  any = 0;
  for (uint64_t& size : received) {
    any |= size & 1U;
    size >>= 1U;
  }
  if (any == 0) return std::nullopt;
  return deliver(std::move(to), received);
}

std::vector<std::string> MpiExchange::deliver(std::vector<std::string> to,
                                              const std::vector<uint64_t>& received) {
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (i != rank()) bytes_sent_ += to[i].size();
  }
  return or_abort(everyone_, [&] { return send_all(std::move(to), received); });
}

std::vector<std::string> MpiExchange::send_all(std::vector<std::string> to,
                                               const std::vector<uint64_t>& received) {
  std::vector<std::string> from(ranks());
  Requests requests;
  for (unsigned i = 1; i < ranks(); ++i) {
    const unsigned other = (rank() + ranks() - i) % ranks();
    from[other].resize(received[other]);
    requests.receive(from[other], static_cast<int>(other), everyone_);
  }
  for (unsigned i = 1; i < ranks(); ++i) {
    const unsigned other = (rank() + i) % ranks();
    requests.send(to[other], static_cast<int>(other), everyone_);
  }
  from[rank()] = std::move(to[rank()]);
  requests.wait();
  return from;
}

std::vector<uint64_t> MpiExchange::sum(std::vector<uint64_t> mine) {
  const Stopwatch watch(seconds_in_calls_);
  enter();
  for (std::size_t first = 0; first < mine.size(); first += kMostBytes / sizeof(uint64_t)) {
    const std::size_t count =
        std::min<std::size_t>(kMostBytes / sizeof(uint64_t), mine.size() - first);
    MPI_Allreduce(MPI_IN_PLACE, mine.data() + first, static_cast<int>(count), MPI_UINT64_T, MPI_SUM,
                  everyone_);
  }
  return mine;
}

void MpiExchange::start_counter() {
  const Stopwatch watch(seconds_in_calls_);
  enter();
  const MPI_Aint bytes = rank_ == 0 ? sizeof(uint64_t) : 0;
  MPI_Win_allocate(bytes, sizeof(uint64_t), MPI_INFO_NULL, everyone_, &count_, &counter_);
  if (rank_ == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, counter_);
    *count_ = 0;
    MPI_Win_unlock(0, counter_);
  }
  MPI_Barrier(everyone_);
  MPI_Win_lock_all(0, counter_);
}

uint64_t MpiExchange::next_number() {
  const Stopwatch watch(seconds_in_calls_);
  const uint64_t one = 1;
  uint64_t before = 0;
  MPI_Fetch_and_op(&one, &before, MPI_UINT64_T, 0, 0, MPI_SUM, counter_);
  MPI_Win_flush(0, counter_);
  return before;
}

void MpiExchange::stop_counter() {
  const Stopwatch watch(seconds_in_calls_);
  enter();
  MPI_Win_unlock_all(counter_);
  MPI_Win_free(&counter_);
}

}  // namespace paje::tools
