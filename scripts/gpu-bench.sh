#!/usr/bin/env bash
# The micro-benchmarks on this machine's GPUs, through the runtime bundle and without a service: the bench-* jobs of
# job-specs, the programs of device-lib/bench beside them, one table of goals, peers and what was measured.
#
#   gpu-bench.sh [--gpus N] [--ranks N] [--threads N] [--out FOLDER] [--emulated] [BENCH...]
#
#   --gpus N      how many of this machine's GPUs; default: all, at most 4
#   --ranks N     ranks a GPU; default: its multiprocessors
#   --threads N   threads a rank; default 256
#   --emulated    small numbers on the emulator: shows that everything runs, and measures nothing
#   BENCH         put get ranks barrier log queue host nvshmem copies; default: all
#
# Needs .gpurma/bundle and .gpurma/client, nvcc, mpirun and g++; no JDK, no network. Leaves in FOLDER (default
# .gpurma/bench) results.csv, results.json, goals.md, comparison.md, fit.md, fit.json and plots/.
set -euo pipefail

here=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
# shellcheck source=scripts/nvshmem.sh
. "$here/scripts/nvshmem.sh"
state=$here/.gpurma
bundle=$state/bundle
out=$state/bench
backend=cuda
gpus='' ranks='' threads=256
benches=()
began=$EPOCHREALTIME
failed=0

die() { printf 'gpu-bench: %s\n' "$@" >&2; exit 2; }

while [ $# -gt 0 ]; do
  case $1 in
    --gpus | --ranks | --threads | --out)
      [ $# -ge 2 ] || die "$1 needs a value"
      case $1 in --gpus) gpus=$2 ;; --ranks) ranks=$2 ;; --threads) threads=$2 ;; --out) out=$2 ;; esac
      shift 2 ;;
    --emulated) backend=emulated; shift ;;
    -*) die "unknown option $1" ;;
    *) benches+=("$1"); shift ;;
  esac
