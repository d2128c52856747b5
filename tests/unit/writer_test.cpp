// What a TraceWriter writes: valid, the same in every encoding, and nothing of what it refuses.
#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "paje/archive.hpp"
#include "paje/paje.h"
#include "paje/read.hpp"
#include "paje/table.hpp"
#include "paje/writer.hpp"

namespace paje::testing {
namespace {

using Writer = TraceWriter;

constexpr Encoding kEncodings[] = {Encoding::text, Encoding::standard, Encoding::reference,
                                   Encoding::archive};

std::string table_of(const Input& input) {
  ReadOptions options;
  options.keep_user_fields = true;
  options.on_warning = [](const Diagnostic& warning) {
    ADD_FAILURE() << text_of(warning.rule).name << " in line " << warning.where.line << ": "
                  << warning.found;
  };
  const Trace trace = read_trace(input, options);
  std::string table;
  TableOptions shown;
  shown.user_fields = true;
  write_table(trace, shown, [&table](std::string_view text) { table += text; });
  return table;
}

std::string table_of(const std::string& bytes) { return table_of(Input::from_memory(bytes)); }

template <class Program>
std::string written(Encoding encoding, Program&& program) {
  std::string bytes;
  Writer writer([&bytes](std::string_view more) { bytes += more; }, {.encoding = encoding});
  program(writer);
  writer.close();
  return bytes;
}

void small_program(Writer& writer) {
  const auto machine = writer.container_type("Machine");
  const auto core = writer.container_type("Core", machine);
  const auto activity = writer.state_type("Activity", core);
  const auto power = writer.variable_type("Power", machine, Color{1, 0, 0, 1});
  const auto mark = writer.event_type("Mark", core);
  const auto message = writer.link_type("Message", machine, core, core);
  const auto compute = writer.value(activity, "compute", Color{0, 1, 0, 1});
  const auto sizes = writer.user_fields({{"Size", FieldType::int_number}, {"Note"}});
  const auto m = writer.create_container(0, machine, "node 1");
  const auto a = writer.create_container(0, core, "a", m);
  const auto b = writer.create_container(0.5, core, "b", m);
  writer.set_variable(0.5, m, power, 0.1 + 0.2);
  writer.push_state(1, a, activity, compute);
  writer.push_state(1.25, a, activity, "say \"hi\"");
  writer.start_link(1.5, m, message, a, "k 1", "data", {sizes, {int64_t{4096}, "first one"}});
  writer.pop_state(2, a, activity);
  writer.end_link(2.5, m, message, b, "k 1", "data");
  writer.new_event(2.75, b, mark, "here");
  writer.add_variable(3, m, power, 1);
  writer.pop_state(3, a, activity);
  writer.destroy_container(4, m);
}

TEST(TraceWriter, WritesWhatItIsTold) {
  for (const Encoding encoding : kEncodings) {
    EXPECT_EQ(table_of(written(encoding, small_program)),
              "Container, 0, 0, 0, 4, 4, 0\n"
              "Container, 0, Machine, 0, 4, 4, node 1\n"
              "Variable, node 1, Power, 0.500000, 3.000000, 2.500000, 0.300000\n"
              "Variable, node 1, Power, 3.000000, 4.000000, 1.000000, 1.300000\n"
              "Link, node 1, Message, 1.500000, 2.500000, 1.000000, data, a, b, k 1, 4096, "
              "first one\n"
              "Container, node 1, Core, 0.5, 4, 3.5, b\n"
              "Event, b, Mark, 2.750000, here\n"
              "Container, node 1, Core, 0, 4, 4, a\n"
              "State, a, Activity, 1.000000, 3.000000, 2.000000, 0.000000, compute\n"
              "State, a, Activity, 1.250000, 2.000000, 0.750000, 1.000000, say 'hi'\n");
  }
}

TEST(TraceWriter, KeepsTheValuesOfABracedList) {
  const std::string text = written(Encoding::text, [](Writer& writer) {
    const auto type = writer.container_type("Machine");
    const auto fields = writer.user_fields({{"Size", FieldType::int_number}, {"Note"}});
    const Writer::With with = {fields, {int64_t{41}, "in a variable"}};
    const Writer::With copy = with;
    writer.create_container(0, type, "a", Writer::kRootContainer, with);
    writer.create_container(0, type, "b", Writer::kRootContainer, copy);
  });
  EXPECT_NE(text.find("41 \"in a variable\"\n"), std::string::npos) << text;
  EXPECT_NE(text.rfind("41 \"in a variable\"\n"), text.find("41 \"in a variable\"\n"));
}

// A random program, in which calls are tried that must be refused.
class RandomProgram {
 public:
  RandomProgram(uint64_t seed, bool tries_bad_calls) : random_(seed), bad_(tries_bad_calls) {}

