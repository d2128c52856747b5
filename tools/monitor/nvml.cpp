#include "monitor/nvml.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstring>
#include <vector>

namespace paje::tools {

// Declared as in nvml.h, which Debian does not have. All functions return 0 if they could.
struct NvmlSampler::Library {
  using Handle = struct nvmlDevice_st*;
  struct Memory {
    unsigned long long total, free, used;
  };
  struct Use {
    unsigned gpu, memory;
  };
  static constexpr int kSmClock = 1, kMemoryClock = 2;

  int (*init)() = nullptr;
  int (*shutdown)() = nullptr;
  int (*count)(unsigned*) = nullptr;
  int (*handle)(unsigned, Handle*) = nullptr;
  int (*name)(Handle, char*, unsigned) = nullptr;
  int (*power)(Handle, unsigned*) = nullptr;  // milliwatts
  int (*clock)(Handle, int, unsigned*) = nullptr;
  int (*memory)(Handle, Memory*) = nullptr;
  int (*use)(Handle, Use*) = nullptr;

  struct Gpu {
    Handle handle;
    std::size_t power, sm_clock, memory_clock, memory_used, use;
  };
  std::vector<Gpu> gpus;
  void* library = nullptr;
  bool is_running = false;

  Library() = default;
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library() {
    if (is_running) shutdown();
    if (library != nullptr) ::dlclose(library);
  }

  template <class Function>
  bool find(const char* symbol, Function& function) const {
    void* const found = ::dlsym(library, symbol);
    std::memcpy(&function, &found, sizeof found);
    return found != nullptr;
  }

  /// Why not; empty if it is loaded.
  std::string load() {
    library = ::dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return "no GPU of NVIDIA: its library (libnvidia-ml.so.1) is not there";
    if (!find("nvmlInit_v2", init) || !find("nvmlShutdown", shutdown) ||
        !find("nvmlDeviceGetCount_v2", count) || !find("nvmlDeviceGetHandleByIndex_v2", handle) ||
        !find("nvmlDeviceGetName", name) || !find("nvmlDeviceGetPowerUsage", power) ||
        !find("nvmlDeviceGetClockInfo", clock) || !find("nvmlDeviceGetMemoryInfo", memory) ||
        !find("nvmlDeviceGetUtilizationRates", use)) {
      return "the library of NVIDIA (libnvidia-ml.so.1) lacks functions";
    }
    const int error = init();
    is_running = error == 0;
    return is_running ? "" : fmt::format("the library of NVIDIA does not start: error {}", error);
  }
};

NvmlSampler::NvmlSampler(Samples& samples) : library_(std::make_unique<Library>()) {
  missing_ = library_->load();
  unsigned count = 0;
  if (missing_.empty() && (library_->count(&count) != 0 || count == 0)) {
    missing_ = "the library of NVIDIA knows no GPU";
  }
  for (unsigned i = 0; i < count && missing_.empty(); ++i) {
    Library::Gpu gpu{};
    if (library_->handle(i, &gpu.handle) != 0) continue;
    char name[96] = {};
    library_->name(gpu.handle, name, sizeof name - 1);
    const std::size_t device =
        samples.add_device({fmt::format("GPU {} {}", i, name), "measured by NVML", false});
    gpu.power = samples.add_variable(device, "power");
    gpu.sm_clock = samples.add_variable(device, "sm_clock");
    gpu.memory_clock = samples.add_variable(device, "mem_clock");
    gpu.memory_used = samples.add_variable(device, "mem_used");
    gpu.use = samples.add_variable(device, "utilisation");
    library_->gpus.push_back(gpu);
  }
}

NvmlSampler::~NvmlSampler() = default;

std::size_t NvmlSampler::size() const { return library_->gpus.size(); }

// What a GPU does not know has no sample.
void NvmlSampler::sample(double time, Samples& samples) {
  for (const Library::Gpu& gpu : library_->gpus) {
    unsigned number = 0;
    if (library_->power(gpu.handle, &number) == 0) samples.add(gpu.power, time, number / 1e3);
    if (library_->clock(gpu.handle, Library::kSmClock, &number) == 0) {
      samples.add(gpu.sm_clock, time, number);
    }
    if (library_->clock(gpu.handle, Library::kMemoryClock, &number) == 0) {
      samples.add(gpu.memory_clock, time, number);
    }
    Library::Memory memory{};
    if (library_->memory(gpu.handle, &memory) == 0) {
      samples.add(gpu.memory_used, time, static_cast<double>(memory.used));
    }
    Library::Use use{};
    if (library_->use(gpu.handle, &use) == 0) samples.add(gpu.use, time, use.gpu);
  }
}

}  // namespace paje::tools
