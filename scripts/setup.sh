# ./gpurma setup: packages and mpi.jar. Does nothing where nothing is missing.

# setup build|all: what building and running needs, or what the tests need as well.
setup() { alone set_up "$1"; }

set_up() {
  local needs=("${package_needs[@]}") packages
  [[ $1 == build ]] || needs+=("${browser_test_needs[@]}")
  mapfile -t packages < <(missing "${needs[@]}")
  if ! find_jdk >/dev/null; then
    local jdk
    jdk=$(jdk_package)
    packages+=("$jdk")
  fi
  install_packages "${packages[@]}"
  use_jdk
  find_mpi_jar >/dev/null || step "mpi.jar from Open MPI's sources" mpi-jar make_mpi_jar
}

# A JDK 25 comes as a package with newer releases of Debian and Ubuntu only; where it does not, all ends here.
jdk_package() {
  local package=openjdk-25-jdk-headless
  if can_install && update_package_lists >/dev/null 2>&1 && [[ -n $(apt-cache search --names-only "^$package\$") ]]; then
    say "$package"
  else
    use_jdk
  fi
}

can_install() { is_debian && [[ $(id -u) -eq 0 ]]; }

install_packages() {
  [[ $# -gt 0 ]] || return 0
  is_debian || fail "missing here: $*" "these are Debian's names; install the same with this system's package manager"
  local command="apt-get install --yes --no-install-recommends $*"
  can_install || fail "missing here: $*" "run:  sudo $command" "then again: ./gpurma setup"
  step "package lists" apt-update update_package_lists
  # shellcheck disable=SC2086 # the command line that users are told is the one that runs
  step "packages: $*" apt-install env DEBIAN_FRONTEND=noninteractive $command
}

# One unreachable source among several is no reason to stop: the installation itself shows whether enough is there.
update_package_lists() { apt-get update || true; }
