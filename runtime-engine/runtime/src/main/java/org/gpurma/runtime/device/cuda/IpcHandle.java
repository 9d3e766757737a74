package org.gpurma.runtime.device.cuda;

import java.lang.reflect.Field;
import jcuda.driver.CUipcMemHandle;

/** The bytes of a handle, which JCuda keeps private although their purpose is to travel. */
final class IpcHandle {

  private static final Field BYTES = bytesField();

  private IpcHandle() {}

  static byte[] bytes(CUipcMemHandle handle) {
    try {
      return ((byte[]) BYTES.get(handle)).clone();
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  static CUipcMemHandle of(byte[] bytes) {
    try {
      CUipcMemHandle handle = new CUipcMemHandle();
      BYTES.set(handle, bytes.clone());
      return handle;
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Field bytesField() {
    try {
      Field field = CUipcMemHandle.class.getDeclaredField("reserved");
      field.setAccessible(true);
      return field;
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(e);
    }
  }
}
