# ./gpurma doctor: a table of what is here and what is missing. Exit status 0 where jobs can run on the emulator.

doctor() {
  local need ready=yes
  for need in jdk "${package_needs[@]}" mpi_jar; do
    report "$need" required || ready=no
  done
  for need in chromium nvcc gpus; do report "$need" optional || true; done
  echo
  if [[ $ready == no ]]; then
    say "Jobs cannot run here yet: ./gpurma setup gets what is missing, or says how to."
    return 1
  fi
  say "Jobs can run here on the emulator: ./gpurma demo"
}

# report NEED required|optional
report() {
  local need=$1 found
  if found=$("find_$need"); then
    printf '  %-8s  %-18s  %s\n' here "${title_of[$need]}" "${found//$'\n'/; }"
  else
    local word=missing
    [[ $2 == required ]] || word=none
    printf '  %-8s  %-18s  %s\n' $word "${title_of[$need]}" "$(remedy "$need")"
    return 1
  fi
}

remedy() {
  case $1 in
    jdk) say "Temurin 25 unpacked into /opt, or apt-get install openjdk-25-jdk-headless, or set JAVA_HOME" ;;
    mpi_jar) say "./gpurma setup compiles it from Open MPI's sources" ;;
    nvcc) say "needed for programs on real GPUs only: NVIDIA's CUDA toolkit" ;;
    gpus) say "nvidia-smi lists none; jobs run on emulated GPUs" ;;
    chromium) say "needed for the browser test only: apt-get install chromium" ;;
    *) say "apt-get install ${package_of[$1]}" ;;
  esac
}
