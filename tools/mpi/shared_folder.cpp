#include "mpi/shared_folder.hpp"

#include <unistd.h>

#include <filesystem>
#include <utility>

#include "common/input_files.hpp"
#include "mpi/unfinished_file.hpp"

namespace paje::tools {

namespace fs = std::filesystem;

SharedFolder::SharedFolder(std::string folder, MpiExchange& exchange)
    : folder_(std::move(folder)), exchange_(exchange) {}

SharedFolder::~SharedFolder() {
  if (file_ >= 0) ::close(file_);
  temporary_.clear();
  // Only those that are empty.
  for (auto path = new_folders_.rbegin(); path != new_folders_.rend(); ++path) {
    ::rmdir(path->c_str());
  }
}

void SharedFolder::make_folders(const std::string& path) {
  std::vector<std::string> missing;
  for (fs::path at = path; !at.empty() && !fs::exists(at); at = at.parent_path()) {
    missing.push_back(at.string());
  }
  for (auto at = missing.rbegin(); at != missing.rend(); ++at) {
    if (fs::create_directory(*at)) new_folders_.push_back(*at);
  }
  fs::create_directories(path);  // says what is wrong with what is there
}

void SharedFolder::make_files(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    const fs::path whole = fs::path(folder_) / path;
    make_folders(whole.parent_path().string());
    places_.push_back(place_of_shared_file(whole.string()));
    int file = -1;
    unfinished_.push_back(make_unfinished_file(places_.back(), file));
    ::close(file);
    temporary_.push_back(std::make_unique<TemporaryPath>(unfinished_.back()));
  }
}

void SharedFolder::make(const std::vector<std::string>& paths) {
  std::string names;
  if (exchange_.rank() == 0) {
    make_files(paths);
    for (const std::string& path : unfinished_) names += path + '\0';
  }
  std::string all = std::move(exchange_.all_gather(std::move(names)).front());
  if (exchange_.rank() == 0) return;
  for (const std::string& path : paths) places_.push_back((fs::path(folder_) / path).string());
  for (std::size_t at = 0; at < all.size(); at = all.find('\0', at) + 1) {
    unfinished_.emplace_back(all.c_str() + at);
  }
}

void SharedFolder::write(std::size_t file, uint64_t byte, std::string_view bytes) {
  if (file_ < 0 || current_ != file) {
    close();
    file_ = open_unfinished_file(unfinished_[file]);
    current_ = file;
  }
  write_at(file_, byte, bytes, places_[file]);
}

void SharedFolder::close() {
  if (file_ >= 0) close_written(std::exchange(file_, -1), places_[current_]);
}

void SharedFolder::commit() {
  close();
  exchange_.meet();
  for (std::size_t i = 0; i < temporary_.size(); ++i) {
    refuse_input_file(places_[i], places_[i]);
    temporary_[i]->rename_to(places_[i]);
  }
  new_folders_.clear();
  exchange_.meet();
}

}  // namespace paje::tools