done
[ ${#benches[@]} -gt 0 ] || benches=(put get ranks barrier log queue host nvshmem copies)

for need in "$bundle/bin/gpurma-runtime" "$state/client/gpurma-client.jar"; do
  [ -e "$need" ] || die "${need#"$here"/} is missing; ./gpurma build makes it"
done
if [ "$backend" = cuda ]; then
  present=$(nvidia-smi --list-gpus 2>/dev/null | grep -c '^GPU ' || true)
  if [ "$present" -eq 0 ]; then
    echo "gpu-bench: skipped, nvidia-smi lists no GPU here (--emulated shows that everything runs)"
    exit 0
  fi
  command -v nvcc >/dev/null || die "nvcc is missing: the kernels are compiled here"
  gpus=${gpus:-$((present < 4 ? present : 4))}
  [ "$gpus" -le "$present" ] || die "--gpus $gpus, but there are $present"
else
  gpus=${gpus:-2} ranks=${ranks:-8} threads=64
fi
command -v mpirun >/dev/null || die "mpirun is missing: install Open MPI"

mkdir -p "$out"
out=$(cd "$out" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

wanted() { # BENCH
  local bench
  for bench in "${benches[@]}"; do [ "$bench" != "$1" ] || return 0; done
  return 1
}

seconds() { awk -v a="$1" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f", b - a }'; }

# step LABEL LOG COMMAND...: a line with the seconds; on failure the end of the log, and the rest goes on.
step() {
  local label=$1 log=$work/$2.log begin=$EPOCHREALTIME verdict=ok
  shift 2
  "$@" >"$log" 2>&1 || verdict=FAIL
  printf '%-4s %-62s %6s s\n' "$verdict" "$label" "$(seconds "$begin")"
  grep -h ': skipped' "$log" | sed 's/^/     /' || true
  [ "$verdict" = ok ] || { failed=$((failed + 1)); tail -n 20 "$log" | sed 's/^/     | /'; }
}

# ---------------------------------------------------------------------------------------------- jobs

uuids=()
[ "$backend" = emulated ] || mapfile -t uuids < <(nvidia-smi --query-gpu=uuid --format=csv,noheader)
gpu() { # INDEX
  if [ "$backend" = cuda ]; then echo "${uuids[$1]}"; else echo "emulated-$1"; fi
}

compile_job() { # JOB SOURCE TARGET
  local folder=$here/job-specs/$1
  if [ "$backend" = cuda ]; then
    nvcc --options-file "$bundle/include/gpurma/nvcc.options" -arch=native -I "$bundle/include" "$folder/$2" -o "$3"
  else
    g++ -std=c++20 -O2 -fPIC -shared -x c++ -I "$bundle/include" -include gpurma/emulator/cuda.h "$folder/$2" -o "$3"
  fi
}

program() { # JOB SOURCE
  local suffix=so
  [ "$backend" = emulated ] || suffix=fatbin
  echo "$work/$1-${2%.cu}.$suffix"
}

# The parameters of job.yaml as shell variables; NAME=VALUE arguments override them.
load_parameters() { # JOB NAME=VALUE...
  local job=$1 name value
  shift
  while IFS=': ' read -r name value; do
    printf -v "$name" %s "$value"
  done < <(sed -n '/^parameters:/,/^[a-z]/s/^  \([A-Za-z]*: [^ ]*\)$/\1/p' "$here/job-specs/$job/job.yaml")
  for value in "$@"; do printf -v "${value%%=*}" %s "${value#*=}"; done
}

# What the service makes of a job spec, for specs as simple as those of the benchmarks. In a shell of its own: the
# parameters become variables.
write_run_spec() ( # JOB FOLDER GPUS NAME=VALUE...
  local job=$1 folder=$2 processes=$3 spec=$here/job-specs/$1/job.yaml name expression index device=CUDA
  shift 3
  load_parameters "$job" "$@"
  [ "$backend" = cuda ] || device=EMULATED
  {
    printf 'protocol: 2\njob: "%s"\nattempt: 1\nprogram: "program"\n' "$job"
    sed -n 's/^  entry: \(.*\)$/entry: "\1"/p' "$spec"
    printf 'device: %s\nthreads_per_rank: %d\nranks_per_gpu: %d\npath: %s\n' "$device" "$threads" "$ranksPerGpu" "${path^^}"
    expression=$(sed -n 's/^  managedMiB: "${\(.*\)}"$/\1/p' "$spec")
    [ -z "$expression" ] || printf 'managed_bytes: %d\n' $(((expression) << 20))
    while read -r name expression; do
      printf 'userdata { name: "%s" type: INT32 values { integers: %d } }\n' "$name" $((expression))
    done < <(sed -n 's/^  - {name: \([A-Za-z]*\), type: int32, value: "${\(.*\)}"}$/\1 \2/p' "$spec")
    for ((index = 0; index < processes; index++)); do
      printf 'placements { node: "%s" gpu: "%s" }\n' "$(hostname)" "$(gpu "$index")"
    done
  } >"$folder/run.txtpb"
)

launch() { # FOLDER GPUS
  local command=(timeout 240 mpirun "${mpi_options[@]}") index
  for ((index = 0; index < $2; index++)); do
    [ "$index" -eq 0 ] || command+=(:)
    command+=(-n 1)
    [ "$backend" = emulated ] || command+=(-x "CUDA_VISIBLE_DEVICES=$(gpu "$index")" -x CUDA_MODULE_LOADING=EAGER)
    command+=("$bundle/bin/gpurma-runtime" "$1")
  done
  "${command[@]}"
}

mpi_options=(--oversubscribe --bind-to none --mca pml ob1 --mca btl "vader,self")
# As the service starts them.
if [ "$backend" = cuda ]; then mpi_options+=(--mca mpi_yield_when_idle 0); else mpi_options+=(--mca mpi_yield_when_idle 1); fi
[ "$(id -u)" != 0 ] || mpi_options+=(--allow-run-as-root)

# Rows that rank 0 logged, as lines that begin with "csv ".
rows_of_run() { # FOLDER
  GPURMA_MAIN=org.gpurma.runtime.report.SpoolText "$bundle/bin/gpurma-runtime" "$1" | sed -n 's/^\[rank 0\] csv /csv /p'
}

run_job() { # LABEL JOB SOURCE GPUS NAME=VALUE...
  local label=$1 job=$2 source=$3 processes=$4 folder=$work/run-$1
  shift 4
  mkdir -p "$folder"
  ln -s "$(program "$job" "$source")" "$folder/program"
  write_run_spec "$job" "$folder" "$processes" "$@"
  launch "$folder" "$processes"
  rows_of_run "$folder" | tee "$work/$label.rows"
  grep -q '^csv ' "$work/$label.rows"
}

job() { # LABEL JOB SOURCE GPUS NAME=VALUE...
  step "$2 ($1), $4 GPU" "$1" run_job "$@"
}

# ---------------------------------------------------------------------------------------------- programs

compile_program() { # NAME
  local source=$here/device-lib/bench/$1.cu
  case $1 in
    host_queue) g++ -std=c++17 -O3 -pthread "${source%.cu}.cpp" -o "$work/$1" ;;
    host_to_host) mpicxx -std=c++17 -O3 "${source%.cu}.cpp" -o "$work/$1" ;;
    nvshmem)
      nvcc -std=c++17 -O3 -arch=native -rdc=true -I "$nvshmem_home/include" "$source" -o "$work/$1" \
        -L "$nvshmem_home/lib" -lnvshmem_device -l:libnvshmem_host.so.3 ;;
    *) nvcc -std=c++17 -O3 -arch=native -I "$bundle/include" "$source" -o "$work/$1" -ldl ;;
  esac
}

