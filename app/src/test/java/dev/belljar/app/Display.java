package dev.belljar.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// An X display without a screen, and a keyboard for it.
final class Display implements AutoCloseable {
    private final Process server;
    private final String name;

    private Display(Process server, String name) {
        this.server = server;
        this.name = name;
    }

    /// Starts a display server, which chooses its own number. It does not repeat a key that is held down: on a busy
    /// host each key is.
    static Display open() throws IOException {
        Process server = new ProcessBuilder(
                        "Xvfb", "-displayfd", "1", "-screen", "0", "1440x900x24", "-nolisten", "tcp", "-r")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader said =
                new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
        String number = said.readLine();
        if (number == null) {
            throw new IOException("Xvfb ended without a display: expected its number");
        }
        return new Display(server, ":" + number.strip());
    }

    /// The value of `DISPLAY`.
    String name() {
        return name;
    }

    /// Focuses the window with this title and presses keys; false if the window does not exist yet.
    boolean press(String title, String... keys) throws IOException, InterruptedException {
        return tool("search", "--name", "^" + title + "$", "windowfocus") && tool(joined("key", keys));
    }

    /// Types text.
    boolean type(String words) throws IOException, InterruptedException {
        return tool("type", "--delay", "25", words);
    }

    private boolean tool(String... words) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(joined("xdotool", words))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("DISPLAY", name);
        Process process = builder.start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException("xdotool " + List.of(words) + ": did not end");
        }
        return process.exitValue() == 0;
    }

    private static String[] joined(String first, String... rest) {
        String[] all = new String[rest.length + 1];
        all[0] = first;
        System.arraycopy(rest, 0, all, 1, rest.length);
        return all;
    }

    @Override
    public void close() {
        server.destroy();
    }
}