  void operator()(Writer& writer) {
    define(writer);
    for (int i = 0; i < 300; ++i) {
      time_ += static_cast<double>(random_() % 4) * 0.1;
      step(writer);
      const uint64_t which = random_() % 16;  // drawn whether it is tried or not
      if (bad_) try_bad_call(writer, which);
    }
    for (const auto& [key, at] : open_links_)
      writer.end_link(time_, machine_, message_, at, key, "m");
    if (random_() % 2 == 0) writer.destroy_container(time_, machine_);
  }

 private:
  void define(Writer& writer) {
    machine_type_ = writer.container_type("Machine");
    core_type_ = writer.container_type("Core", machine_type_);
    state_ = writer.state_type("State", core_type_);
    variable_ = writer.variable_type("Variable", core_type_);
    event_ = writer.event_type("Event", core_type_);
    message_ = writer.link_type("Message", machine_type_, core_type_, core_type_);
    value_ = writer.value(state_, "known", Color{0, 0, 1, 1});
    fields_ =
        writer.user_fields({{"Size", FieldType::int_number}, {"Load", FieldType::double_number}});
    machine_ = writer.create_container(0, machine_type_, "machine");
    for (int i = 0; i < 3; ++i) {
      cores_.push_back(
          writer.create_container(0, core_type_, "core " + std::to_string(i), machine_));
      depths_.push_back(0);
      has_value_.push_back(false);
    }
  }

  void step(Writer& writer) {
    const std::size_t core = random_() % cores_.size();
    const auto in = cores_[core];
    const double number = static_cast<double>(random_() % 1000) / 7;
    switch (random_() % 9) {
      case 0:
        depths_[core]++;
        return writer.push_state(time_, in, state_, value_,
                                 {fields_, {int64_t{random_() % 99 == 0}, number}});
      case 1:
        depths_[core]++;
        return writer.push_state(time_, in, state_, "s" + std::to_string(random_() % 5));
      case 2:
        if (depths_[core] == 0) return;
        depths_[core]--;
        return writer.pop_state(time_, in, state_);
      case 3:
        depths_[core] = 1;
        return writer.set_state(time_, in, state_, value_);
      case 4:
        depths_[core] = 0;
        return writer.reset_state(time_, in, state_);
      case 5:
        has_value_[core] = true;
        return writer.set_variable(time_, in, variable_, number);
      case 6:
        if (!has_value_[core]) return;
        return writer.sub_variable(time_, in, variable_, number);
      case 7:
        return writer.new_event(time_, in, event_, "e#" + std::to_string(random_() % 3));
      default:
        const std::string key = "key" + std::to_string(links_++);
        writer.start_link(time_, machine_, message_, in, key, "m");
        open_links_.emplace_back(key, cores_[random_() % cores_.size()]);
        if (random_() % 4 == 0) return;
        writer.end_link(time_, machine_, message_, open_links_.back().second, key, "m");
        open_links_.pop_back();
    }
  }

