#include "measure/machine.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <barrier>
#include <chrono>
#include <functional>
#include <thread>
#include <vector>

namespace paje::tools {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kRepetitions = 9;  // their median counts

unsigned usable_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (::sched_getaffinity(0, sizeof set, &set) == 0) return static_cast<unsigned>(CPU_COUNT(&set));
  return std::max(1U, std::thread::hardware_concurrency());
}

double median(std::vector<double> numbers) {
  std::sort(numbers.begin(), numbers.end());
  return numbers[numbers.size() / 2];
}

// Seconds that `work` takes on all threads at once, from when all begin until all have ended.
double seconds_on(unsigned threads, const std::function<void(unsigned)>& work) {
  Clock::time_point start, end;
  std::barrier together(static_cast<std::ptrdiff_t>(threads) + 1);
  std::vector<std::jthread> all;
  for (unsigned i = 0; i < threads; ++i) {
    all.emplace_back([&, i] {
      together.arrive_and_wait();
      work(i);
      together.arrive_and_wait();
    });
  }
  start = Clock::now();
  together.arrive_and_wait();
  together.arrive_and_wait();
  end = Clock::now();
  return std::chrono::duration<double>(end - start).count();
}

// Sums and products that wait for no other ones; the result keeps the compiler from leaving them
// out.
double multiply_and_add(uint64_t rounds) {
  std::array<double, 32> numbers{};
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = 1e-3 * static_cast<double>(i);
  for (uint64_t round = 0; round < rounds; ++round) {
    for (double& number : numbers) number = number * 0.999 + 0.001;
  }
  double sum = 0;
  for (const double number : numbers) sum += number;
  return sum;
}

double flops(unsigned threads) {
  constexpr uint64_t kRounds = 1'000'000;
  constexpr double kOperations = 2.0 * 32 * kRounds;
  std::vector<double> results(threads), found;
  for (int i = 0; i < kRepetitions; ++i) {
    const double seconds =
        seconds_on(threads, [&](unsigned thread) { results[thread] = multiply_and_add(kRounds); });
    found.push_back(kOperations * threads / seconds);
  }
  return results.front() > 0 ? median(found) : 0;
}

// a = b + s * c, as STREAM's triad counts it: three numbers moved for each.
double bandwidth(unsigned threads) {
  const std::size_t count = (std::size_t{64} << 20) / sizeof(double) / threads;
  std::vector<std::vector<double>> a(threads), b(threads), c(threads);
  (void)seconds_on(threads, [&](unsigned i) {  // touched first by the thread that uses them
    a[i].assign(count, 0);
    b[i].assign(count, 1);
    c[i].assign(count, 2);
  });
  std::vector<double> found;
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    const double seconds = seconds_on(threads, [&](unsigned i) {
      double* const to = a[i].data();
      const double *const left = b[i].data(), *const right = c[i].data();
      for (std::size_t k = 0; k < count; ++k) to[k] = left[k] + 3 * right[k];
    });
    found.push_back(3.0 * sizeof(double) * static_cast<double>(count * threads) / seconds);
  }
  return a[0][count / 2] > 0 ? median(found) : 0;
}

}  // namespace

Report measure_machine() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  const unsigned cores = usable_cores();
  const double one = flops(1);
  Report report;
  Sheet sheet("This machine", {{"node"},
                               {"cores", Measure::count},
                               {"speed", Measure::number},
                               {"flops_one_core", Measure::number},
                               {"flops_all_cores", Measure::number},
                               {"memory_one_core", Measure::number},
                               {"memory_all_cores", Measure::number}});
  sheet.add({std::string(name.data()), uint64_t{cores}, one / 1e9, one,
             cores == 1 ? one : flops(cores), bandwidth(1), bandwidth(cores)});
  report.sheets.emplace_back("machine", std::move(sheet));
  report.remarks.emplace_back(
      "speed counts 1e9 operations a second of one core; flops are sums and products of doubles a "
      "second as this program was compiled, memory is bytes a second of a = b + s c. Medians of "
      "9.");
  return report;
}

}  // namespace paje::tools
