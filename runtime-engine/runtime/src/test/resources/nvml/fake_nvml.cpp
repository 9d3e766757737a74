// Stands in for libnvidia-ml.so.1. Where CUDA's nvml.h is at hand, the compiler holds this against it.
#include <cstddef>
#include <cstring>

#if __has_include(<nvml.h>)
#include <nvml.h>
static_assert(sizeof(nvmlUtilization_t) == 8 && offsetof(nvmlUtilization_t, gpu) == 0);
static_assert(sizeof(nvmlMemory_t) == 24 && offsetof(nvmlMemory_t, total) == 0 && offsetof(nvmlMemory_t, used) == 16);
static_assert(sizeof(nvmlEventData_t) == 32 && offsetof(nvmlEventData_t, eventData) == 16);
static_assert(NVML_TEMPERATURE_GPU == 0 && NVML_CLOCK_SM == 1 && NVML_VOLATILE_ECC == 0);
static_assert(NVML_MEMORY_ERROR_TYPE_CORRECTED == 0 && NVML_MEMORY_ERROR_TYPE_UNCORRECTED == 1);
static_assert(nvmlEventTypeXidCriticalError == 8 && NVML_SUCCESS == 0);
#else
struct nvmlDevice_st;
struct nvmlEventSet_st;
typedef nvmlDevice_st *nvmlDevice_t;
typedef nvmlEventSet_st *nvmlEventSet_t;
typedef int nvmlReturn_t;
struct nvmlUtilization_t {
    unsigned int gpu, memory;
};
struct nvmlMemory_t {
    unsigned long long total, free, used;
};
struct nvmlEventData_t {
    nvmlDevice_t device;
    unsigned long long eventType, eventData;
    unsigned int gpuInstanceId, computeInstanceId;
};
typedef int nvmlTemperatureSensors_t, nvmlClockType_t, nvmlMemoryErrorType_t, nvmlEccCounterType_t;
constexpr nvmlReturn_t NVML_SUCCESS = 0, NVML_ERROR_NOT_SUPPORTED = 3, NVML_ERROR_NOT_FOUND = 6, NVML_ERROR_TIMEOUT = 10;
#endif

namespace {
nvmlDevice_t const the_device = reinterpret_cast<nvmlDevice_t>(0x7100);
nvmlEventSet_t const the_set = reinterpret_cast<nvmlEventSet_t>(0x7200);
bool registered = false;
int waiting_xids = 2;

nvmlReturn_t when(bool condition) { return condition ? NVML_SUCCESS : NVML_ERROR_NOT_FOUND; }
}  // namespace

extern "C" {

nvmlReturn_t nvmlInit_v2() { return NVML_SUCCESS; }

nvmlReturn_t nvmlDeviceGetHandleByUUID(const char *uuid, nvmlDevice_t *device) {
    *device = the_device;
    return when(std::strcmp(uuid, "GPU-1234") == 0);
}

nvmlReturn_t nvmlDeviceGetUtilizationRates(nvmlDevice_t device, nvmlUtilization_t *rates) {
    *rates = {97, 12};
    return when(device == the_device);
}

nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t *memory) {
    *memory = {150754820096ull, 50754820096ull, 100000000000ull};
    return when(device == the_device);
}

nvmlReturn_t nvmlDeviceGetPowerUsage(nvmlDevice_t device, unsigned int *milliwatts) {
    *milliwatts = 612500;
    return when(device == the_device);
}

nvmlReturn_t nvmlDeviceGetTotalEnergyConsumption(nvmlDevice_t device, unsigned long long *millijoules) {
    *millijoules = 98765432109876ull;
    return when(device == the_device);
}

nvmlReturn_t nvmlDeviceGetTemperature(nvmlDevice_t device, nvmlTemperatureSensors_t sensor, unsigned int *celsius) {
    *celsius = 61;
    return when(device == the_device && sensor == 0);
}

nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t device, nvmlClockType_t type, unsigned int *mhz) {
    *mhz = type == 1 ? 1980 : 3201;
    return when(device == the_device);
}

nvmlReturn_t nvmlDeviceGetTotalEccErrors(nvmlDevice_t device, nvmlMemoryErrorType_t type, nvmlEccCounterType_t counter,
                                         unsigned long long *count) {
#ifdef WITHOUT_ECC
    return NVML_ERROR_NOT_SUPPORTED;
#endif
    *count = type == 0 ? 5 : 1;
    return when(device == the_device && counter == 0);
}

#ifndef WITHOUT_THROTTLE_REASONS
nvmlReturn_t nvmlDeviceGetCurrentClocksThrottleReasons(nvmlDevice_t device, unsigned long long *reasons) {
    *reasons = 0x24;
    return when(device == the_device);
}
#endif

nvmlReturn_t nvmlEventSetCreate(nvmlEventSet_t *set) {
    *set = the_set;
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceRegisterEvents(nvmlDevice_t device, unsigned long long types, nvmlEventSet_t set) {
    registered = device == the_device && types == 8 && set == the_set;
    return when(registered);
}

nvmlReturn_t nvmlEventSetWait_v2(nvmlEventSet_t set, nvmlEventData_t *data, unsigned int timeout_ms) {
    if (!registered || set != the_set || timeout_ms != 0 || waiting_xids == 0) return NVML_ERROR_TIMEOUT;
    waiting_xids--;
    *data = {the_device, 8, waiting_xids == 0 ? 79ull : 31ull, 0xFFFFFFFFu, 0xFFFFFFFFu};
    return NVML_SUCCESS;
}
}
