# Open MPI's Java bindings: Debian and Ubuntu ship their native library but no mpi.jar. It is compiled from the very
# sources the distribution's library was built from, or taken from an Open MPI that brings its own.

# sha256 of openmpi_VERSION.orig.tar.xz, by version.
declare -rA open_mpi_sha256=(
  [4.1.4]=ddaee7dbdb01eb4fab1fda5b5e03e8bbff026711806c095c1f39bb410f99f263
)

make_mpi_jar() {
  local given work
  mkdir -p "$(dirname "$mpi_jar")"
  given=$(mpi_jar_of_installation)
  if [[ -n $given ]]; then
    say "taken from $given"
    cp "$given" "$mpi_jar.new"
  else
    work=$(mktemp -d "$state/mpi-jar.XXXXXX")
    # shellcheck disable=SC2064 # expanded now: the variable is gone when the subshell ends
    trap "rm -rf '$work'" EXIT
    cd "$work"
    fetch_sources
    compile_bindings
    mv mpi.jar "$mpi_jar.new"
  fi
  write_mpi_pom
  mv "$mpi_jar.new" "$mpi_jar"
}

# Prints the path of the mpi.jar that comes with this Open MPI, or nothing.
mpi_jar_of_installation() {
  if [[ -n ${GPURMA_MPI_JAR:-} ]]; then
    [[ -f $GPURMA_MPI_JAR ]] || fail "GPURMA_MPI_JAR names no file: $GPURMA_MPI_JAR"
    say "$GPURMA_MPI_JAR"
    return
  fi
  local folder
  folder=$(open_mpi_library_folder)
  [[ ! -f $folder/mpi.jar ]] || say "$folder/mpi.jar"
}

# Leaves openmpi_VERSION.orig.tar.xz, checked, in the working folder. The system's own apt lists stay as they are.
fetch_sources() {
  is_debian || fail "this Open MPI brings no mpi.jar and there is no apt-get to fetch its sources with" \
    "set GPURMA_MPI_JAR to the mpi.jar of an Open MPI configured with --enable-mpi-java"
  local version package_version options
  version=$(find_open_mpi)
  mkdir -p parts lists/partial
  write_source_entries
  options=(-o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$PWD/parts" -o "Dir::State::lists=$PWD/lists"
    -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o APT::Sandbox::User=root)
  # A source without deb-src counterpart makes the update complain; the download shows whether one had it.
  apt-get "${options[@]}" update || true
  package_version=$(source_version "$version" "${options[@]}")
  apt-get "${options[@]}" source --download-only --only-source "openmpi=$package_version"
  check_sources "$version"
}

# Turns every entry for binary packages into one for sources, in a copy.
write_source_entries() {
  local file name
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [[ -f $file ]] || continue
    name=$(basename "$file" .list)
    sed -nE 's/^[[:space:]]*deb(-src)?[[:space:]]/deb-src /p' "$file" | LC_ALL=C sort -u >"parts/$name.list"
  done
  for file in /etc/apt/sources.list.d/*.sources; do
    [[ -f $file ]] || continue
    sed -E 's/^Types:.*/Types: deb-src/I' "$file" >"parts/$(basename "$file")"
  done
}

# The newest packaging of the Open MPI that is installed.
source_version() {
  local version=$1
  shift
  apt-cache "$@" showsrc --only-source openmpi | sed -n 's/^Version: //p' | sort --version-sort \
    | grep -E "^([0-9]+:)?${version//./\\.}[-+~]" | tail -n 1 \
    || fail "the package archive holds no sources of the installed Open MPI $version" "set GPURMA_MPI_JAR to an mpi.jar"
}

check_sources() {
  local version=$1 file="openmpi_$1.orig.tar.xz" wanted found
  found=$(sha256sum "$file" | cut -d' ' -f1)
  wanted=${GPURMA_OPENMPI_SHA256:-${open_mpi_sha256[$version]:-}}
  [[ -n $wanted ]] || fail "no sha256 is pinned for Open MPI $version; the archive's signed index has $found" \
    "to accept it:  GPURMA_OPENMPI_SHA256=$found ./gpurma setup"
  [[ $found == "$wanted" ]] || fail "$file has sha256 $found, expected $wanted"
}

compile_bindings() {
  mkdir -p sources classes
  tar --extract --file openmpi_*.orig.tar.xz --directory sources --strip-components=1 --wildcards '*/ompi/mpi/java/java/*.java'
  "$JAVA_HOME/bin/javac" --release 25 -nowarn -d classes sources/ompi/mpi/java/java/*.java
  # Sorted names and one date: the same sources give the same bytes.
  (cd classes && find . -name '*.class' -printf '%P\n' | LC_ALL=C sort) >classes.txt
  (cd classes && "$JAVA_HOME/bin/jar" --create --file ../mpi.jar --no-manifest --date 2026-01-01T00:00:00Z @../classes.txt)
}

write_mpi_pom() {
  cat >"${mpi_jar%.jar}.pom" <<'POM'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>mpi</groupId>
  <artifactId>mpi</artifactId>
  <version>4.1.4</version>
</project>
POM
}
