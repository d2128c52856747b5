// A tiled Cholesky factorisation as a graph of tasks, simulated with SimGrid S4U: an actor on each
// host is a worker, one on node-0 is the scheduler. The scheduler gives a ready task (the one with
// the longest path to the end first) to the idle worker that has most of its input tiles; the
// worker fetches the tiles that it lacks from the last writer's host one after another, computes
// and notifies the scheduler. The cost of a kernel is its flops, spread by +-10 %, from a hash of
// the task. The program writes the Paje trace itself (SimGrid 3.32's tracing/actor pops states that
// it never pushed):
// - containers Program > Node > Worker, and Program > Scheduler
// - Worker State: "task" (with the field JobId, the task's number), inside it "fetch" for each tile
// fetched and the
//   kernel: "potrf", "trsm", "syrk" or "gemm" (with JobId and Flops). A worker without a task has
//   no state
// - links Transfer (from the worker that has the tile, Size in bytes: the fetch) and Dependence
// (from the worker that
//   ended a task to the one that starts a task that waited for it, at its kernel's start; Size 0)
// - variables Ready and Running of the Scheduler, events "assign" of the Scheduler, "release" when
// a task becomes ready usage: tiles PLATFORM WORKERS TILES TILE TRACE_FILE [SimGrid's options]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <simgrid/s4u.hpp>
#include <string>
#include <vector>
namespace s4u = simgrid::s4u;

struct Task {
  const char* kernel;
  double flops;
  std::vector<int> in;  // tiles that it reads
  int out;              // the tile that it writes
  std::vector<int> then;
  int waits = 0;
  double rank = 0.0;
};
static std::vector<Task> tasks;
static std::vector<std::vector<bool>> has;  // worker, tile
static std::vector<int> owner;              // tile: the worker that wrote it last
static int n, tile;
static const double kBytes = 8.0;

static unsigned mix(unsigned x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ (x >> 16);
}

static void build() {
  std::map<int, int> last;                  // tile: the task that wrote it
  std::map<int, std::vector<int>> readers;  // since then
  auto add = [&](const char* kernel, double share, std::vector<int> in, int out) {
    Task t;
    t.kernel = kernel;
    t.in = in;
    t.in.push_back(out);
    t.out = out;
    const int id = tasks.size();
    t.flops = share * tile * tile * tile * (0.9 + 0.2 * (mix(id) % 1000 / 1000.0));
    std::vector<int> before;
    for (int i : t.in)
      if (last.count(i)) before.push_back(last[i]);
    for (int r : readers[out]) before.push_back(r);
    std::sort(before.begin(), before.end());
    before.erase(std::unique(before.begin(), before.end()), before.end());
    for (int b : before) {
      tasks[b].then.push_back(id);
      ++t.waits;
    }
    for (int i : in) readers[i].push_back(id);
    readers[out].clear();
    last[out] = id;
    tasks.push_back(t);
  };
  auto at = [&](int i, int j) { return i * n + j; };
  for (int k = 0; k < n; ++k) {
    add("potrf", 1.0 / 3.0, {}, at(k, k));
    for (int i = k + 1; i < n; ++i) add("trsm", 1.0, {at(k, k)}, at(i, k));
    for (int i = k + 1; i < n; ++i) {
      add("syrk", 1.0, {at(i, k)}, at(i, i));
      for (int j = k + 1; j < i; ++j) add("gemm", 2.0, {at(i, k), at(j, k)}, at(i, j));
    }
  }
  for (int i = tasks.size() - 1; i >= 0; --i) {
    for (int t : tasks[i].then) tasks[i].rank = std::max(tasks[i].rank, tasks[t].rank);
    tasks[i].rank += tasks[i].flops;
  }
}

