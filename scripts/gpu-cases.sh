#!/usr/bin/env bash
# The case studies on this machine's GPUs, through the runtime bundle and without a service: one row of results for each
# case, variant, model, number of GPUs and size.
#
#   gpu-cases.sh [--gpus "1 2 4"] [--model LIST] [--quick] [--tune] [--emulated] [--out FOLDER] [CASE...]
#   gpu-cases.sh --prepare [--arch sm_90]
#
#   --prepare     compiles kernels (nvcc) and host programs (javac) into .gpurma/cases, and runs nothing: what is there
#                 already is not compiled again, so the machine with the GPUs needs neither compiler
#   --gpus LIST   numbers of GPUs; default: those of 1, 2 and 4 that there are
#   --quick       fewer steps, samples and sizes
#   --tune        stencil and four-stencils only, on one GPU, with other numbers of ranks and threads
#   --emulated    small sizes on the emulator: shows that everything runs and is right, and measures nothing
#   --model LIST  "gpurma mpi-cuda", the default, or one of them
#   CASE          limiter four-stencils stencil particles spmv power-iteration; default: all
#
# Needs .gpurma/bundle, .gpurma/client and mpirun. Leaves in FOLDER (default .gpurma/cases/out) results.csv, cases.md,
# plots/, calibration.csv and model.md. Every run checks its outcome against a serial one; a wrong one is a failed run.
set -euo pipefail

here=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
# shellcheck source=scripts/nvshmem.sh
. "$here/scripts/nvshmem.sh"
state=$here/.gpurma
bundle=$state/bundle
store=$state/cases
out=$store/out
backend=cuda arch=sm_90 prepare=no quick=no tune=no gpus='' models='gpurma mpi-cuda'
cases=()
began=$EPOCHREALTIME
failed=0 runs=0

die() { printf 'gpu-cases: %s\n' "$@" >&2; exit 2; }

while [ $# -gt 0 ]; do
  case $1 in
    --gpus | --out | --arch | --model)
      [ $# -ge 2 ] || die "$1 needs a value"
      case $1 in --gpus) gpus=$2 ;; --out) out=$2 ;; --arch) arch=$2 ;; --model) models=$2 ;; esac
      shift 2 ;;
    --prepare) prepare=yes; shift ;;
    --quick) quick=yes; shift ;;
    --tune) tune=yes; shift ;;
    --emulated) backend=emulated; shift ;;
    -*) die "unknown option $1" ;;
    *) cases+=("$1"); shift ;;
  esac
