package dev.belljar.client.command.sandbox;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;

/// The calls of the C library that this program needs for signals and for its terminal; each returns -1 if it
/// fails.
///
/// They are declared as Linux on x86-64 and aarch64 has them, where `long` has 64 bits and a variable argument is
/// passed like any other.
final class NativeCalls {
    static {
        Native.register(NativeCalls.class, NativeLibrary.getProcess());
    }

    private NativeCalls() {}

    static native int open(String path, int flags);

    static native int close(int file);

    static native long read(int file, byte[] into, long length);

    static native int signalfd(int file, byte[] signals, int flags);

    static native int ioctl(int file, long request, byte[] argument);

    static native int tcgetattr(int file, byte[] settings);

    static native int tcsetattr(int file, int when, byte[] settings);

    static native void cfmakeraw(byte[] settings);
}
