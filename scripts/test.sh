# ./gpurma test: set-up, build, every test. ./gpurma gpu-check: what only a GPU can show.

run_tests() {
  local begin=$EPOCHREALTIME
  setup all
  build_and_pack
  step "shell scripts" shell-check check_shell_scripts
  step "device library: ctest" ctest run_ctest
  rm -f "$here"/*/*/target/*-reports/TEST-*.xml
  step "Java: unit, end-to-end and browser tests" verify run_maven
  echo
  tell_skipped
  say "all tests ran in $(seconds_since "$begin") s"
  count_tests
}

check_shell_scripts() {
  local script scripts=("$here/gpurma" "$here"/scripts/*.sh)
  for script in "${scripts[@]}"; do bash -n "$script"; done
  sh -n "$here/scripts/gpurma-runtime"
  if command -v shellcheck >/dev/null; then
    shellcheck --external-sources --source-path="$here" "${scripts[@]}" "$here/scripts/gpurma-runtime"
  else
    say "shellcheck is not installed: syntax only"
  fi
}

run_ctest() { ctest --test-dir "$here/device-lib/build" --output-on-failure --output-junit ctest.xml; }

run_maven() {
  cd "$here"
  ./mvnw --batch-mode --no-transfer-progress --fail-at-end verify
}

test_reports() { find "$here"/*/*/target/*-reports "$here/device-lib/build/ctest.xml" -name '*.xml' 2>/dev/null; }

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
  exec "$here/scripts/gpu-check.sh" "$@"
}