run_program() { # LABEL COMMAND...
  local label=$1
  shift
  timeout 240 "$@" | tee "$work/$label.rows"
  grep -q '^csv ' "$work/$label.rows"
}

# The host loop of a C++ program in the bundle's Java, over a file that both map.
with_java_host() { # LABEL PROGRAM OPTIONS...
  local label=$1 program=$2 file code=0 java
  shift 2
  file=$(mktemp /dev/shm/gpurma-bench-XXXXXX)
  truncate --size 16384 "$file"
  GPURMA_MAIN=org.gpurma.runtime.bench.HostLoop "$bundle/bin/gpurma-runtime" "$file" &
  java=$!
  run_program "$label" "$program" --other "Java host loop" --file "$file" "$@" || code=$?
  [ "$code" -eq 0 ] || kill "$java" 2>/dev/null || true
  wait "$java" || code=$?
  rm -f "$file"
  return "$code"
}

host_to_host_in_java() {
  GPURMA_MAIN=org.gpurma.runtime.bench.HostAccess run_program host-java \
    mpirun "${mpi_options[@]}" -x GPURMA_MAIN -n 2 "$bundle/bin/gpurma-runtime" "$rounds_of_programs" "$repetitions"
}

host_put() {
  GPURMA_MAIN=org.gpurma.runtime.bench.HostPut run_program host-put \
    mpirun "${mpi_options[@]}" -x GPURMA_MAIN -n 2 "$bundle/bin/gpurma-runtime" "$ranks" "$rounds_of_programs" "$repetitions"
}

run_nvshmem() {
  local id=$work/nvshmem.id first=0 second=0 other
  # Plain stores between the GPUs, as ours: no multicast.
  export NVSHMEM_DISABLE_NVLS=1 LD_LIBRARY_PATH=$nvshmem_home/lib:${LD_LIBRARY_PATH:-}
  timeout 240 "$work/nvshmem" 1 "$id" "${nvshmem_options[@]}" &
  other=$!
  run_program nvshmem "$work/nvshmem" 0 "$id" "${nvshmem_options[@]}" || first=$?
  wait "$other" || second=$?
  return $((first + second))
}