done
known=(limiter four-stencils stencil particles spmv power-iteration)
if [ ${#cases[@]} -eq 0 ]; then
  [ "$tune" = yes ] && cases=(stencil four-stencils) || cases=("${known[@]}")
fi
[ -e "$bundle/bin/gpurma-runtime" ] || die ".gpurma/bundle is missing; ./gpurma build makes it"

if [ "$backend" = cuda ] && [ "$prepare" = no ]; then
  present=$(nvidia-smi --list-gpus 2>/dev/null | grep -c '^GPU ' || true)
  if [ "$present" -eq 0 ]; then
    echo "gpu-cases: skipped, nvidia-smi lists no GPU here (--emulated shows that everything runs)"
    exit 0
  fi
  [ -n "$gpus" ] || for count in 1 2 4; do [ "$count" -gt "$present" ] || gpus+="$count "; done
fi
gpus=${gpus:-1 2 4}

mkdir -p "$out" "$store"
out=$(cd "$out" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

seconds() { awk -v a="$1" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f", b - a }'; }

# ---------------------------------------------------------------------------------------------- specs

# The value of a key of a spec, on a line of its own.
value_of() { # SPEC KEY
  sed -n "s/^ *$2: *\"\{0,1\}\([^\"]*\)\"\{0,1\} *$/\1/p" "$1" | head -n 1
}

# Its host program, where it has one.
host_of() { # SPEC
  sed -n '/^  host:/,/^[a-z]/s/^    file: *//p' "$1"
}

# The parameters of a spec as shell variables; NAME=VALUE arguments override them.
load_parameters() { # SPEC NAME=VALUE...
  local spec=$1 name value
  shift
  while IFS=': ' read -r name value; do
    printf -v "$name" %s "$value"
    names+=("$name")
  done < <(sed -n '/^parameters:/,/^[a-z]/s/^  \([A-Za-z]*: [^ ]*\)$/\1/p' "$spec")
  for value in "$@"; do printf -v "${value%%=*}" %s "${value#*=}"; done
}

evaluated() { # EXPRESSION
  local expression=${1#'${'}
  echo $((${expression%'}'}))
}

# ---------------------------------------------------------------------------------------------- what runs need

built() { # SPEC
  local spec=$1 name source host folder
  folder=$(dirname "$spec")
  name=$(basename "$folder")-$(basename "$spec" .yaml)
  source=$(value_of "$spec" file)
  host=$(host_of "$spec")
  local program suffix=so
  [ "$backend" = emulated ] || suffix=fatbin
  program=$store/$name.$suffix
  if newer_than "$program" "$folder" "$here/device-lib/include"; then
    if [ "$backend" = cuda ]; then
      nvcc --options-file "$bundle/include/gpurma/nvcc.options" -arch="$arch" -I "$bundle/include" "$folder/$source" -o "$program"
    else
      g++ -std=c++20 -O2 -fPIC -shared -x c++ -I "$bundle/include" -include gpurma/emulator/cuda.h "$folder/$source" \
        -o "$program"
    fi
  fi
  [ -n "$host" ] || return 0
  local classes=$store/$name.host
  if newer_than "$classes" "$folder"; then
    "${JAVA_HOME:+$JAVA_HOME/bin/}javac" -proc:none -sourcepath "$folder" -cp "$(echo "$bundle"/lib/gpurma-host-api-*.jar)" -d "$classes" "$folder/$host"
    touch "$classes"
  fi
}

# As many at once as there are processors.
build_all() {
  local spec
  for spec in "${specs[@]}"; do
    while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do sleep 0.1; done
    in_background built "$spec"
  done
  [ -z "$nvshmem_home" ] || in_background built_nvshmem
  wait
  [ ! -e "$work/uncompiled" ] || die "a program does not compile"
}

# Leaves a mark on failure: bash forgets how a process ended once its number is given to another.
in_background() { # COMMAND...
  (
    trap '[ $? -eq 0 ] || touch "$work/uncompiled"' EXIT
    "$@"
  ) &
}

# Whether a product must be made: it is not there, or a source below the folders is younger.
newer_than() { # PRODUCT FOLDER...
  local product=$1
  shift
  [ ! -e "$product" ] || [ -n "$(find "$@" -type f -newer "$product" -print -quit)" ]
}

spec_of() { # CASE MODEL
  case $1-$2 in
    four-stencils-gpurma) echo "$here/job-specs/horizontal-diffusion/four-stencils.yaml" ;;
    limiter-gpurma) echo "$here/job-specs/horizontal-diffusion/limiter.yaml" ;;
    limiter-*) echo "$here/job-specs/horizontal-diffusion/limiter-$2.yaml" ;;
    four-stencils-*) echo "$here/job-specs/horizontal-diffusion/$2.yaml" ;;
    *-gpurma) echo "$here/job-specs/$1/job.yaml" ;;
    *) echo "$here/job-specs/$1/$2.yaml" ;;
  esac
}

# ---------------------------------------------------------------------------------------------- runs

uuids=()
[ "$backend" = emulated ] || [ "$prepare" = yes ] || mapfile -t uuids < <(nvidia-smi --query-gpu=uuid --format=csv,noheader)
gpu() { # INDEX
  if [ "$backend" = cuda ]; then echo "${uuids[$1]}"; else echo "emulated-$1"; fi
}

# What the service makes of a spec with a host program. In a shell of its own: the parameters become variables.
write_run_spec() ( # SPEC FOLDER GPUS NAME=VALUE...
  spec=$1 folder=$2 processes=$3
  names=()
  shift 3
  load_parameters "$spec" "$@"
  host=$(host_of "$spec")
  {
    printf 'protocol: 2\njob: "case"\nattempt: 1\nprogram: "program"\n'
    printf 'device: %s\npath: %s\n' "$([ "$backend" = cuda ] && echo CUDA || echo EMULATED)" "$(tr a-z A-Z <<<"${path:-nearest}")"
    printf 'managed_bytes: %d\n' $(($(evaluated "$(value_of "$spec" managedMiB)") << 20))
    if [ "$(value_of "$spec" model)" = mpi-cuda ]; then
      printf 'model: MPI_CUDA\n'
    else
      printf 'entry: "%s"\nthreads_per_rank: %d\nranks_per_gpu: %d\n' "$(value_of "$spec" entry)" \
        "$(evaluated "$(value_of "$spec" threadsPerRank)")" "$(evaluated "$(value_of "$spec" ranksPerGpu)")"
    fi
    while read -r name value; do
      printf 'userdata { name: "%s" type: INT32 values { integers: %d } }\n' "$name" "$(evaluated "$value")"
    done < <(sed -n 's/^  - {name: \([A-Za-z]*\), type: int32, value: "\(.*\)"}$/\1 \2/p' "$spec")
    if [ -n "$host" ]; then
      printf 'host_program {\n  class_path: "host"\n  class_name: "%s"\n  heap_mib: %s\n' "${host%.java}" \
        "$(value_of "$spec" heapMiB)"
      for name in "${names[@]}"; do printf '  parameters { key: "%s" value: "%s" }\n' "$name" "${!name}"; done
      printf '}\n'
    fi
    for ((index = 0; index < processes; index++)); do
      printf 'placements { node: "%s" gpu: "%s" }\n' "$(hostname)" "$(gpu "$index")"
    done
  } >"$folder/run.txtpb"
)

