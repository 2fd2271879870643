package dev.belljar.client.command.sandbox;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Receives this program's signals as numbers, instead of their default actions.
///
/// Java reserves SIGQUIT, so the launcher starts this program with all signals blocked (and with `-Xrs`, so that
/// Java does not handle them): they wait in the kernel, none is lost while Java starts, and a `signalfd`
/// delivers them one by one. If the program is started in another way, signals have their default actions.
final class ProcessSignals {
    static final int HANG_UP = 1;
    static final int QUIT = 3;
    static final int END = 15;
    static final int WINDOW = 28;

    private static final Logger LOG = LoggerFactory.getLogger(ProcessSignals.class);
    /// HUP, INT, QUIT, TERM, WINCH.
    private static final List<Integer> PASSED = List.of(HANG_UP, 2, QUIT, END, WINDOW);
    private static final int CLOSE_ON_EXEC = 0x80000;
    /// The size of a `sigset_t` and, by chance, of a `struct signalfd_siginfo`.
    private static final int BYTES = 128;

    private ProcessSignals() {}

    /// Passes every signal to `to`, on a separate thread, until the program ends.
    static void follow(IntConsumer to) {
        if (blocked()) {
            Thread.ofPlatform().daemon().name("signals").start(() -> run(to));
        }
    }

    private static long mask() {
        return PASSED.stream().mapToLong(signal -> 1L << (signal - 1)).sum();
    }

    /// Returns whether all these signals are blocked in the current thread, as the launcher arranges it.
    private static boolean blocked() {
        try {
            return Files.readAllLines(Path.of("/proc/thread-self/status")).stream()
                    .filter(line -> line.startsWith("SigBlk:"))
                    .map(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
                    .anyMatch(set -> (set & mask()) == mask());
        } catch (IOException e) {
            LOG.debug("signals are not forwarded to the command", e);
            return false;
        }
    }

    private static void run(IntConsumer to) {
        try {
            byte[] signals = new byte[BYTES];
            ByteBuffer.wrap(signals).order(ByteOrder.nativeOrder()).putLong(mask());
            int file = NativeCalls.signalfd(-1, signals, CLOSE_ON_EXEC);
            byte[] news = new byte[BYTES];
            while (file >= 0 && NativeCalls.read(file, news, BYTES) == BYTES) {
                to.accept(ByteBuffer.wrap(news).order(ByteOrder.nativeOrder()).getInt());
            }
        } catch (RuntimeException | LinkageError e) {
            // The outermost frame of a thread; a native library that cannot be loaded is a LinkageError.
            LOG.warn("signals are no longer forwarded to the command", e);
        }
    }
}
