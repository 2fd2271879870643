package dev.belljar.client.console;

import java.nio.file.Files;
import java.nio.file.Path;

/// Colours for a terminal; none if the output is not a terminal or `NO_COLOR` is set.
public record TextColours(boolean colours) {
    private static final String GREEN = "\033[32m";
    private static final String RED = "\033[1;31m";
    private static final String PLAIN = "\033[0m";

    /// The colours for this program's standard output.
    public static TextColours onOutput() {
        String not = System.getenv("NO_COLOR");
        return new TextColours((not == null || not.isEmpty()) && terminal());
    }

    /// Returns the line with its first word in green if it is `good`, or in red if it is `bad`.
    public String verdict(String line, String good, String bad) {
        if (colours && line.startsWith(good)) {
            return GREEN + good + PLAIN + line.substring(good.length());
        }
        return colours && line.startsWith(bad) ? RED + bad + PLAIN + line.substring(bad.length()) : line;
    }

    /// Returns whether standard output is a terminal.
    public static boolean terminal() {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (java.io.IOException e) {
            return false;
        }
    }
}