  void try_bad_call(Writer& writer, uint64_t which) {
    const auto in = cores_[which % cores_.size()];
    const double nan = std::nan("");
    switch (which) {
      case 0:
        return refused([&] { writer.push_state(nan, in, state_, value_); });
      case 1:
        return refused([&] { writer.push_state(-1, in, state_, value_); }, !is_new_track(in));
      case 2:
        return refused([&] { writer.pop_state(time_, in, state_); }, depths_[which % 3] == 0);
      case 3:
        return refused([&] { writer.add_variable(time_, in, variable_, 1); },
                       !has_value_[which % 3]);
      case 4:
        return refused([&] { writer.push_state(time_, in, variable_, value_); });
      case 5:
        return refused([&] { writer.push_state(time_, machine_, state_, value_); });
      case 6:
        return refused([&] { writer.new_event(time_, in, event_, value_); });
      case 7:
        return refused([&] { writer.start_link(time_, machine_, message_, machine_, "x", "m"); });
      case 8:
        return refused([&] { writer.start_link(time_, machine_, message_, in, "key0", "m"); },
                       links_ > 0);
      case 9:
        return refused([&] { writer.create_container(time_, core_type_, "c"); });
      case 10:
        return refused([&] { writer.push_state(time_, in, state_, value_, {fields_, {1.0}}); });
      case 11:
        return refused([&] { writer.push_state(time_, {99}, state_, value_); });
      case 12:
        return refused([&] { writer.push_state(time_, in, {99}, value_); });
      case 13:
        return refused([&] { writer.destroy_container(-1, machine_); });
      case 14:
        return refused([&] { writer.value(variable_, "v"); });
      default:
        return refused([&] {
          writer.set_variable(std::numeric_limits<double>::infinity(), in, variable_, 1);
        });
    }
  }
  [[nodiscard]] bool is_new_track(Writer::Container in) const {
    // Depth 0 may mean that no event came: nothing is known of the track then.
    return depths_[in.index - cores_.front().index] == 0;
  }
  template <class Call>
  static void refused(Call&& call, bool must_be = true) {
    if (must_be) {
      EXPECT_THROW(call(), WriterError);
    }
  }

  std::mt19937_64 random_;
  bool bad_;
  double time_ = 0;
  uint64_t links_ = 0;
  Writer::Type machine_type_, core_type_, state_, variable_, event_, message_;
  Writer::Value value_;
  Writer::Fields fields_;
  Writer::Container machine_;
  std::vector<Writer::Container> cores_;
  std::vector<int> depths_;
  std::vector<bool> has_value_;
  std::vector<std::pair<std::string, Writer::Container>> open_links_;
};

TEST(TraceWriter, WritesTheSameTraceInEveryEncodingAndNothingOfWhatItRefuses) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    const std::string text = written(Encoding::text, RandomProgram(seed, false));
    const std::string expected = table_of(text);
    ASSERT_FALSE(expected.empty());
    for (const Encoding encoding : kEncodings) {
      const std::string plain = written(encoding, RandomProgram(seed, false));
      ASSERT_EQ(table_of(plain), expected) << seed;
      ASSERT_EQ(written(encoding, RandomProgram(seed, true)), plain) << seed;
    }
  }
}

TEST(TraceWriter, KeepsEveryBitOfATime) {
  std::mt19937_64 random(1);
  std::vector<double> times;
  for (int i = 0; i < 1000; ++i) {
    times.push_back(
        std::ldexp(static_cast<double>(random() >> 11U), static_cast<int>(random() % 40) - 60));
  }
  std::sort(times.begin(), times.end());
  for (const Encoding encoding : kEncodings) {
    const std::string bytes = written(encoding, [&times](Writer& writer) {
      const auto type = writer.container_type("C");
      const auto event = writer.event_type("E", type);
      const auto in = writer.create_container(times.front(), type, "c");
      for (const double time : times) writer.new_event(time, in, event, "e");
    });
    const Trace trace = read_trace(Input::from_memory(bytes));
    const auto found = trace.events().time;
    ASSERT_TRUE(std::equal(found.begin(), found.end(), times.begin(), times.end()));
  }
}

TEST(TraceWriter, SaysWhichLinkLacksAHalf) {
  std::string bytes;
  Writer writer([&bytes](std::string_view more) { bytes += more; });
  const auto type = writer.container_type("C");
  const auto link = writer.link_type("L", Writer::kRootType, type, type);
  const auto in = writer.create_container(0, type, "c");
  writer.start_link(0, Writer::kRootContainer, link, in, "lost one", "m");
  try {
    writer.close();
    FAIL();
  } catch (const WriterError& error) {
    EXPECT_STREQ(error.what(), "1 links lack a half, such as that of key lost one");
  }
  EXPECT_THROW(writer.new_event(0, in, type, "x"), WriterError);
}

class Folder {
 public:
  Folder() { path_ = mkdtemp(name_.data()); }
  ~Folder() { std::filesystem::remove_all(path_); }
  [[nodiscard]] std::string file(const std::string& name) const { return path_ + '/' + name; }

 private:
  std::string name_ = (std::filesystem::temp_directory_path() / "writer.XXXXXX").string();
  std::string path_;
};

