# SPDX-License-Identifier: MIT
from spack.package import *


class Paje(CMakePackage):
    """Toolkit for Paje execution traces: checks, replays, converts, compares and aggregates them,
    asks them in SQL, and shows them. Reads what SimGrid, StarPU and others write."""

    homepage = "https://example.org/paje"
    # Where the repository is.
    git = "https://example.org/paje.git"

    license("MIT")

    version("main", branch="main")

    variant("tools", default=True, description="Build the command-line tools")
    variant("gui", default=False, description="Build the viewer")
    variant("python", default=False, description="Build the Python package")
    variant("otf2", default=True, description="Read OTF2 archives")
    variant("mpi", default=False, when="+tools", description="Record MPI programs")
    variant("shared", default=True, description="Build a shared library")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.22:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("flex", type="build")
    depends_on("bison@3.8:", type="build")
    depends_on("fmt@8:")
    depends_on("intel-oneapi-tbb@2021:")
    depends_on("eigen@3.3:", type="build")
    depends_on("zlib-api")
    depends_on("xz@5.2:")
    depends_on("bzip2")
    depends_on("zstd@1.4:")
    depends_on("simdjson@2:")
    with when("+tools"):
        depends_on("libarchive@3.6:")
        depends_on("cli11@2.1:")
        depends_on("sqlite@3.38:")
        depends_on("libedit")
        depends_on("cairo")
        depends_on("nlohmann-json@3.9:", type="build")
        depends_on("pugixml@1.11:")
        depends_on("help2man", type="build")
    depends_on("otf2", when="+otf2")
    depends_on("mpi", when="+mpi")
    depends_on("python@3.9:", type="build", when="+mpi")
    depends_on("qt-base@6.4: +gui +widgets", when="+gui")
    depends_on("qt-svg@6.4:", when="+gui")
    with when("+python"):
        extends("python@3.9:")
        depends_on("py-pybind11")
        depends_on("py-numpy", type=("build", "run"))

    generator("ninja")

    def cmake_args(self):
        arguments = [
            self.define("PAJE_BUILD_TESTS", self.run_tests),
            self.define("PAJE_BUILD_BENCH", False),
            self.define("CMAKE_INTERPROCEDURAL_OPTIMIZATION", True),
            self.define_from_variant("PAJE_BUILD_TOOLS", "tools"),
            self.define_from_variant("PAJE_BUILD_GUI", "gui"),
            self.define_from_variant("PAJE_BUILD_PYTHON", "python"),
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
        ]
        if self.spec.satisfies("+python"):
            arguments.append(self.define("PAJE_PYTHON_DIR", python_platlib))
        return arguments
