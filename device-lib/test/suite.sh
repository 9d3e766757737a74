# shellcheck shell=bash
# What the runners of programs share: what a program's head expects, and reports as other test tools write them.

report=

expectations() { sed -n "s|^// expect $2: ||p" "$1"; }

# verify SOURCE EXIT-CODE LOG...: says what is not as the program's head has it.
verify() {
  local source=$1 code=$2 wanted text
  shift 2
  wanted=$(expectations "$source" failure)
  if [ -n "$wanted" ]; then
    [ "$code" -eq 3 ] || { echo "exit code $code instead of 3"; return 1; }
    grep -aqF -- "$wanted" "$@" || { echo "no failure saying: $wanted"; return 1; }
  else
    [ "$code" -eq 0 ] || { echo "exit code $code"; return 1; }
  fi
  while IFS= read -r text; do
    grep -aqF -- "$text" "$@" || { echo "no log line saying: $text"; return 1; }
  done < <(expectations "$source" log)
}

begin_report() { [ -z "$report" ] || printf '<testsuite name="%s">\n' "$1" >"$report"; }
end_report() { [ -z "$report" ] || echo '</testsuite>' >>"$report"; }

# report_case CLASS NAME SECONDS REASON
report_case() {
  [ -n "$report" ] || return 0
  printf '<testcase classname="%s" name="%s" time="%s">\n' "$1" "$2" "$3" >>"$report"
  [ -z "$4" ] || printf '<failure message="%s"/>\n' "${4//[<>&\"]/ }" >>"$report"
  printf '</testcase>\n' >>"$report"
}