TEST(TraceWriter, WritesPartsThatAreReadAsOneTrace) {
  for (const Encoding encoding : {Encoding::text, Encoding::standard, Encoding::reference}) {
    const Folder folder;
    Writer root(folder.file("run.trace"), {.encoding = encoding});
    const auto process = root.container_type("Process");
    const auto state = root.state_type("State", process);
    const auto message = root.link_type("Message", Writer::kRootType, process, process);
    std::vector<Writer::Container> in;
    for (const char* name : {"p0", "p1"}) in.push_back(root.create_container(0, process, name));
    std::vector<Writer> parts;
    parts.push_back(root.part("run.0.trace", in[0]));
    parts.push_back(root.part("run.1.trace", in[1]));
    root.close();
    const auto thread = parts[1].create_container(0.5, process, "own");
    parts[1].set_state(0.75, thread, state, "run");
    parts[1].push_state(2, in[1], state, "b");
    parts[0].push_state(1, in[0], state, "a");
    parts[0].start_link(1.5, Writer::kRootContainer, message, in[0], "k", "m");
    parts[1].end_link(2.5, Writer::kRootContainer, message, in[1], "k", "m");
    parts[0].pop_state(3, in[0], state);
    parts[1].pop_state(4, in[1], state);
    for (Writer& part : parts) part.close();
    EXPECT_EQ(table_of(Input::from_path(folder.file("run.trace"))),
              "Container, 0, 0, 0, 4, 4, 0\n"
              "Link, 0, Message, 1.500000, 2.500000, 1.000000, m, p0, p1, k\n"
              "Container, 0, Process, 0.5, 4, 3.5, own\n"
              "State, own, State, 0.750000, 4.000000, 3.250000, 0.000000, run\n"
              "Container, 0, Process, 0, 4, 4, p1\n"
              "State, p1, State, 2.000000, 4.000000, 2.000000, 0.000000, b\n"
              "Container, 0, Process, 0, 4, 4, p0\n"
              "State, p0, State, 1.000000, 3.000000, 2.000000, 0.000000, a\n");
  }
}

TEST(TraceWriter, DefinesInPartsNothingThatAnotherPartMightDefineToo) {
  const Folder folder;
  Writer root(folder.file("run.trace"));
  const auto process = root.container_type("Process");
  const auto state = root.state_type("State", process);
  const auto in = root.create_container(0, process, "p");
  Writer part = root.part("run.0.trace", in);
  EXPECT_THROW(part.value(state, "run"), WriterError);
  EXPECT_THROW(part.variable_type("Power", process), WriterError);
  EXPECT_THROW(part.link_type("Message", Writer::kRootType, process, process), WriterError);
  part.push_state(1, in, state, "run");
  part.pop_state(2, in, state);
  root.create_container(3, process, "q");
  part.close();
  root.close();
  EXPECT_NO_THROW(check_trace(Input::from_path(folder.file("run.trace"))));
}

TEST(TraceWriter, NamesPartsThatCanBeRead) {
  const Folder folder;
  Writer root(folder.file("run.trace"));
  const auto in = root.create_container(0, root.container_type("Process"), "p");
  root.name_part("run.0.trace", in);
  for (const char* wrong :
       {"", "run.trace", "./run.trace", "run.0.trace", "./run.0.trace", "a\"b"}) {
    EXPECT_THROW(root.name_part(wrong, in), WriterError) << wrong;
  }
}

// A value is what its text spells: of "a", a line end and "b" that is "a b".
TEST(TraceWriter, ComparesValuesAsTheyAreSpelled) {
  for (const Encoding encoding : {Encoding::text, Encoding::reference, Encoding::archive}) {
    const auto program = [](Writer& to) {
      const auto process = to.container_type("Process");
      const auto state = to.state_type("State", process);
      const auto link = to.link_type("Link", Writer::kRootType, process, process);
      const auto in = to.create_container(0, process, "p");
      const auto value = to.value(state, "a\nb");
      EXPECT_EQ(to.value(state, "a b"), value);
      EXPECT_EQ(to.value(state, "a\rb"), value);
      to.value(state, "it's");
      to.push_state(1, in, state, "it\"s");
      to.push_state(1, in, state, value);
      to.push_state(1, in, state, "c\nd");
      EXPECT_THROW(to.value(state, "c d"), WriterError);
      to.start_link(1, Writer::kRootContainer, link, in, "k\n", "m\n");
      EXPECT_THROW(to.start_link(1, Writer::kRootContainer, link, in, "k ", "m "), WriterError);
      to.end_link(2, Writer::kRootContainer, link, in, "k ", "m ");
    };
    const std::string table = table_of(written(encoding, program));
    for (const char* row : {"State, p, State, 1.000000, 2.000000, 1.000000, 0.000000, it's\n",
                            "1.000000, a b\n", "2.000000, c d\n", ", m , p, p, k \n"}) {
      EXPECT_NE(table.find(row), std::string::npos) << row << table;
    }
  }
}

