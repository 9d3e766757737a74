# The runtime bundle: everything a compute node needs besides Open MPI and, for real GPUs, NVIDIA's driver.
#
#   bin/gpurma-runtime   what mpirun starts, once per GPU
#   bin/gpurma-probe     tells the service what the node is made of
#   bin/gpurma-guard     starts mpirun's daemon on a node, and leaves nothing of it behind
#   jre/                 a Java runtime of the few modules that the runtime process uses
#   lib/                 jars, and a cache of their classes, loaded and linked: half the processor time of a start
#   native/              the emulator, JCuda's native library
#   include/             the device library's headers

readonly packed_bundle=$state/gpurma-runtime.tar.xz
readonly packed_limit_mib=45
readonly bundle_modules=java.base,java.logging,java.management,java.net.http,jdk.unsupported

# build_bundle DIGEST-OF-ITS-SOURCES
build_bundle() {
  local jre_sources sources
  jre_sources="$(sha256sum <"$JAVA_HOME/release") $bundle_modules"
  sources="$1 $jre_sources $(digest scripts/bundle.sh scripts/gpurma-runtime scripts/gpurma-probe scripts/gpurma-guard)"
  if ! is_current jre "$jre_sources" "$state/jre"; then
    step "Java runtime for the bundle" jre link_jre
    made jre "$jre_sources"
  fi
  if ! is_current bundle "$sources" "$bundle/bin/gpurma-runtime"; then
    step "runtime bundle" bundle lay_out_bundle
    step "class cache of the runtime bundle" bundle-cache cache_runtime_classes
    replace "$bundle"
    made bundle "$sources"
  fi
}

link_jre() {
  rm -rf "$state/jre.new"
  "$JAVA_HOME/bin/jlink" --add-modules "$bundle_modules" --compress zip-0 --strip-debug \
    --no-man-pages --no-header-files --output "$state/jre.new"
  replace "$state/jre"
}

lay_out_bundle() {
  local new=$bundle.new
  rm -rf "$new"
  mkdir -p "$new"/bin "$new"/lib "$new"/native
  cp --archive --link "$state/jre" "$new/jre"
  cp -r "$here/device-lib/include" "$new/include"
  install -m 755 "$here/scripts/gpurma-runtime" "$here/scripts/gpurma-probe" "$here/scripts/gpurma-guard" "$new/bin/"
  cp "$(runtime_jar)" "$here"/runtime-engine/runtime/target/dependency/*.jar "$new/lib/"
  cp "$emulator_library" "$new/native/"
  # JCuda finds its native library in java.library.path; its jar would unpack it to /tmp with every start.
  (cd "$new" && "$JAVA_HOME/bin/jar" --extract --file lib/jcuda-natives-*.jar "$(jcuda_driver_entry "$new")")
  mv "$new"/lib/libJCudaDriver-*.so "$new/native/"
  rm "$new"/lib/jcuda-natives-*.jar
}

jcuda_driver_entry() { "$JAVA_HOME/bin/jar" --list --file "$1"/lib/jcuda-natives-*.jar | grep '^lib/libJCudaDriver-'; }

# Runs a small job under mpirun, from the bundle, and keeps the classes that it loaded.
cache_runtime_classes() {
  local run=$state/bundle-cache
  rm -rf "$run"
  mkdir -p "$run"
  cp "$here/scripts/bundle-cache/"* "$run/"
  cd "$run"
  g++ -std=c++20 -O0 -fPIC -shared -x c++ -I "$bundle.new/include" -include gpurma/emulator/cuda.h kernel.cu -o program.so
  head --bytes 32 /dev/zero >field.i32
  local options=(--oversubscribe -n 1)
  [[ $(id -u) -ne 0 ]] || options+=(--allow-run-as-root)
  # Nothing listens on the port of run.txtpb: the process tries to reach its service, then gives up.
  GPURMA_UPLOAD_TIMEOUT_SECONDS=1 GPURMA_CLASS_CACHE=write mpirun "${options[@]}" "$bundle.new/bin/gpurma-runtime" "$run"
  test -s "$bundle.new/lib/runtime.aot"
}

pack() {
  local sources
  sources=$(<"$state/stamps/bundle")
  if ! is_current packed-bundle "$sources" "$packed_bundle"; then
    step "packing the runtime bundle" pack-bundle write_packed_bundle
    made packed-bundle "$sources"
  fi
  local bytes
  bytes=$(stat --format %s "$packed_bundle")
  say "  ${packed_bundle#"$here"/}: $(tenths_of_mib "$bytes") MiB (limit $packed_limit_mib MiB)"
  [[ $bytes -le $((packed_limit_mib << 20)) ]] || fail "the packed runtime bundle is larger than $packed_limit_mib MiB"
}

# xz -6 takes 13 times as long for 12 % less.
write_packed_bundle() {
  tar --create --directory "$state" --sort=name --owner=0 --group=0 --numeric-owner \
    --transform 's,^bundle,gpurma-runtime,' bundle | xz --threads=0 -1 >"$packed_bundle.new"
  mv "$packed_bundle.new" "$packed_bundle"
}

tenths_of_mib() { printf '%d.%d' $(($1 >> 20)) $((($1 * 10 >> 20) % 10)); }