static FILE* trace;
static double now() { return s4u::Engine::get_clock(); }
static const char kDefinitions[] =
    "%EventDef PajeDefineContainerType 0\n% Alias string\n% Type string\n% Name "
    "string\n%EndEventDef\n"
    "%EventDef PajeDefineStateType 1\n% Alias string\n% Type string\n% Name string\n%EndEventDef\n"
    "%EventDef PajeDefineVariableType 2\n% Alias string\n% Type string\n% Name string\n% Color "
    "color\n%EndEventDef\n"
    "%EventDef PajeDefineEventType 3\n% Alias string\n% Type string\n% Name string\n%EndEventDef\n"
    "%EventDef PajeDefineLinkType 4\n% Alias string\n% Type string\n% StartContainerType string\n"
    "% EndContainerType string\n% Name string\n%EndEventDef\n"
    "%EventDef PajeDefineEntityValue 5\n% Alias string\n% Type string\n% Name string\n% Color "
    "color\n%EndEventDef\n"
    "%EventDef PajeCreateContainer 6\n% Time date\n% Alias string\n% Type string\n% Container "
    "string\n% Name string\n%EndEventDef\n"
    "%EventDef PajeDestroyContainer 7\n% Time date\n% Type string\n% Name string\n%EndEventDef\n"
    "%EventDef PajePushState 8\n% Time date\n% Type string\n% Container string\n% Value string\n% "
    "JobId string\n% Flops double\n%EndEventDef\n"
    "%EventDef PajePopState 9\n% Time date\n% Type string\n% Container string\n%EndEventDef\n"
    "%EventDef PajeSetVariable 10\n% Time date\n% Type string\n% Container string\n% Value "
    "double\n%EndEventDef\n"
    "%EventDef PajeNewEvent 11\n% Time date\n% Type string\n% Container string\n% Value string\n% "
    "JobId string\n%EndEventDef\n"
    "%EventDef PajeStartLink 12\n% Time date\n% Type string\n% Container string\n% StartContainer "
    "string\n% Value string\n% Key string\n% Size int\n%EndEventDef\n"
    "%EventDef PajeEndLink 13\n% Time date\n% Type string\n% Container string\n% EndContainer "
    "string\n% Value string\n% Key string\n%EndEventDef\n"
    "0 Program 0 Program\n0 Node Program Node\n0 Worker Node Worker\n0 Scheduler Program "
    "Scheduler\n"
    "1 WS Worker \"Worker State\"\n2 Ready Scheduler Ready \"0.9 0.6 0.1\"\n2 Running Scheduler "
    "Running \"0.1 0.3 0.8\"\n"
    "3 SE Scheduler Decision\n4 Transfer Program Worker Worker Transfer\n4 Dependence Program "
    "Worker Worker Dependence\n"
    "5 task WS task \"0.8 0.8 0.8\"\n5 fetch WS fetch \"0.9 0.6 0.1\"\n5 potrf WS potrf \"0.8 0.1 "
    "0.1\"\n"
    "5 trsm WS trsm \"0.1 0.6 0.1\"\n5 syrk WS syrk \"0.5 0.1 0.6\"\n5 gemm WS gemm \"0.1 0.3 "
    "0.8\"\n";
static void push(int w, const char* value, int job, double flops) {
  std::fprintf(trace, "8 %.9f WS w%d %s %d %.0f\n", now(), w, value, job, flops);
}
static void pop(int w) { std::fprintf(trace, "9 %.9f WS w%d\n", now(), w); }
static void start_link(const char* type, int from, const std::string& value, const std::string& key,
                       double size) {
  std::fprintf(trace, "12 %.9f %s p w%d %s %s %.0f\n", now(), type, from, value.c_str(),
               key.c_str(), size);
}
static void end_link(const char* type, int to, const std::string& value, const std::string& key) {
  std::fprintf(trace, "13 %.9f %s p w%d %s %s\n", now(), type, to, value.c_str(), key.c_str());
}
static std::vector<std::vector<int>> before;  // task: those it waited for

struct Word {
  int task, worker;
};

static void worker(int w) {
  auto* own = s4u::Mailbox::by_name("worker-" + std::to_string(w));
  auto* boss = s4u::Mailbox::by_name("scheduler");
  for (;;) {
    auto word = own->get_unique<Word>();
    if (word->task < 0) return;
    const Task& t = tasks[word->task];
    push(w, "task", word->task, 0.0);
    for (int i : t.in) {
      if (has[w][i]) continue;
      const std::string key = "t" + std::to_string(word->task) + "_" + std::to_string(i);
      push(w, "fetch", word->task, 0.0);
      start_link("Transfer", owner[i], "tile", key, kBytes * tile * tile);
      s4u::Comm::sendto(s4u::Host::by_name("node-" + std::to_string(owner[i])),
                        s4u::this_actor::get_host(), kBytes * tile * tile);
      end_link("Transfer", w, "tile", key);
      pop(w);
      has[w][i] = true;
    }
    for (int b : before[word->task])
      end_link("Dependence", w, tasks[b].kernel,
               "d" + std::to_string(b) + "_" + std::to_string(word->task));
    push(w, t.kernel, word->task, t.flops);
    s4u::this_actor::execute(t.flops);
    pop(w);
    for (int next : t.then)
      start_link("Dependence", w, t.kernel,
                 "d" + std::to_string(word->task) + "_" + std::to_string(next), 0.0);
    pop(w);
    boss->put(new Word{word->task, w}, 64);
  }
}