TEST(TraceWriter, RefusesColoursThatAreNone) {
  const auto program = [](Writer& to) {
    const auto process = to.container_type("Process");
    const auto state = to.state_type("State", process);
    EXPECT_THROW(to.value(state, "run", Color{7, 0, 0, 1}), WriterError);
    EXPECT_THROW(to.value(state, "run", Color{0, std::nanf(""), 0, 1}), WriterError);
    EXPECT_THROW(to.variable_type("v", process, Color{0, 0, -1, 1}), WriterError);
    to.value(state, "run", Color{0, 0, 1, 1});
  };
  const std::string text = written(Encoding::text, program);
  EXPECT_NE(text.find("\"0 0 1 1\""), std::string::npos) << text;
}

TEST(TraceWriter, NamesAFileThatItCannotWrite) {
  try {
    Writer writer("/no/such/folder/run.trace");
    FAIL();
  } catch (const std::system_error& error) {
    EXPECT_NE(std::string(error.what()).find("/no/such/folder/run.trace"), std::string::npos);
  }
  if (std::filesystem::exists("/dev/full")) {
    Writer writer("/dev/full");
    EXPECT_THROW(writer.close(), std::system_error);
  }
}

TEST(TraceWriter, WritesTheArchiveOfItsText) {
  const std::string text = written(Encoding::text, RandomProgram(1, false));
  ReadOptions read;
  read.keep_user_fields = true;
  std::string expected;
  write_archive(Input::from_memory(text), read, {},
                {.write = [&](std::string_view bytes) { expected += bytes; }, .restart = [] {}});
  EXPECT_EQ(written(Encoding::archive, RandomProgram(1, false)), expected);
}

TEST(TraceWriter, ShowsAnArchiveWhenItIsWhole) {
  const Folder folder;
  const std::string path = folder.file("run.pja");
  {
    Writer writer(path, {.encoding = Encoding::archive});
    small_program(writer);
    EXPECT_FALSE(std::filesystem::exists(path));
    writer.close();
    EXPECT_EQ(table_of(Input::from_path(path)), table_of(written(Encoding::text, small_program)));
  }
  Writer writer(path, {.encoding = Encoding::archive});
  const auto type = writer.container_type("C");
  const auto link = writer.link_type("L", Writer::kRootType, type, type);
  const auto in = writer.create_container(0, type, "c");
  writer.start_link(0, Writer::kRootContainer, link, in, "lost one", "m");
  EXPECT_THROW(writer.part("run.0.trace", in), WriterError);
  EXPECT_THROW(writer.close(), WriterError);
  EXPECT_EQ(table_of(Input::from_path(path)),
            "Container, 0, 0, 0, 0, 0, 0\nContainer, 0, C, 0, 0, 0, c\n");
  const auto files = std::filesystem::directory_iterator(folder.file(""));
  EXPECT_EQ(std::distance(begin(files), end(files)), 1);
}

TEST(ArchiveWriter, ReportsWhatItCannotRead) {
  const Folder folder;
  {
    ArchiveWriter writer(folder.file("a.pja"));
    writer.write("%EventDef PajeSetState 1\n% Time date\n");
    EXPECT_THROW(writer.finish(), TraceError);
    EXPECT_THROW(writer.write("more"), std::logic_error);
  }
  {
    ArchiveWriter writer(folder.file("b.pja"));
    const std::string bad(std::size_t{1} << 16U, 'x');
    EXPECT_THROW(for (int i = 0; i < 1000; ++i) writer.write(bad + '\n'), TraceError);
  }
  {
    ArchiveWriter writer(folder.file("c.pja"));
    writer.write(written(Encoding::text, small_program));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.file("")));
  EXPECT_THROW(ArchiveWriter("/no/such/folder/run.pja"), std::system_error);
  EXPECT_THROW(ArchiveWriter(folder.file("")), std::system_error);
  if (std::filesystem::exists("/dev/null")) {
    EXPECT_THROW(ArchiveWriter("/dev/null"), std::system_error);
    EXPECT_FALSE(std::filesystem::is_regular_file("/dev/null"));
  }
}