mpi_options=(--oversubscribe --bind-to none --mca pml ob1 --mca btl "vader,self")
# As the service starts them.
if [ "$backend" = cuda ]; then mpi_options+=(--mca mpi_yield_when_idle 0); else mpi_options+=(--mca mpi_yield_when_idle 1); fi
[ "$(id -u)" != 0 ] || mpi_options+=(--allow-run-as-root)

launch() { # FOLDER GPUS
  local command=(timeout 120 mpirun "${mpi_options[@]}") index
  for ((index = 0; index < $2; index++)); do
    [ "$index" -eq 0 ] || command+=(:)
    command+=(-n 1)
    [ "$backend" = emulated ] || command+=(-x "CUDA_VISIBLE_DEVICES=$(gpu "$index")" -x CUDA_MODULE_LOADING=EAGER)
    command+=("$bundle/bin/gpurma-runtime" "$1")
  done
  "${command[@]}"
}

run_case() { # SPEC FOLDER GPUS NAME=VALUE...
  local spec=$1 folder=$2 count=$3 name
  name=$(basename "$(dirname "$spec")")-$(basename "$spec" .yaml)
  mkdir -p "$folder"
  ln -s "$store/$name.$([ "$backend" = cuda ] && echo fatbin || echo so)" "$folder/program"
  ln -s "$store/$name.host" "$folder/host"
  write_run_spec "$@"
  launch "$folder" "$count" || return 1
  if [ "$(value_of "$spec" model)" = mpi-cuda ]; then
    # The host program prints its row itself.
    return
  fi
  GPURMA_MAIN=org.gpurma.runtime.report.SpoolText "$bundle/bin/gpurma-runtime" "$folder" | sed -n 's/^\[rank 0\] csv /csv /p' 
}

# The runs of a case, one a model: a line with the seconds and the row; on failure the log, and the rest goes on.
run() { # CASE GPUS NAME=VALUE...
  local case=$1 count=$2 model
  shift 2
  for model in $models; do run_model "$case" "$count" "$model" "$@"; done
}

run_model() { # CASE GPUS MODEL NAME=VALUE...
  local case=$1 count=$2 model=$3 begin=$EPOCHREALTIME verdict=ok folder
  shift 3
  runs=$((runs + 1))
  folder=$work/run-$runs
  [ "$model" = gpurma ] || set -- "${@/#ranksPerGpu=/blocks=}"
  run_case "$(spec_of "$case" "$model")" "$folder" "$count" "$@" >"$work/log" 2>&1 || verdict=FAIL
  grep -q '^csv ' "$work/log" || verdict=FAIL
  tell "$verdict" "$begin" "$case, $model, $count GPU${*:+, $*}"
  rm -rf "$folder"
}

# A line with the seconds, then the row of results or what went wrong.
tell() { # VERDICT BEGIN WHAT
  local verdict=$1
  printf '%-4s %5s s  %s\n' "$verdict" "$(seconds "$2")" "$3"
  if [ "$verdict" = ok ]; then
    sed -n 's/^csv //p' "$work/log" | tee -a "$out/results.csv" | sed 's/^/     /'
  else
    failed=$((failed + 1))
    grep -v '^--\|^$\|^mpirun\|^the job' "$work/log" | head -n 30 | sed 's/^/     | /'
  fi
}

# ---------------------------------------------------------------------------------------------- by NVSHMEM

# The stencil, where NVSHMEM is installed on the machine with the GPUs.
nvshmem_home=''
nvshmem_stencil=$store/stencil-nvshmem

built_nvshmem() {
  newer_than "$nvshmem_stencil" "$here/job-specs/stencil" || return 0
  nvcc -std=c++17 -O3 -arch="$arch" -rdc=true -I "$nvshmem_home/include" "$here/job-specs/stencil/nvshmem.cu" \
    -o "$nvshmem_stencil" -L "$nvshmem_home/lib" -lnvshmem_device -l:libnvshmem_host.so.3
}