static void numbers(size_t ready, int running) {
  std::fprintf(trace, "10 %.9f Ready s %zu\n10 %.9f Running s %d\n", now(), ready, now(), running);
}

static void scheduler(int workers) {
  auto* own = s4u::Mailbox::by_name("scheduler");
  std::vector<int> ready, idle;
  for (int w = 0; w < workers; ++w) idle.push_back(w);
  for (size_t i = 0; i < tasks.size(); ++i)
    if (tasks[i].waits == 0) ready.push_back(i);
  int running = 0;
  size_t done = 0;
  while (done < tasks.size()) {
    while (!ready.empty() && !idle.empty()) {
      auto t = std::max_element(ready.begin(), ready.end(), [](int a, int b) {
        return tasks[a].rank < tasks[b].rank || (tasks[a].rank == tasks[b].rank && a > b);
      });
      const int id = *t;
      ready.erase(t);
      auto most = idle.begin();
      int score = -1;
      for (auto w = idle.begin(); w != idle.end(); ++w) {
        int s = 0;
        for (int i : tasks[id].in) s += has[*w][i];
        if (s > score) {
          score = s;
          most = w;
        }
      }
      const int w = *most;
      idle.erase(most);
      ++running;
      std::fprintf(trace, "11 %.9f SE s assign %d\n", now(), id);
      numbers(ready.size(), running);
      s4u::Mailbox::by_name("worker-" + std::to_string(w))
          ->put_init(new Word{id, w}, 256)
          ->detach();
    }
    auto word = own->get_unique<Word>();
    const Task& t = tasks[word->task];
    for (auto& h : has) h[t.out] = false;
    has[word->worker][t.out] = true;
    owner[t.out] = word->worker;
    for (int next : t.then)
      if (--tasks[next].waits == 0) {
        ready.push_back(next);
        std::fprintf(trace, "11 %.9f SE s release %d\n", now(), next);
      }
    idle.push_back(word->worker);
    std::sort(idle.begin(), idle.end());
    --running;
    ++done;
    numbers(ready.size(), running);
  }
  for (int w = 0; w < workers; ++w)
    s4u::Mailbox::by_name("worker-" + std::to_string(w))->put(new Word{-1, w}, 64);
}

int main(int argc, char** argv) {
  s4u::Engine e(&argc, argv);
  if (argc < 6) {
    std::fprintf(stderr, "usage: tiles PLATFORM WORKERS TILES TILE TRACE_FILE\n");
    return 2;
  }
  e.load_platform(argv[1]);
  const int workers = std::atoi(argv[2]);
  n = std::atoi(argv[3]);
  tile = std::atoi(argv[4]);
  build();
  before.resize(tasks.size());
  for (size_t i = 0; i < tasks.size(); ++i)
    for (int t : tasks[i].then) before[t].push_back(i);
  trace = std::fopen(argv[5], "w");
  if (!trace) {
    std::perror(argv[5]);
    return 1;
  }
  std::fputs(kDefinitions, trace);
  std::fprintf(trace, "6 0 p Program 0 cholesky\n6 0 s Scheduler p scheduler\n");
  for (int w = 0; w < workers; ++w)
    std::fprintf(trace, "6 0 n%d Node p node-%d\n6 0 w%d Worker n%d worker-%d\n", w, w, w, w, w);
  has.assign(workers, std::vector<bool>(n * n, false));
  owner.resize(n * n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      owner[i * n + j] = (i + j) % workers;
      has[(i + j) % workers][i * n + j] = true;
    }
  for (int w = 0; w < workers; ++w)
    s4u::Actor::create("worker-" + std::to_string(w),
                       s4u::Host::by_name("node-" + std::to_string(w)), worker, w);
  s4u::Actor::create("scheduler", s4u::Host::by_name("node-0"), scheduler, workers);
  e.run();
  for (int w = 0; w < workers; ++w)
    std::fprintf(trace, "7 %.9f Worker w%d\n7 %.9f Node n%d\n", now(), w, now(), w);
  std::fprintf(trace, "7 %.9f Scheduler s\n7 %.9f Program p\n", now(), now());
  std::fclose(trace);
  std::printf("tiles: %zu tasks, %d workers, %.9f s\n", tasks.size(), workers,
              s4u::Engine::get_clock());
  return 0;
}
