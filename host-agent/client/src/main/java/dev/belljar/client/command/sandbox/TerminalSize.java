package dev.belljar.client.command.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// The size and raw mode of this program's terminal, both with `stty`, which every Linux has.
record TerminalSize(int rows, int cols) {
    private static final TerminalSize USUAL = new TerminalSize(24, 80);

    /// The present size, or 24 × 80 without a terminal.
    static TerminalSize now() throws InterruptedException {
        String[] words = stty("size").strip().split(" ");
        if (words.length != 2) {
            return USUAL;
        }
        try {
            TerminalSize size = new TerminalSize(Integer.parseInt(words[0]), Integer.parseInt(words[1]));
            return size.rows > 0 && size.cols > 0 ? size : USUAL;
        } catch (NumberFormatException e) {
            return USUAL;
        }
    }

    /// Returns whether this program's standard input is a terminal.
    static boolean reads() {
        try {
            String input = Path.of("/proc/self/fd/0").toRealPath().toString();
            return input.startsWith("/dev/pts/") || input.startsWith("/dev/tty") || input.equals("/dev/console");
        } catch (IOException e) {
            return false; // the name of a pipe is not a path
        }
    }

    /// Sets raw mode, which passes on every key unchanged. Returns the previous settings for `restore`, empty
    /// without a terminal.
    static String raw() throws InterruptedException {
        String before = stty("-g").strip();
        if (!before.isEmpty()) {
            stty("raw", "-echo");
        }
        return before;
    }

    static void restore(String before) throws InterruptedException {
        if (!before.isEmpty()) {
            stty(before);
        }
    }

    private static String stty(String... words) throws InterruptedException {
        String[] argv = new String[words.length + 1];
        argv[0] = "stty";
        System.arraycopy(words, 0, argv, 1, words.length);
        try {
            Process process = new ProcessBuilder(argv)
                    .redirectInput(Path.of("/dev/tty").toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return process.waitFor() == 0 ? answer : "";
        } catch (IOException e) {
            return "";
        }
    }
}
