# What every part of the command shares: where things lie, how progress and errors read, how work is not done twice.
# Sourced by ./gpurma.

readonly state=$here/.gpurma
readonly bundle=$state/bundle
readonly log_folder=$state/log

say() { printf "%s\n" "$@"; }

# fail WHAT HOW-TO-MEND...
fail() {
  printf 'gpurma: %s\n' "$1" >&2
  shift
  local line
  for line in "$@"; do printf '        %s\n' "$line" >&2; done
  exit 1
}

# step LABEL LOG COMMAND...: one line with the seconds it took. The output goes to the log; its end is shown on failure.
step() {
  local label=$1 log=$log_folder/$2.log begin=$EPOCHREALTIME code=0
  shift 2
  mkdir -p "$log_folder"
  [[ ! -t 1 ]] || printf '  %-46s ...\r' "$label"
  # `set -e` holds inside the subshell only outside of `if`, `&&` and `||`.
  set +e
  (
    set -e
    "$@"
  ) >"$log" 2>&1 </dev/null
  code=$?
  set -e
  if [[ $code -ne 0 ]]; then
    printf '  %-46s failed (%s s)\n' "$label" "$(seconds_since "$begin")"
    tail -n 40 "$log" | sed 's/^/  | /' >&2
    fail "'$label' failed with exit status $code" "whole output: ${log#"$here"/}"
  fi
  printf '  %-46s %6s s\n' "$label" "$(seconds_since "$begin")"
}

# seconds_since EPOCHREALTIME
seconds_since() {
  local microseconds=$((${EPOCHREALTIME//[.,]/} - ${1//[.,]/}))
  printf '%d.%d' $((microseconds / 1000000)) $((microseconds / 100000 % 10))
}

# alone FUNCTION ARGUMENTS...: two invocations never build into the same folders at once.
alone() {
  mkdir -p "$state"
  local lock
  exec {lock}>"$state/lock"
  if ! flock --nonblock "$lock"; then
    say "  another gpurma is building here; waiting for it"
    flock "$lock"
  fi
  "$@"
  exec {lock}>&-
}

# digest PATHS...: one hash over the contents of the files below, tests and build products left out.
digest() {
  (
    cd "$here"
    find "$@" \( -name target -o -name build -o -path '*/src/test' \) -prune -o -type f -print0 \
      | LC_ALL=C sort --zero-terminated | xargs --null sha256sum | sha256sum | cut -d' ' -f1
  )
}

# is_current NAME DIGEST PRODUCTS...: whether the products were made from exactly these sources.
is_current() {
  local stamp=$state/stamps/$1 wanted=$2 product
  shift 2
  [[ -f $stamp && $(<"$stamp") == "$wanted" ]] || return 1
  for product in "$@"; do [[ -e $product ]] || return 1; done
}

# made NAME DIGEST
made() {
  mkdir -p "$state/stamps"
  printf '%s\n' "$2" >"$state/stamps/$1"
}

# replace FOLDER: puts FOLDER.new in its place.
replace() {
  rm -rf "$1.old"
  [[ ! -e $1 ]] || mv "$1" "$1.old"
  mv "$1.new" "$1"
  rm -rf "$1.old"
}

is_debian() { [[ -f /etc/debian_version ]] && command -v apt-get >/dev/null; }