# Process 0 prints the row. Plain stores between the GPUs, as ours: no multicast.
launch_nvshmem() { # GPUS ARGUMENT...
  local count=$1 me processes=() code=0
  shift
  for ((me = 0; me < count; me++)); do
    NVSHMEM_DISABLE_NVLS=1 LD_LIBRARY_PATH=$nvshmem_home/lib:${LD_LIBRARY_PATH:-} \
      timeout 120 "$nvshmem_stencil" "$me" "$count" "$work/nvshmem.id" "$@" &
    processes+=($!)
  done
  for me in "${processes[@]}"; do wait "$me" || code=1; done
  rm -f "$work/nvshmem.id"
  return "$code"
}

run_nvshmem_stencil() { # GPUS columns rows bands planes threads height checkedSteps steps samples
  local begin=$EPOCHREALTIME verdict=ok
  [ -n "$nvshmem_home" ] || return 0
  runs=$((runs + 1))
  launch_nvshmem "$@" >"$work/log" 2>&1 || verdict=FAIL
  grep -q '^csv ' "$work/log" || verdict=FAIL
  tell "$verdict" "$begin" "stencil, nvshmem, $1 GPU"
}

# ---------------------------------------------------------------------------------------------- what is run

# Sizes are the theses'; ranks fill the 132 multiprocessors of an H200.
run_four-stencils() { # GPUS
  local variant height columns given=$models models
  for variant in hd hd-recompute hd-overlap hd-nooverlap; do
    models=$given
    # Plain kernels have no row that they wait for: theirs is hd.
    [ $variant != hd-recompute ] || models=$(sed 's/mpi-cuda//' <<<"$models")
    if [ "$backend" = emulated ]; then
      run four-stencils "$1" variant=$variant
      continue
    fi
    for columns in $widths; do
      run four-stencils "$1" variant=$variant ranksPerGpu=132 threads=256 height=4 rows=4 columns="$columns" steps="$hd_steps" samples="$samples"
    done
  done
  models=$given
  [ "$backend" = cuda ] || return 0
  [ "$quick" = no ] && [ "$1" -eq 1 ] || return 0
  for height in 8 16; do
    run four-stencils "$1" variant=hd ranksPerGpu=132 threads=256 height=$height rows=$height columns=1024 steps="$hd_steps" samples="$samples"
  done
}

# npbench's fields a GPU, and the sums that it gives on one.
run_limiter() { # GPUS
  if [ "$backend" = emulated ]; then
    run limiter "$1" sum="$([ "$1" -eq 1 ] && echo 7407.698971965 || echo 0)"
    return
  fi
  local sizes ranks j k sum
  for sizes in "64 64 60 122889.597406648" "128 320 26 532271.956080513"; do
    read -r ranks j k sum <<<"$sizes"
    [ "$1" -eq 1 ] || sum=0
    run limiter "$1" ranksPerGpu="$ranks" threads=512 rows=1 j="$j" k="$k" sum="$sum" steps="$steps" samples="$samples"
  done
}

run_stencil() { # GPUS
  if [ "$backend" = emulated ]; then run stencil "$1"; return; fi
  run stencil "$1" columns=128 rows=64 bands=5 planes=26 threads=256 height=4 steps="$steps" samples="$samples"
  run_nvshmem_stencil "$1" 128 64 5 26 256 4 5 "$steps" "$samples"
}

run_particles() { # GPUS
  if [ "$backend" = emulated ]; then run particles "$1"; return; fi
  run particles "$1" ranksPerGpu=104 threads=512 segments=416 width=416 perSegment=100 capacity=256 checkedSteps=10 steps="$hundred" samples="$samples"
}

# The same problems by other numbers of ranks, rows of each and threads.
tune_stencil() {
  local shape
  for shape in "5 64 128 2" "10 32 128 2" "10 32 128 4"; do
    read -r bands rows threads height <<<"$shape"
    run stencil 1 columns=128 planes=26 bands="$bands" rows="$rows" threads="$threads" height="$height" steps="$steps" samples="$samples"
  done
}

tune_four-stencils() {
  local shape columns variant
  for variant in hd hd-overlap; do
    for columns in 256 2048; do
      for shape in "132 4 128 4" "264 2 128 2"; do
        read -r ranks rows threads height <<<"$shape"
        run four-stencils 1 variant=$variant ranksPerGpu="$ranks" threads="$threads" height="$height" rows="$rows" columns=$columns steps="$hd_steps" samples="$samples"
      done
    done
  done
}

