# ./gpurma serve, and the commands that talk to a service.

serve() {
  build
  local options=()
  while [[ $# -gt 0 ]]; do
    case $1 in
      --port | --host | --data)
        [[ $# -ge 2 ]] || fail "$1 needs a value"
        options+=("$(service_option "$1" "$2")")
        shift 2
        ;;
      --port=* | --host=* | --data=*)
        options+=("$(service_option "${1%%=*}" "${1#*=}")")
        shift
        ;;
      --*=*)
        options+=("$1")
        shift
        ;;
      *) fail "'$1' is no option of serve" "./gpurma serve [--port N] [--host ADDRESS] [--data FOLDER] [--PROPERTY=VALUE ...]" ;;
    esac
  done
  alone cache_service_classes_once
  start_service "${options[@]}"
}

# service_option NAME VALUE: the service's own name of it.
service_option() {
  case $1 in
    --port) say "--server.port=$2" ;;
    --host) say "--server.address=$2" ;;
    --data) say "--gpurma.data-dir=$(realpath --canonicalize-missing "$2")" ;;
  esac
}

# start_service OPTIONS...: becomes the service. Its defaults are system properties, which options override.
start_service() {
  # shellcheck disable=SC2046 # several options
  exec env MALLOC_ARENA_MAX=2 "$JAVA_HOME/bin/java" $(service_jvm_options) \
    "-XX:AOTCache=$service_class_cache" -Xlog:aot=off -Xlog:cds=off -Dgpurma.data-dir="$state/data" -Dgpurma.bundle="$bundle" -Dgpurma.job-specs="$here/job-specs" \
    -jar "$service_folder/gpurma-service.jar" "$@"
}

# 256 MiB hold some 300,000 waiting jobs; it begins small and grows as they come.
service_jvm_options() {
  say "-Xms64m -Xmx256m -Xss512k -XX:+UseSerialGC -XX:-UsePerfData --enable-native-access=ALL-UNNAMED"
}

# Loaded and linked classes, and what is known of how they run: half the processor time of a start. The cache holds for
# these jars and this JDK; ./gpurma demo, which starts a service once, goes without.
cache_service_classes_once() {
  use_jdk
  [[ -s $service_class_cache ]] || step "class cache of the service" service-cache cache_service_classes
}

cache_service_classes() {
  local data=$state/service-cache
  rm -rf "$data"
  # shellcheck disable=SC2046 # several options
  "$JAVA_HOME/bin/java" $(service_jvm_options) "-XX:AOTCacheOutput=$service_class_cache" \
    -Dspring.context.exit=onRefresh -Dgpurma.data-dir="$data" -Dgpurma.bundle="$bundle" \
    -Dgpurma.job-specs="$here/job-specs" -jar "$service_folder/gpurma-service.jar" --server.port=0 \
    --gpurma.emulated.force=true
  rm -rf "$data"
  test -s "$service_class_cache"
}

# command_line ARGUMENTS...: becomes the client.
command_line() {
  use_jdk
  [[ -f $client_folder/gpurma-client.jar ]] || build
  exec "$JAVA_HOME/bin/java" -Xmx128m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData \
    -cp "$client_folder/gpurma-client.jar:$client_folder/lib/*" org.gpurma.client.cli.Main "$@"
}

# answers PORT: whether something listens there.
answers() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# is_healthy PORT: whether it is a service that is ready for jobs.
is_healthy() {
  (
    exec 3<>"/dev/tcp/127.0.0.1/$1"
    printf 'GET /actuator/health HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n' >&3
    grep -q '"UP"' <&3
  ) 2>/dev/null
}
