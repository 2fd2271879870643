package dev.belljar.client.command.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// A program that prints the size of its terminal, and the terminal's settings before, in and after raw mode as
/// `stty` sees them.
public final class TerminalProgram {
    private TerminalProgram() {}

    /// Prints one line for each.
    public static void main(String[] args) throws IOException, InterruptedException {
        System.out.println("size " + ControllingTerminal.size());
        System.out.println("before " + stty("-g"));
        Optional<byte[]> before = ControllingTerminal.raw();
        String raw = stty("-a");
        before.ifPresent(ControllingTerminal::restore);
        System.out.println("raw " + raw);
        System.out.println("after " + stty("-g"));
    }

    private static String stty(String word) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sh", "-c", "stty " + word + " </dev/tty")
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        process.waitFor();
        return said.strip().replaceAll("\\s+", " ");
    }
}