# 10,816 rows a GPU: as many elements on each in a grid of 1, 1 x 2 or 2 x 2.
declare -A matrix_sizes=([1]=10816 [2]=15296 [4]=21632)

run_spmv() { # GPUS
  if [ "$backend" = emulated ]; then run spmv "$1"; return; fi
  run spmv "$1" ranksPerGpu=132 threads=512 size="${matrix_sizes[$1]}" share=0.003 steps="$hundred" samples="$samples"
}

run_power-iteration() { # GPUS
  if [ "$backend" = emulated ]; then run power-iteration "$1"; return; fi
  run power-iteration "$1" ranksPerGpu=132 threads=512 size="${matrix_sizes[$1]}" share=0.003 steps="$hundred" samples="$samples"
}

# Everything on 1 and 2 GPUs takes some 150 s, most of it the start of processes.
hundred=100 samples=20 steps=200 hd_steps=200 widths="256 1024 2048"
[ "$quick" = no ] || { hundred=50 samples=5 steps=50 hd_steps=50 widths="256 2048"; }

for case in "${cases[@]}"; do
  declare -F "run_$case" >/dev/null || die "there is no case $case; there are ${known[*]}"
  [ "$tune" = no ] || declare -F "tune_$case" >/dev/null || die "there is nothing to tune of $case"
done
specs=("$here/job-specs/calibrate/job.yaml")
for case in "${cases[@]}"; do
  for model in $models; do specs+=("$(spec_of "$case" "$model")"); done
done
if [[ $backend = cuda && " ${cases[*]} " == *" stencil "* ]]; then
  nvshmem_home=$(find_nvshmem) || echo "stencil by NVSHMEM: skipped, neither NVSHMEM_HOME nor the Python wheel nvidia-nvshmem has include/nvshmem.h and lib"
fi
build_all
if [ "$prepare" = yes ]; then
  echo "gpu-cases: prepared in ${store#"$PWD"/}, $(seconds "$began") s"
  exit 0
fi

echo "case,variant,model,gpus,ranks,threads,size,iterations,samples,median,minimum,maximum,compute,communicate" >"$out/results.csv"
if [ "$tune" = yes ]; then
  models=gpurma
  for case in "${cases[@]}"; do "tune_$case"; done
else
  for case in "${cases[@]}"; do
    for count in $gpus; do "run_$case" "$count"; done
  done
fi
# On two GPUs where there are as many: puts between them.
calibrate() {
  local count log=$work/calibrate.log begin=$EPOCHREALTIME values=()
  count=$(printf '%s\n' $gpus | sort -n | tail -n 1)
  [ "$count" -eq 1 ] || count=2
  [ "$backend" = emulated ] || values=(ranksPerGpu=132 threads=256 rounds=1000 repetitions=7 factor=2 largest=1048576)
  runs=$((runs + 1))
  if run_case "$here/job-specs/calibrate/job.yaml" "$work/calibrate" $count "${values[@]}" >"$log" 2>&1 \
    && grep -q '^csv ' "$log"; then
    printf 'ok   %5s s  calibrate, %d GPU\n' "$(seconds "$begin")" $count
    echo implementation,operation,path,bytes,ranks,threads,rounds,repetitions,median,minimum,maximum,unit >"$out/calibration.csv"
    sed -n 's/^csv //p' "$log" >>"$out/calibration.csv"
    cases_command predict --calibration "$out/calibration.csv" "$out/results.csv" >"$out/model.md"
    cat "$out/model.md"
  else
    printf 'FAIL %5s s  calibrate, %d GPU\n' "$(seconds "$begin")" $count
    failed=$((failed + 1))
    tail -n 20 "$log" | sed 's/^/     | /'
  fi
}

cases_command() {
  "$bundle/jre/bin/java" -XX:TieredStopAtLevel=1 -cp "$state/client/gpurma-client.jar:$state/client/lib/*" \
    org.gpurma.client.cli.Main cases "$@"
}
cases_command table "$out/results.csv" >"$out/cases.md"
rm -rf "$out/plots"
cases_command plot "$out/results.csv" --out "$out/plots" >/dev/null
echo
cat "$out/cases.md"
[[ $tune = yes || " ${cases[*]} " != *" four-stencils "* ]] || calibrate
[ "$backend" = emulated ] || nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | sort | uniq -c
echo "gpu-cases: $((runs - failed)) of $runs runs are right, $(seconds "$began") s; results.csv, cases.md, plots/ in ${out#"$PWD"/}"
[ "$failed" -eq 0 ]
