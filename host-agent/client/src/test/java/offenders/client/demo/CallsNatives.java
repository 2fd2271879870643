package offenders.client.demo;

import com.sun.jna.Native;

/// Breaks the rule that only one class makes native calls.
public final class CallsNatives {
    int errno() {
        return Native.getLastError();
    }
}
