# What GPU RMA needs of a machine. Each need is a function that prints what it found, or fails.
# Sourced by ./gpurma.

# Debian's package by need. Those of `browser_test_needs` are asked for by the tests only.
declare -rA package_of=(
  [cxx]=g++
  [cmake]=cmake
  [ninja]=ninja-build
  [boost_context]=libboost-context-dev
  [open_mpi]=openmpi-bin
  [mpi_java_library]=libopenmpi-dev
  [xz]=xz-utils
  [downloader]=curl
  [chromium]=chromium
)
declare -rA title_of=(
  [jdk]='JDK 25'
  [cxx]='g++ (C++20)'
  [cmake]='CMake'
  [ninja]='Ninja'
  [boost_context]='Boost.Context'
  [open_mpi]='Open MPI'
  [mpi_java_library]='Open MPI for Java'
  [mpi_jar]='mpi.jar'
  [xz]='xz'
  [downloader]='curl or wget'
  [chromium]='Chromium'
  [nvcc]='nvcc'
  [gpus]='NVIDIA GPUs'
)
readonly package_needs=(cxx cmake ninja boost_context open_mpi mpi_java_library xz downloader)
readonly browser_test_needs=(chromium)

readonly mpi_jar=$state/repo/mpi/mpi/4.1.4/mpi-4.1.4.jar

find_cxx() { g++ -dumpfullversion 2>/dev/null; }
find_cmake() { cmake --version 2>/dev/null | sed -n '1s/cmake version //p' | grep .; }
find_ninja() { ninja --version 2>/dev/null; }
find_xz() { xz --version 2>/dev/null | sed -n '1s/.* //p' | grep .; }
find_downloader() { command -v curl || command -v wget; }
find_chromium() { command -v chromium || command -v chromium-browser || command -v google-chrome; }
find_nvcc() { nvcc --version 2>/dev/null | sed -n 's/.*release \([0-9.]*\).*/\1/p' | grep .; }
find_open_mpi() { mpirun --version 2>/dev/null | sed -n '1s/.*(Open MPI) //p' | grep .; }
find_mpi_jar() { [[ -f $mpi_jar ]] && say "${mpi_jar#"$here"/}"; }

find_boost_context() {
  printf '#include <boost/version.hpp>\n#include <boost/context/detail/fcontext.hpp>\nBOOST_LIB_VERSION\n' \
    | g++ -E -P -x c++ - 2>/dev/null | tail -n 1 | tr -d '"' | grep .
}

find_mpi_java_library() {
  local folder
  folder=$(open_mpi_library_folder) && [[ -e $folder/libmpi_java.so ]] && say "$folder/libmpi_java.so"
}

find_gpus() {
  nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2>/dev/null \
    | sort | uniq -c | sed 's/^ *\([0-9]*\) \(.*\), \(.*\)/\1 x \2, driver \3/' | grep ' x '
}

open_mpi_library_folder() { ompi_info --path libdir --parsable 2>/dev/null | sed -n 's/^path:libdir://p' | grep .; }

# find_jdk: the home of the JDK nearest above 25; JAVA_HOME wins where it is new enough.
find_jdk() {
  local home version best='' best_version=999
  if [[ -n ${JAVA_HOME:-} ]] && version=$(jdk_version "$JAVA_HOME") && [[ $version -ge 25 ]]; then
    say "$JAVA_HOME"
    return
  fi
  for home in /usr/lib/jvm/* /usr/java/* /usr/local/*jdk* /opt/*jdk* /opt/java/* /opt/*/*jdk* \
    "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* "$HOME"/.local/share/mise/installs/java/*; do
    version=$(jdk_version "$home") || continue
    if [[ $version -ge 25 && $version -lt $best_version ]]; then
      best=$home best_version=$version
    fi
  done
  [[ -n $best ]] && say "$best"
}

# jdk_version HOME: its feature release, read from the file that every JDK carries.
jdk_version() {
  [[ -x $1/bin/javac && -x $1/bin/jlink && -f $1/release ]] || return 1
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" | grep .
}

# use_jdk: exports JAVA_HOME, or says how to get a JDK.
use_jdk() {
  local home
  home=$(find_jdk) || fail \
    "no JDK 25 or newer found in JAVA_HOME${JAVA_HOME:+ ($JAVA_HOME)}, /usr/lib/jvm, /usr/java, /opt, ~/.sdkman or ~/.jdks" \
    "newer Debian and Ubuntu releases:  apt-get install openjdk-25-jdk-headless" \
    "anywhere else: unpack a JDK 25 such as Eclipse Temurin into /opt or ~/.jdks, or set JAVA_HOME to it"
  export JAVA_HOME=$home
}

# missing NEEDS...: the packages that would bring what is not here.
missing() {
  local need
  for need in "$@"; do
    "find_$need" >/dev/null || say "${package_of[$need]}"
  done
}
