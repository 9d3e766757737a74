# ./gpurma demo: from nothing to a checked result.

readonly demo_seconds_to_start=60
readonly demo_data=$state/demo

# demo [--keep]: --keep leaves the service running.
demo() {
  local keep=no begin=$EPOCHREALTIME
  case ${1:-} in
    '') ;;
    --keep) keep=yes ;;
    *) fail "'$1' is no option of demo" "./gpurma demo [--keep]" ;;
  esac

  say "GPU RMA demo: horizontal diffusion, one rank per thread block, halo rows by notified puts"
  build
  start_demo_service
  echo
  local code=0
  submit_demo_job || code=$?
  echo
  say "from ./gpurma demo to the checked result: $(seconds_since "$begin") s"
  leave_demo "$keep"
  return "$code"
}

start_demo_service() {
  local begin=$EPOCHREALTIME log=$log_folder/demo-service.log
  take_demo_lock
  rm -rf "$demo_data"
  demo_port=$(free_port)
  mkdir -p "$log_folder"
  (start_service --server.port="$demo_port" --gpurma.data-dir="$demo_data" "$(demo_device)") \
    >"$log" 2>&1 </dev/null &
  demo_service=$!
  say "$demo_service" >"$state/demo.lock"
  trap stop_demo_service EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  until is_healthy "$demo_port"; do
    if ! kill -0 "$demo_service" 2>/dev/null || ((${EPOCHREALTIME%[.,]*} - ${begin%[.,]*} > demo_seconds_to_start)); then
      tail -n 30 "$log" | sed 's/^/  | /' >&2
      fail "the service did not start" "whole output: ${log#"$here"/}"
    fi
    sleep 0.1
  done
  printf '  %-46s %6s s\n' "service on http://127.0.0.1:$demo_port" "$(seconds_since "$begin")"
}

# The service inherits the lock: it is held for as long as a demo's service runs.
take_demo_lock() {
  local lock
  exec {lock}>>"$state/demo.lock"
  flock --nonblock "$lock" || fail "a demo is running here already" "stop its service with:  kill $(<"$state/demo.lock")"
  : >"$state/demo.lock"
}

stop_demo_service() {
  [[ -z ${demo_client:-} ]] || kill "$demo_client" 2>/dev/null || true
  [[ -n ${demo_service:-} ]] || return 0
  kill "$demo_service" 2>/dev/null || true
  wait "$demo_service" 2>/dev/null || true
  demo_service=
  stop_demo_jobs
}

# Jobs outlive their service, each in a session of its own; those of an interrupted demo end here.
stop_demo_jobs() {
  local file pid
  for file in "$demo_data"/jobs/*/attempt-*/launcher.pid; do
    [[ -f $file && ! -f ${file%.pid}.exit ]] || continue
    pid=$(<"$file")
    [[ $(readlink "/proc/$pid/cwd") == "$(dirname "$file")" ]] || continue
    kill -- "-$pid" 2>/dev/null || true
    timeout 5 tail --pid "$pid" --follow /dev/null || true
  done
}

free_port() {
  local port
  for port in {8080..8179}; do
    answers "$port" || {
      say "$port"
      return
    }
  done
  fail "no free port between 8080 and 8179"
}

# Without two GPUs and a compiler for them the demo runs on two emulated ones.
demo_device() {
  local emulated=true gpus
  gpus=$(nvidia-smi --list-gpus 2>/dev/null | grep -c '^GPU ' || true)
  if [[ $gpus -ge 2 ]] && find_nvcc >/dev/null; then emulated=false; fi
  say "--gpurma.emulated.force=$emulated"
}

# In the background: the shell acts on a signal only while it waits itself.
submit_demo_job() {
  (command_line submit "$here/job-specs/horizontal-diffusion/job.yaml" --set gpus=2 --follow \
    --server "http://127.0.0.1:$demo_port") &
  demo_client=$!
  wait "$demo_client"
}

# leave_demo yes|no: what becomes of the service.
leave_demo() {
  if [[ $1 == yes ]]; then
    say "the service keeps running on http://127.0.0.1:$demo_port; stop it with:  kill $demo_service"
    disown "$demo_service"
    demo_service=
  elif [[ -t 0 && -t 1 ]]; then
    say "every rank's log is on http://127.0.0.1:$demo_port; press Enter to stop the service"
    read -r || true
  fi
}
