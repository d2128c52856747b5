#include "measure/network.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

#include "common/tool.hpp"

namespace paje::tools {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "paje-network-";

// In which the first process has said what is wrong, on a busy machine, too.
constexpr std::chrono::seconds kTimeOfFirst{5};

std::string variable(const char* name) {
  const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
  return value == nullptr ? "" : value;
}

struct Program {
  std::string mpi;
  std::string path;
};

// Those that lie where this program was installed or built.
std::vector<Program> network_programs() {
  std::error_code ignored;
  const fs::path own = fs::canonical("/proc/self/exe", ignored).parent_path();
  std::vector<Program> found;
  for (const fs::path& folder : {own / PAJE_BIN_TO_NETWORKS, own / ".." / "network"}) {
    for (const auto& entry : fs::directory_iterator(folder, ignored)) {
      const std::string name = entry.path().filename().string();
      if (!name.starts_with(kPrefix) || ::access(entry.path().c_str(), X_OK) != 0) continue;
      found.push_back({name.substr(kPrefix.size()), fs::canonical(entry.path(), ignored).string()});
    }
    if (!found.empty()) break;
  }
  // Open MPI first, as pj_record has it.
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.mpi > b.mpi; });
  return found;
}

template <class Numbers>
std::string list(const Numbers& numbers) {
  std::string text;
  for (const auto number : numbers) text += fmt::format("{}{}", text.empty() ? "" : ",", number);
  return text;
}

std::vector<std::string> words_of(const MeasureOptions& options) {
  const NetworkOptions& network = options.network;
  std::vector<int64_t> sizes(network.sizes.begin(), network.sizes.end());
  std::vector<std::string> words = {
      "experiment=" + network.experiment,
      "output=" + options.format.output,
      fmt::format("table={:d}", options.format.csv),
      fmt::format("serial={:d}", network.serial),
      fmt::format("root={}", network.root),
      "sizes=" + list(sizes),
      fmt::format("confidence={}", network.confidence / 100),
      fmt::format("precision={}", network.precision / 100),
      fmt::format("most={}", network.most_repetitions),
  };
  if (network.experiment == "halo") {
    words.push_back("per-node=" + list(network.per_node));
    words.push_back("messages=" + list(network.messages));
  }
  return words;
}

}  // namespace

std::optional<LaunchedProcess> launched_process() {
  struct Launcher {
    const char* rank;
    const char* mpi;
  };
  // Open MPI's mpirun sets PMIX_RANK, too, as srun does; MPICH's sets PMI_RANK.
  static constexpr std::array<Launcher, 3> kLaunchers = {
      {{"OMPI_COMM_WORLD_RANK", "openmpi"}, {"PMI_RANK", "mpich"}, {"PMIX_RANK", ""}}};
  for (const Launcher& launcher : kLaunchers) {
    const std::string rank = variable(launcher.rank);
    if (!rank.empty()) return LaunchedProcess{launcher.mpi, rank == "0"};
  }
  return std::nullopt;
}

std::string network_program(const std::string& asked, const LaunchedProcess& process) {
  const std::vector<Program> programs = network_programs();
  if (programs.empty()) {
    throw std::runtime_error(
        "there is no program that measures networks: it is built where MPI is found (Debian: "
        "libopenmpi-dev openmpi-bin, or libmpich-dev mpich)");
  }
  const std::string wanted = asked.empty() ? process.mpi : asked;
  if (wanted.empty()) return programs.front().path;
  std::string list;
  for (const Program& program : programs) {
    if (program.mpi == wanted) return program.path;
    list += (list.empty() ? "" : ", ") + program.mpi;
  }
  throw std::runtime_error(fmt::format("{} {}, for which no program was built; there is: {}",
                                       asked.empty() ? "mpirun belongs to" : "--mpi asks for",
                                       one_line(wanted), list));
}

Silence::Silence(bool is_on) {
  if (!is_on) return;
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  messages_ = ::memfd_create("messages", MFD_CLOEXEC);
  for (int i = 0; i < 2; ++i) {
    kept_[static_cast<std::size_t>(i)] = ::fcntl(i + 1, F_DUPFD_CLOEXEC, 3);
    ::dup2(i == 1 && messages_ >= 0 ? messages_ : nowhere, i + 1);
  }
  ::close(nowhere);
}

void Silence::end_after_failure() {
  const bool was_on = kept_[1] >= 0;
  const int messages = std::exchange(messages_, -1);
  if (was_on) std::this_thread::sleep_for(kTimeOfFirst);
  end();
  if (messages < 0) return;
  std::array<char, 4096> text{};
  for (off_t at = 0;;) {
    const ssize_t length = ::pread(messages, text.data(), text.size(), at);
    if (length <= 0) break;
    fmt::print(stderr, "{}", std::string_view(text.data(), static_cast<std::size_t>(length)));
    at += length;
  }
  ::close(messages);
}

void Silence::end() {
  if (messages_ >= 0) ::close(std::exchange(messages_, -1));
  for (int i = 0; i < 2; ++i) {
    int& kept = kept_[static_cast<std::size_t>(i)];
    if (kept < 0) continue;
    ::dup2(kept, i + 1);
    ::close(std::exchange(kept, -1));
  }
}

void become_network_program(const MeasureOptions& options, Silence& silence) {
  const std::optional<LaunchedProcess> process = launched_process();
  const std::string path =
      network_program(options.network.mpi, process.value_or(LaunchedProcess{}));
  if (!process) {
    throw std::runtime_error(fmt::format(
        "a network is measured between processes: mpirun -n 4 pj_measure network {} ...",
        options.network.experiment));
  }
  std::vector<std::string> words = words_of(options);
  words.insert(words.begin(), path);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  silence.end();
  ::execv(path.c_str(), arguments.data());
  throw std::system_error(errno, std::generic_category(), path);
}

}  // namespace paje::tools
