// Many commands of pj_mpi, one after the other, with one start of MPI, which takes longer than they
// do. Usage: mpirun ... mpi_batch FILE
//
// Each line of the file is a command, its words with tabs between. What all processes print of the
// n-th goes to FILE.n.out and FILE.n.err, and the greatest exit status to line n of FILE.status.
#include <fcntl.h>
#include <mpi.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "mpi/command.hpp"

namespace {

// Lets a descriptor lead to the end of a file for a while.
class Redirection {
 public:
  Redirection(int descriptor, const std::string& path)
      : descriptor_(descriptor), before_(::dup(descriptor)) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    ::dup2(file, descriptor_);
    ::close(file);
  }
  Redirection(const Redirection&) = delete;
  Redirection& operator=(const Redirection&) = delete;
  ~Redirection() {
    std::fflush(nullptr);
    ::dup2(before_, descriptor_);
    ::close(before_);
  }

 private:
  int descriptor_, before_;
};

int run(std::vector<std::string> words, const std::string& output) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const Redirection out(STDOUT_FILENO, output + ".out"), err(STDERR_FILENO, output + ".err");
  return paje::tools::run_mpi_command(static_cast<int>(words.size()), pointers.data());
}

std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words{"pj_mpi"};
  std::istringstream from(line);
  for (std::string word; std::getline(from, word, '\t');) words.push_back(word);
  return words;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const std::string path = argc > 1 ? argv[1] : "";
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::ifstream commands(path);
  std::ofstream statuses;
  if (rank == 0) statuses.open(path + ".status");
  int number = 0;
  for (std::string line; std::getline(commands, line); ++number) {
    int mine = run(words_of(line), path + "." + std::to_string(number)), greatest = 0;
    MPI_Allreduce(&mine, &greatest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0) statuses << greatest << "\n" << std::flush;
  }
  MPI_Finalize();
  return number == 0 ? 2 : 0;
}