# ---------------------------------------------------------------------------------------------- what is measured

if [ "$backend" = cuda ]; then
  repetitions=7 rounds=1000 factor=2 largest=1048576 rounds_of_programs=5000
else
  repetitions=3 rounds=10 factor=64 largest=32768 rounds_of_programs=50
fi

if [ "$backend" = cuda ] && [ -z "$ranks" ]; then
  cat >"$work/multiprocessors.cu" <<'CU'
#include <cstdio>
int main() {
    int count = 0;
    if (cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0) != cudaSuccess) return 1;
    std::printf("%d\n", count);
}
CU
  nvcc "$work/multiprocessors.cu" -o "$work/multiprocessors"
  ranks=$("$work/multiprocessors")
fi
# Pairs of GPUs: more than two measure nothing new but barriers and the ranks.
pair=$((gpus < 2 ? gpus : 2))

nvshmem_home=''
if wanted nvshmem; then
  if [ "$backend" = emulated ]; then
    echo "nvshmem: skipped, it needs GPUs"
  elif [ "$gpus" -lt 2 ]; then
    echo "nvshmem: skipped, it is measured between two GPUs"
  elif ! nvshmem_home=$(find_nvshmem); then
    echo "nvshmem: skipped, neither NVSHMEM_HOME nor the Python wheel nvidia-nvshmem has include/nvshmem.h and lib"
  fi
fi

# All compilers at once: most of the time of a run on GPUs would be theirs.
compilers=() compiled=()
compile() { # NAME COMMAND...
  local name=$1
  shift
  "$@" >"$work/compile-$name.log" 2>&1 &
  compilers+=($!) compiled+=("$name")
}
for bench in put get ranks barrier log; do
  ! wanted $bench || compile "bench-$bench" compile_job "bench-$bench" kernel.cu "$(program "bench-$bench" kernel.cu)"
done
! wanted put || compile no-counters compile_job bench-put no-counters.cu "$(program bench-put no-counters.cu)"
if wanted host; then
  compile host_queue compile_program host_queue
  if command -v mpicxx >/dev/null; then
    compile host_to_host compile_program host_to_host
  else
    echo "host_to_host.cpp: skipped, no mpicxx here"
  fi
fi
if [ "$backend" = cuda ]; then
  ! wanted queue || compile queue compile_program queue
  ! wanted copies || compile copies compile_program copies
  [ -z "$nvshmem_home" ] || compile nvshmem compile_program nvshmem
fi
await_compilers() {
  local i code=0
  for i in "${!compilers[@]}"; do
    wait "${compilers[i]}" || { code=1; echo "${compiled[i]}:"; cat "$work/compile-${compiled[i]}.log"; }
  done
  return $code
}
echo "$gpus GPU, $ranks ranks each, $threads threads a rank, $backend"
step "${#compilers[@]} programs compiled" compile await_compilers

common=(ranksPerGpu="$ranks" threads="$threads" repetitions="$repetitions")
sizes=(factor="$factor" largest="$largest")
if wanted put; then
  job put-near bench-put kernel.cu "$pair" "${common[@]}" rounds="$rounds" "${sizes[@]}"
  job put-no-counters bench-put no-counters.cu "$pair" "${common[@]}" rounds="$rounds" factor=64 largest=1024
  [ "$gpus" -lt 2 ] || job put-network bench-put kernel.cu 2 "${common[@]}" rounds="$rounds" "${sizes[@]}" path=network
fi
if wanted get; then
  job get-near bench-get kernel.cu "$pair" "${common[@]}" rounds="$rounds" "${sizes[@]}"
  [ "$gpus" -lt 2 ] || job get-network bench-get kernel.cu 2 "${common[@]}" rounds="$rounds" "${sizes[@]}" path=network
