# ./gpurma build: the device library, the jars, the runtime bundle and the service, each only where its sources changed.

readonly emulator_library=$here/device-lib/build/libgpurma_emulator.so
readonly service_folder=$state/service
readonly service_class_cache=$service_folder/service.aot
readonly client_folder=$state/client

# build: sets up first what building needs.
build() {
  setup build
  alone build_all
}

build_and_pack() {
  build
  alone pack
}

build_all() {
  use_jdk
  local device_sources java_sources
  device_sources=$(digest device-lib)
  java_sources=$(digest pom.xml .mvn runtime-engine service "${mpi_jar#"$here"/}" "${JAVA_HOME}/release")

  if ! is_current device-lib "$device_sources" "$emulator_library"; then
    step "device library and emulator" device-lib build_device_library
    made device-lib "$device_sources"
  fi
  if ! is_current jars "$java_sources" "$(runtime_jar)" "$client_folder" "$service_folder"; then
    step "jars" jars build_jars
    step "service and command line" service lay_out_service
    made jars "$java_sources"
  fi
  build_bundle "$device_sources $java_sources"
}

build_device_library() {
  cd "$here"
  cmake -S device-lib -B device-lib/build -G Ninja -Wno-dev
  cmake --build device-lib/build
}

# No `install`: the modules find each other within one Maven run, and ~/.m2 keeps none of ours.
build_jars() {
  cd "$here"
  rm -rf runtime-engine/*/target/dependency service/*/target/dependency
  ./mvnw --threads 1C --batch-mode --no-transfer-progress -Dmaven.test.skip=true -DincludeScope=runtime \
    --projects :gpurma-runtime,:gpurma-client,:gpurma-server --also-make package dependency:copy-dependencies
}

runtime_jar() { say "$here/runtime-engine/runtime/target/gpurma-runtime-0.1.0-SNAPSHOT.jar"; }

lay_out_service() {
  rm -rf "$service_folder.new" "$client_folder.new"
  "$JAVA_HOME/bin/java" -Djarmode=tools -jar "$here/service/server/target/gpurma-service.jar" \
    extract --destination "$service_folder.new"
  mkdir -p "$client_folder.new/lib"
  cp "$here"/service/client/target/gpurma-client-0.1.0-SNAPSHOT.jar "$client_folder.new/gpurma-client.jar"
  cp "$here"/service/client/target/dependency/*.jar "$client_folder.new/lib/"
  replace "$service_folder"
  replace "$client_folder"
}
