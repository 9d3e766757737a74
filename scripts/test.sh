# ./gpurma test: set-up, build, every test; with --sanitize the device library's programs under sanitizers instead.
# ./gpurma gpu-check, gpu-bench, gpu-cases: what only a GPU can show.

run_tests() {
  if [[ ${1:-} == --sanitize ]]; then
    shift
    setup build
    exec "$here/device-lib/test/sanitize" --work "$state/sanitize" "$@"
  fi
  [[ $# -eq 0 ]] || fail "'$1' is no option of gpurma test" "./gpurma test, or ./gpurma test --sanitize [PROGRAM...]"
  tests_began=$EPOCHREALTIME
  setup all
  step "shell scripts" shell-check check_shell_scripts
  build_and_pack
  test_reports | xargs --no-run-if-empty rm
  trap tell_results EXIT
  step "device library: ctest" ctest run_ctest
  step "system suite: programs" system-programs compile_system_programs
  run_system_suites
  step "Java: unit, end-to-end and browser tests" verify run_maven
}

check_shell_scripts() {
  local script scripts=("$here/gpurma" "$here"/scripts/*.sh "$here"/device-lib/test/{api-covered,compile-emulated,sanitize,suite.sh,system/run})
  for script in "${scripts[@]}"; do bash -n "$script"; done
  for script in "$here"/scripts/gpurma-{runtime,probe,guard}; do sh -n "$script"; done
  if command -v shellcheck >/dev/null; then
    shellcheck --external-sources --source-path="$here" --severity=warning "${scripts[@]}" "$here"/scripts/gpurma-{runtime,probe,guard}
  else
    say "shellcheck is not installed: syntax only"
  fi
}

run_ctest() { ctest --test-dir "$here/device-lib/build" --output-on-failure --output-junit ctest.xml; }

compile_system_programs() {
  "$here/device-lib/test/system/run" --bundle "$bundle" --work "$state/system-nearest" \
    --compiled "$state/system-programs" --compile-only
}

# Both at once: most of the time each waits for processes to start or to end.
run_system_suites() {
  local suites=() suite failed=0
  step "system suite: 2 x 8 ranks, mapped memory" system-nearest run_system_suite nearest &
  suites+=($!)
  step "system suite: 2 x 8 ranks, host network" system-network run_system_suite network &
  suites+=($!)
  for suite in "${suites[@]}"; do wait "$suite" || failed=1; done
  [[ $failed -eq 0 ]] || exit 1
}

# run_system_suite nearest|network: the device library's programs under mpirun, on the emulator.
run_system_suite() {
  GPURMA_JAVA_OPTIONS="-Dgpurma.path=$1" "$here/device-lib/test/system/run" --bundle "$bundle" \
    --work "$state/system-$1" --compiled "$state/system-programs" --report "$here/device-lib/build/system-$1.xml"
}

run_maven() {
  cd "$here"
  ./mvnw --threads 1C --batch-mode --no-transfer-progress --fail-at-end verify && return
  say "" "" "failed:"
  tell_failed
  return 1
}

test_reports() { find "$here" -path '*/target/*-reports/TEST-*.xml' -o -path '*/device-lib/build/ctest.xml' -o -path '*/device-lib/build/system-*.xml'; }

# Name and message of each failed test.
tell_failed() {
  test_reports | xargs --no-run-if-empty awk '
    /<testcase / { test = $0; sub(/.*classname="/, "", test); class = test; sub(/".*/, "", class)
                   test = $0; sub(/.*<testcase name="/, "", test); sub(/".*/, "", test) }
    /<(failure|error)[ >]/ { message = $0; sub(/.*message="/, "", message); sub(/".*/, "", message)
                             print "  " class "." test ": " substr(message, 1, 400) }' \
    | sed 's/&#10;/ /g; s/&quot;/"/g; s/&apos;/'"'"'/g; s/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g'
}

# Also where a test failed.
tell_results() {
  echo
  tell_skipped
  say "tests took $(seconds_since "$tests_began") s"
  count_tests
}

# Nothing is left out silently.
tell_skipped() {
  test_reports | xargs --no-run-if-empty sed -n 's/.*<skipped[^>]*message="\([^"]*\)".*/  skipped: \1/p' | LC_ALL=C sort | uniq -c
}

# The closing line: N passed, N failed, N skipped.
count_tests() {
  local passed failed skipped total
  total=$(count_in_reports '<testcase ')
  failed=$(count_in_reports '<failure|<error')
  skipped=$(count_in_reports '<skipped')
  passed=$((total - failed - skipped))
  say "$passed passed, $failed failed, $skipped skipped"
}

count_in_reports() { test_reports | xargs cat | grep -cE "$1" || true; }

gpu_check() {
  if ! find_gpus >/dev/null; then
    say "gpu-check: skipped, nvidia-smi lists no GPU here"
    return
  fi
  local home
  if home=$(find_jdk); then export JAVA_HOME=$home; fi
  exec "$here/scripts/gpu-check.sh" "$@"
}

gpu_bench() {
  [[ -x $bundle/bin/gpurma-runtime && -f $client_folder/gpurma-client.jar ]] || build
  exec "$here/scripts/gpu-bench.sh" "$@"
}

gpu_cases() {
  local home
  [[ -x $bundle/bin/gpurma-runtime && -f $client_folder/gpurma-client.jar ]] || build
  if home=$(find_jdk); then export JAVA_HOME=$home; fi
  exec "$here/scripts/gpu-cases.sh" "$@"
}
