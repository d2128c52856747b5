// Archives of large text traces that the window offers to keep.
#include <filesystem>

#include "view/window/archive_cache.hpp"
#include "window_fixture.hpp"

namespace paje::gui {

namespace fs = std::filesystem;

class KeepingTest : public WindowFixture {
  Q_OBJECT

 private slots:
  void a_kept_archive_is_read_the_next_time() {
    init_folder();
    const QString path = copy_of_heat();
    QVERIFY(open(path));
    const uint64_t states = window_->view()->model()->trace().states().start.size();
    QCOMPARE(note(), QStringLiteral("Keep an archive"));
    QVERIFY(archives().empty());
    emit window_->notes()->clicked(QStringLiteral("keep"));
    QTRY_COMPARE_WITH_TIMEOUT(archives().size(), std::size_t{1}, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(window_->message().contains(QStringLiteral("is kept")), kPatience);
    QCOMPARE(note(), QString());
    // The text has other bytes then, but looks as if it had not changed: they are not read.
    spoil(path);
    QVERIFY(open(path));
    QCOMPARE(window_->view()->model()->trace().states().start.size(), states);
    QCOMPARE(window_->view()->model()->name(), std::string("copy.trace"));
    QCOMPARE(note(), QString());
  }

  void one_of_a_trace_that_has_changed_is_not() {
    init_folder();
    const QString path = copy_of_heat();
    QVERIFY(open(path));
    emit window_->notes()->clicked(QStringLiteral("keep"));
    QTRY_COMPARE_WITH_TIMEOUT(archives().size(), std::size_t{1}, kPatience);
    QFile file(path);
    QVERIFY(file.open(QIODevice::Append));
    file.write("# changed\n");
    file.close();
    QVERIFY(open(path));
    QCOMPARE(note(), QStringLiteral("Keep an archive"));
  }

  void a_damaged_one_does_not_matter() {
    init_folder();
    const QString path = copy_of_heat();
    QVERIFY(open(path));
    const uint64_t states = window_->view()->model()->trace().states().start.size();
    emit window_->notes()->clicked(QStringLiteral("keep"));
    QTRY_COMPARE_WITH_TIMEOUT(archives().size(), std::size_t{1}, kPatience);
    fs::resize_file(archives().front(), fs::file_size(archives().front()) - 1);
    QVERIFY(open(path));
    QCOMPARE(window_->view()->model()->trace().states().start.size(), states);
    QVERIFY(window_->problem().isEmpty());
  }

  void the_offer_can_be_refused() {
    init_folder();
    QVERIFY(open(copy_of_heat()));
    emit window_->notes()->removed(QStringLiteral("keep"));
    QCOMPARE(note(), QString());
    QVERIFY(archives().empty());
  }

  void not_everything_is_worth_it() {
    init_folder();
    const std::string path = copy_of_heat().toStdString();
    const fs::path folder = ArchiveCache::users_folder();
    QCOMPARE(folder, fs::path(cache_->path().toStdString()) / "paje");
    const ArchiveCache cache(folder, 1000);
    ReadOptions read;
    const auto place = cache.place_of(path, read);
    QVERIFY(place);
    QVERIFY(!cache.find(path, read));
    QVERIFY(!ArchiveCache(folder).place_of(path, read));
    read.sort = true;
    QVERIFY(cache.place_of(path, read) != place);
    read = {};
    read.selection.types = {"state"};
    QVERIFY(!cache.place_of(path, read));
    read = {};
    read.stop_at = 1;
    QVERIFY(!cache.place_of(path, read));
    read = {};
    read.ignore_incomplete_links = true;
    QVERIFY(!cache.place_of(path, read));
    QVERIFY(!cache.place_of("/no/such/trace", {}));
    const Trace trace = read_trace(Input::from_path(path));
    cache.keep(trace, *place, 1, [] {});
    QCOMPARE(fs::status(folder).permissions(), fs::perms::owner_all);
    QVERIFY(cache.find(path, {}) == place);
    QVERIFY(!ArchiveCache(folder, 1).place_of(place->string(), {}));  // it is one
  }

  // The one that was used longest ago goes first; the newest one stays, whatever its size.
  void old_ones_make_room() {
    init_folder();
    const fs::path folder = ArchiveCache::users_folder();
    const Trace trace = read_trace(Input::from_path(copy_of_heat().toStdString()));
    const auto keep = [&](const char* name, uint64_t most) {
      ArchiveCache(folder, 1, most).keep(trace, folder / name, 1, [] {});
    };
    keep("a.pja", 1'000'000'000);
    const uint64_t bytes = fs::file_size(folder / "a.pja");
    keep("b.pja", 2 * bytes);
    QCOMPARE(archives().size(), std::size_t{2});
    const auto now = fs::file_time_type::clock::now();
    fs::last_write_time(folder / "a.pja", now - std::chrono::hours(1));
    fs::last_write_time(folder / "b.pja", now - std::chrono::hours(2));
    keep("c.pja", 2 * bytes);
    QVERIFY(fs::exists(folder / "a.pja"));
    QVERIFY(!fs::exists(folder / "b.pja"));
    keep("d.pja", 1);
    QCOMPARE(archives(), std::vector<fs::path>{folder / "d.pja"});
  }

  void a_write_that_fails_leaves_nothing() {
    init_folder();
    const fs::path folder = ArchiveCache::users_folder();
    const Trace trace = read_trace(Input::from_path(copy_of_heat().toStdString()));
    struct Stop {};
    int left = 2;
    QVERIFY_EXCEPTION_THROWN(ArchiveCache(folder, 1).keep(trace, folder / "a.pja", 1,
                                                          [&] {
                                                            if (left-- == 0) throw Stop{};
                                                          }),
                             Stop);
    QVERIFY(fs::is_empty(folder));
  }

 private:
  void init_folder() {
    cache_ = std::make_unique<QTemporaryDir>();
    qputenv("XDG_CACHE_HOME", cache_->path().toUtf8());
    LoadOptions options = window_->runs()->options();
    options.cache_from_bytes = 1000;
    window_->runs()->set_options(options);
  }

  [[nodiscard]] QString note() const { return window_->notes()->text(QStringLiteral("keep")); }
  [[nodiscard]] std::vector<fs::path> archives() const {
    std::vector<fs::path> all;
    const fs::path folder = cache_->path().toStdString() + "/paje";
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(folder, none)) {
      if (entry.path().extension() == ".pja") all.push_back(entry.path());
    }
    return all;
  }
  QString copy_of_heat() {
    const QString path = files_.filePath(QStringLiteral("copy.trace"));
    QFile::remove(path);
    QFile::copy(kHeat, path);
    return path;
  }
  // Other bytes, of the same size and time.
  static void spoil(const QString& path) {
    const fs::path file = path.toStdString();
    const auto time = fs::last_write_time(file);
    const std::string noise(fs::file_size(file), 'x');
    {
      QFile out(path);
      QVERIFY(out.open(QIODevice::ReadWrite));
      out.write(noise.data(), static_cast<qint64>(noise.size()));
    }
    fs::last_write_time(file, time);
  }

  std::unique_ptr<QTemporaryDir> cache_;
};

std::unique_ptr<QObject> keeping_test() { return std::make_unique<KeepingTest>(); }

}  // namespace paje::gui

#include "keeping_test.moc"
