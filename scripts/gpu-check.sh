#!/usr/bin/env bash
# What only GPUs can show, through what is built: the system suite over mpirun on every GPU count, then the service with
# this machine's GPUs and the jobs of job-specs. Prints a line a check, exits 1 when one failed.
#
#   gpu-check.sh [system|jobs]     one of the two parts only
#
# JAVA_HOME names any Java 25 runtime. With a javac in it the jobs with host programs are run too.
set -euo pipefail

here=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
state=$here/.gpurma
work=$(mktemp -d)
port=8191
service=''
trap '[ -z "$service" ] || kill "$service" 2>/dev/null || true; rm -rf "$work"' EXIT

gpus=$(nvidia-smi --list-gpus | grep -c '^GPU ')
failed=0

check() { # LABEL COMMAND...
  local label=$1 begin=$EPOCHREALTIME log=$work/check.log verdict=ok
  shift
  "$@" >"$log" 2>&1 || verdict=FAIL
  printf '%-4s %-58s %6d ms\n' "$verdict" "$label" $(((${EPOCHREALTIME/./} - ${begin/./}) / 1000))
  [ "$verdict" = ok ] || { failed=$((failed + 1)); sed 's/^/     | /' "$log" | tail -n 25; }
}

system_suite() { # PROCESSES RANKS THREADS
  "$here/device-lib/test/system/run" --bundle "$state/bundle" --backend cuda \
    --processes "$1" --ranks "$2" --threads "$3" --work "$work/system-$1-$2"
}

start_service() {
  "$JAVA_HOME/bin/java" -Xmx128m -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED \
    -Dgpurma.data-dir="$work/data" -Dgpurma.bundle="$state/bundle" -Dgpurma.job-specs="$here/job-specs" \
    -Dserver.port=$port -jar "$state/service/gpurma-service.jar" >"$work/service.log" 2>&1 &
  service=$!
  for _ in $(seq 300); do
    if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then return; fi
    sleep 0.1
  done
  cat "$work/service.log" >&2
  return 1
}

client() {
  "$JAVA_HOME/bin/java" -XX:TieredStopAtLevel=1 -cp "$state/client/gpurma-client.jar:$state/client/lib/*" \
    org.gpurma.client.cli.Main "$@" --server "http://127.0.0.1:$port"
}

submit() { # JOB OPTIONS...
  local job=$1
  shift
  client submit "$here/job-specs/$job/job.yaml" --follow "$@" | tee "$work/last-job.log"
}

kernel_time() { sed -n 's/.*kernel \(.*\)/\1/p' "$work/last-job.log" | tail -n 1; }

time_diffusion() { # GPUS I J K
  local field=$here/job-specs/horizontal-diffusion/fields/$2x$3x$4 sum data=fields
  [ "$2x$3x$4" != 24x24x26 ] || { field=$here/job-specs/horizontal-diffusion/reference/24x24x26 data=reference; }
  [ -d "$field" ] || { echo "     (no field $2x$3x$4: job-specs/horizontal-diffusion/make-field $2x$3x$4)"; return; }
  sum=$(od -An -v -w8 -t f8 "$field/out.f64" | awk '{ s += $1 } END { printf "%.9f", s }')
  for steps in 1 1001; do
    check "horizontal-diffusion $2x$3x$4, $1 GPU, $steps steps" submit horizontal-diffusion --set "gpus=$1" --set "i=$2" \
      --set "j=$3" --set "k=$4" --set "data=$data" --set "sum=$sum" --set "steps=$steps" --set threads=256
    echo "     kernel $(kernel_time)"
  done
}

check_system() {
  local count
  for ((count = 1; count <= gpus && count <= 2; count++)); do
    check "system suite, $count x 8 ranks of 64 threads" system_suite "$count" 8 64
    check "system suite, $count x 132 ranks of 256 threads" system_suite "$count" 132 256
  done
}

check_host_programs() {
  [ "$gpus" -lt 2 ] || check "rank-exchange, 2 GPU" submit rank-exchange --set gpus=2
  check "reduction, $((gpus < 2 ? 1 : 2)) GPU" submit reduction --set "gpus=$((gpus < 2 ? 1 : 2))" --set threads=256
}

check_jobs() {
  local count
  check "service starts and finds $gpus GPUs" start_service
  for ((count = 1; count <= gpus && count <= 2; count++)); do
    check "hello-world, $count GPU" submit hello-world --set "gpus=$count"
    time_diffusion "$count" 24 24 26
    time_diffusion "$count" 64 64 60
    time_diffusion "$count" 128 320 26
  done
  if [ -x "$JAVA_HOME/bin/javac" ]; then
    check_host_programs
  else
    echo "     (rank-exchange, reduction: left out, there is no javac in $JAVA_HOME)"
  fi
  check "bench-put, $((gpus < 2 ? 1 : 2)) x 132 ranks" submit bench-put --set "gpus=$((gpus < 2 ? 1 : 2))" \
    --set ranksPerGpu=132 --set threads=256 --set rounds=200
}

nvidia-smi --query-gpu=index,name,driver_version --format=csv,noheader
case ${1:-all} in
  all) check_system && check_jobs ;;
  system) check_system ;;
  jobs) check_jobs ;;
  *) echo "usage: gpu-check.sh [system|jobs]" >&2; exit 2 ;;
esac

echo
[ "$failed" -eq 0 ] && echo "gpu-check: all passed on $gpus GPU" || { echo "gpu-check: $failed failed"; exit 1; }
