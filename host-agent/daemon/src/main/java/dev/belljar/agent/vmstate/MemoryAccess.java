package dev.belljar.agent.vmstate;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/// Whether this host agent may read a machine's memory, which saving a running machine requires.
///
/// Linux decides (`ptrace(2)`, *Ptrace access mode checking*): with Yama's `kernel.yama.ptrace_scope` 1,
/// Ubuntu's default, only the process that started QEMU may read it, but not a host agent that was started
/// later.
public record MemoryAccess(boolean allowed, String reason) {
    private static final Path SCOPE = Path.of("/proc/sys/kernel/yama/ptrace_scope");
    private static final String SAVED =
            "A snapshot of a running sandbox can be taken, and any number of branches can be started from it.";

    /// Tests the access to this QEMU process, or reads the kernel's setting if there is none (`null`).
    public static MemoryAccess of(@Nullable Long pid) {
        return pid == null ? bySetting(scope()) : byTrial(pid, scope());
    }

    private static MemoryAccess byTrial(long pid, int scope) {
        try (FileChannel _ = FileChannel.open(Path.of("/proc/" + pid + "/mem"), StandardOpenOption.READ)) {
            return new MemoryAccess(true, SAVED);
        } catch (IOException e) {
            return new MemoryAccess(
                    false,
                    ("Linux does not let the host agent read the memory of this sandbox "
                                    + "(kernel.yama.ptrace_scope is %d). Until you stop the sandbox and start it again, "
                                    + "you cannot take a snapshot of it or hibernate it.")
                            .formatted(scope));
        }
    }

    static MemoryAccess bySetting(int scope) {
        return switch (scope) {
            case 0 -> new MemoryAccess(true, SAVED);
            case 1 ->
                new MemoryAccess(
                        true,
                        SAVED
                                + " Because kernel.yama.ptrace_scope is 1, only the host agent that started the sandbox can take "
                                + "snapshots of it or hibernate it. After the host agent restarts, the sandbox must be "
                                + "stopped and started again first.");
            default ->
                new MemoryAccess(
                        false,
                        "kernel.yama.ptrace_scope is %d: no snapshot can be taken and no sandbox can be hibernated."
                                .formatted(scope));
        };
    }

    private static int scope() {
        try {
            return Integer.parseInt(
                    Files.readString(SCOPE, StandardCharsets.US_ASCII).strip());
        } catch (IOException | NumberFormatException e) {
            return 0; // a kernel without Yama
        }
    }
}
