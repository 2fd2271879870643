package dev.belljar.client.command.sandbox;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Optional;

/// This program's controlling terminal, whatever its input and output are: its size and its mode.
public final class ControllingTerminal {
    private static final String DEVICE = "/dev/tty";
    private static final int FAILED = -1;
    private static final int READ_WRITE_CLOSED_ON_EXEC = 0x80002;
    private static final int WINDOW_SIZE = 0x5413;
    private static final int WINDOW_BYTES = 8;
    /// More than a `struct termios`, whose layout only the C library knows.
    private static final int SETTINGS_BYTES = 128;
    private static final int AFTER_OUTPUT = 1;

    private ControllingTerminal() {}

    /// The present size, or 24 × 80 without a terminal.
    public static TerminalSize size() {
        byte[] found = new byte[WINDOW_BYTES];
        if (with(terminal -> NativeCalls.ioctl(terminal, WINDOW_SIZE, found)) == FAILED) {
            return TerminalSize.USUAL;
        }
        ByteBuffer words = ByteBuffer.wrap(found).order(ByteOrder.nativeOrder());
        TerminalSize size =
                new TerminalSize(Short.toUnsignedInt(words.getShort()), Short.toUnsignedInt(words.getShort()));
        return size.rows() > 0 && size.cols() > 0 ? size : TerminalSize.USUAL;
    }

    /// Returns whether this program's standard input is a terminal.
    public static boolean isInput() {
        try {
            String input = Path.of("/proc/self/fd/0").toRealPath().toString();
            return input.startsWith("/dev/pts/") || input.startsWith("/dev/tty") || input.equals("/dev/console");
        } catch (IOException e) {
            return false; // the name of a pipe is not a path
        }
    }

    /// Sets raw mode, which passes on every key unchanged. Returns the previous settings for `restore`, empty
    /// without a terminal.
    static Optional<byte[]> raw() {
        byte[] before = new byte[SETTINGS_BYTES];
        if (with(terminal -> NativeCalls.tcgetattr(terminal, before)) == FAILED) {
            return Optional.empty();
        }
        byte[] raw = before.clone();
        NativeCalls.cfmakeraw(raw);
        restore(raw);
        return Optional.of(before);
    }

    /// Sets these settings, once all output is written.
    static void restore(byte[] settings) {
        int _ = with(terminal -> NativeCalls.tcsetattr(terminal, AFTER_OUTPUT, settings));
    }

    private interface TerminalCall {
        int on(int terminal);
    }

    private static int with(TerminalCall call) {
        int terminal = NativeCalls.open(DEVICE, READ_WRITE_CLOSED_ON_EXEC);
        if (terminal == FAILED) {
            return FAILED;
        }
        try {
            return call.on(terminal);
        } finally {
            int _ = NativeCalls.close(terminal);
        }
    }
}
