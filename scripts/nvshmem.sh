# For other scripts: where NVSHMEM is installed.

# Prints the folder that has NVSHMEM's include and lib: NVSHMEM_HOME, else that of a Python wheel.
find_nvshmem() {
  local folder
  for folder in "${NVSHMEM_HOME:-}" \
    "$(python3 -c 'import nvidia.nvshmem as found; print(list(found.__path__)[0])' 2>/dev/null || true)"; do
    if [ -n "$folder" ] && [ -e "$folder/include/nvshmem.h" ] && [ -e "$folder/lib/libnvshmem_device.a" ]; then
      echo "$folder"
      return
    fi
  done
  return 1
}