TEST(ArchiveWriter, ReplacesTheFileThatALinkLeadsTo) {
  const Folder folder;
  const std::string file = folder.file("a.pja"), link = folder.file("link.pja");
  std::ofstream(file) << "old";
  std::filesystem::create_symlink(file, link);
  ArchiveWriter writer(link);
  writer.write(written(Encoding::text, small_program));
  writer.finish();
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(table_of(Input::from_path(file)), table_of(written(Encoding::text, small_program)));
}

TEST(TraceWriterOfC, WritesArchives) {
  const Folder folder;
  const std::string path = folder.file("c.pja");
  paje_writer* const writer = paje_open(path.c_str(), PAJE_ARCHIVE, nullptr, 0);
  ASSERT_NE(writer, nullptr);
  const paje_type type = paje_container_type(writer, "Process", PAJE_ROOT);
  const paje_container in = paje_create_container(writer, 0, type, "p", PAJE_ROOT);
  EXPECT_EQ(paje_open_part(writer, "part.trace", in), nullptr);
  EXPECT_STREQ(paje_error(writer), "an archive is one file, without parts");
  EXPECT_EQ(paje_destroy_container(writer, 4, in), 0);
  EXPECT_EQ(paje_close(writer), 0);
  paje_free(writer);
  EXPECT_EQ(table_of(Input::from_path(path)),
            "Container, 0, 0, 0, 4, 4, 0\nContainer, 0, Process, 0, 4, 4, p\n");
}

TEST(TraceWriterOfC, WritesTheSame) {
  const Folder folder;
  const std::string path = folder.file("c.trace");
  char error[200];
  EXPECT_EQ(paje_open("/no/such/folder/c.trace", PAJE_TEXT, error, sizeof error), nullptr);
  EXPECT_NE(std::string(error).find("/no/such/folder"), std::string::npos);
  paje_writer* const writer = paje_open(path.c_str(), PAJE_TEXT, error, sizeof error);
  ASSERT_NE(writer, nullptr);
  const paje_type type = paje_container_type(writer, "Process", PAJE_ROOT);
  const paje_type state = paje_state_type(writer, "State", type);
  const paje_type link = paje_link_type(writer, "Message", PAJE_ROOT, type, type);
  const paje_fields fields = paje_user_fields(writer, "Size int, Note string");
  EXPECT_EQ(paje_user_fields(writer, "Size whole"), PAJE_NONE);
  EXPECT_STREQ(paje_error(writer),
               "user-defined field 'Size whole': expected a name and a type, such as 'Size int'");
  const paje_container in = paje_create_container(writer, 0, type, "p", PAJE_ROOT);
  EXPECT_EQ(paje_define_value(writer, state, "busy", 1, 0, 0), 0);
  EXPECT_EQ(paje_push_state(writer, 1, in, state, "busy"), 0);
  EXPECT_EQ(paje_pop_state(writer, 0.5, in, state), -1);
  EXPECT_STREQ(paje_error(writer),
               "time 0.5 of type State in container p: the last one there is 1");
  EXPECT_EQ(paje_pop_state(writer, 2, in, state), 0);
  EXPECT_STREQ(paje_error(writer), "");
  const char* const words[] = {"4096", "to itself"};
  EXPECT_EQ(paje_with(writer, fields, words), 0);
  EXPECT_EQ(paje_start_link(writer, 2, PAJE_ROOT, link, in, "k", "m"), 0);
  EXPECT_EQ(paje_end_link(writer, 3, PAJE_ROOT, link, in, "k", "m"), 0);
  EXPECT_EQ(paje_destroy_container(writer, 4, in), 0);
  EXPECT_EQ(paje_close(writer), 0);
  paje_free(writer);
  EXPECT_EQ(table_of(Input::from_path(path)),
            "Container, 0, 0, 0, 4, 4, 0\n"
            "Link, 0, Message, 2.000000, 3.000000, 1.000000, m, p, p, k, 4096, to itself\n"
            "Container, 0, Process, 0, 4, 4, p\n"
            "State, p, State, 1.000000, 2.000000, 1.000000, 0.000000, busy\n");
}

}  // namespace
}  // namespace paje::testing
