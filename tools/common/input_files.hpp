// Which files a tool reads, so that it does not write its output over one of them.
#pragma once

#include <initializer_list>
#include <stdexcept>
#include <string>

#include "paje/read.hpp"

namespace paje::tools {

/// The command line asks for what cannot be done. what() is the message without the tool's name.
class WrongUsage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// From now on the file is an input, under whatever names; `-` is standard input. What is not a
/// regular file is none. For several threads at once.
void add_input_file(const std::string& path);

/// The same for a trace that is read with `read`, and for the files that its events name.
void add_input_trace(const std::string& path, ReadOptions& read);

/// Throws WrongUsage if `path` leads to an input; `name` is what the message calls it.
void refuse_input_file(const std::string& path, const std::string& name);
/// The same for outputs that are made when all is read; an empty path is none.
void refuse_input_files(std::initializer_list<std::string> paths);
/// The same of what a tool prints, `report`, and of the files that it writes besides, none of which
/// is standard output if that gets the report; an empty report goes there. Two of them must not be
/// one file.
void check_outputs(const std::string& report, std::initializer_list<std::string> others);
/// The same of a file that is open already.
void refuse_input_file(int file, const std::string& name);

}  // namespace paje::tools