fi
if wanted ranks; then
  job ranks-near bench-ranks kernel.cu "$pair" "${common[@]}" rounds="$rounds" large="$largest"
  [ "$gpus" -lt 2 ] || job ranks-network bench-ranks kernel.cu 2 "${common[@]}" rounds="$((rounds / 10 + 1))" large="$((largest / 4))" path=network
fi
if wanted barrier; then
  for count in 1 8 32; do
    [ "$count" -ge "$ranks" ] || job "barrier-$count" bench-barrier kernel.cu "$gpus" "${common[@]}" ranksPerGpu="$count" rounds="$rounds"
  done
  job barrier bench-barrier kernel.cu "$gpus" "${common[@]}" rounds="$rounds"
fi
! wanted log || job log bench-log kernel.cu 1 "${common[@]}" lines="$((rounds / 2))" burst="$((rounds < 200 ? rounds : 200))"
if wanted queue; then
  if [ "$backend" = cuda ]; then
    step "flags and queues, nine placements, C++ host loop" queue run_program queue "$work/queue" --repetitions "$repetitions"
    step "queue, Java host loop" queue-java with_java_host queue-java "$work/queue" --repetitions "$repetitions"
  else
    echo "queue: skipped, it needs a GPU"
  fi
fi
if wanted host; then
  step "queue between two CPU threads, C++" host-queue run_program host-queue "$work/host_queue" --rounds "$rounds_of_programs"
  step "queue between two CPU threads, Java" host-queue-java with_java_host host-queue-java "$work/host_queue" --rounds "$rounds_of_programs"
  ! command -v mpicxx >/dev/null || step "notified access from host to host, C++ and MPI" host-mpi run_program host-mpi mpirun "${mpi_options[@]}" -n 2 \
    "$work/host_to_host" --rounds "$rounds_of_programs" --repetitions "$repetitions"
  step "notified access from host to host, Java" host-java host_to_host_in_java
  step "notified put through two runtimes whose devices are threads" host-put host_put
fi
if [ "$backend" = cuda ]; then
  nvshmem_options=(--rounds "$rounds" --repetitions "$repetitions" --threads "$threads" --factor "$factor")
  [ -z "$nvshmem_home" ] || step "NVSHMEM" nvshmem run_nvshmem
  ! wanted copies || step "cudaMemcpyPeer" copies run_program copies "$work/copies" --repetitions "$repetitions"
fi

# ---------------------------------------------------------------------------------------------- what came of it

bench() { # SUBCOMMAND ARGUMENTS...
  "$bundle/jre/bin/java" -XX:TieredStopAtLevel=1 -cp "$state/client/gpurma-client.jar:$state/client/lib/*" \
    org.gpurma.client.cli.Main bench "$@"
}

{
  echo implementation,operation,path,bytes,ranks,threads,rounds,repetitions,median,minimum,maximum,unit
  # In the order of the runs: of a line measured twice the first counts.
  find "$work" -name '*.rows' -printf '%T@ %p\n' | sort -n | cut -d' ' -f2- | xargs --no-run-if-empty sed -n 's/^csv //p'
} >"$out/results.csv"
bench table "$out/results.csv" --json "$out/results.json" >"$out/goals.md"
bench table --all "$out/results.csv" >"$out/comparison.md"
bench fit "$out/results.csv" --json "$out/fit.json" >"$out/fit.md"
bench plot "$out/results.csv" --out "$out/plots" >/dev/null

echo
if [ "$backend" = cuda ]; then
  nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | sort | uniq -c
  cat "$out/goals.md"
else
  echo "(times of the emulator say nothing about a GPU: no goals)"
fi
echo
echo "$(($(wc -l <"$out/results.csv") - 1)) measurements in ${out#"$PWD"/}: results.csv and .json, comparison.md, fit.md, plots/"
if [ "$failed" -gt 0 ]; then
  echo "gpu-bench: $failed failed, $(seconds "$began") s"
  exit 1
fi
echo "gpu-bench: all ran, $(seconds "$began") s"
