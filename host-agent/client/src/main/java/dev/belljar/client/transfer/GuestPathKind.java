package dev.belljar.client.transfer;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.RemoteTerminal;
import dev.belljar.client.TerminalListener;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.text.VisibleText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;

/// What the user `agent` of a guest finds at a path. The guest is asked, so the answer must decide nothing but the
/// place in the same guest to which something is copied.
public enum GuestPathKind {
    FOLDER("d"),
    /// A file, or anything else than a folder.
    FILE("f"),
    /// Nothing, in a folder that exists.
    NOTHING("n"),
    /// Nothing, and there is no folder in which it could be.
    NOWHERE("p");

    private static final long LIMIT = 60_000;
    private static final String SCRIPT = "for path do"
            + " if [ -d \"$path\" ]; then echo d;"
            + " elif [ -e \"$path\" ] || [ -L \"$path\" ]; then echo f;"
            + " elif [ -d \"${path%/*}/\" ]; then echo n;"
            + " else echo p; fi; done";

    private final String word;

    GuestPathKind(String word) {
        this.word = word;
    }

    /// Looks what is at each of these absolute paths.
    ///
    /// @throws IOException when the guest does not say it
    public static List<GuestPathKind> of(AgentClient agent, String sandbox, List<String> paths)
            throws AgentException, InterruptedException, IOException {
        List<String> argv = new ArrayList<>(List.of("sh", "-c", SCRIPT, "sh"));
        argv.addAll(paths);
        ExecCommand look = new ExecCommand(argv, "/", Map.of("LC_ALL", "C"), null, false, 0, 0, LIMIT);
        ShortOutput said = new ShortOutput(paths.size() * 2);
        try (RemoteTerminal shell = agent.open(sandbox, look, said)) {
            shell.eof();
            shell.exit().get();
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            throw new IOException("the connection to the sandbox was lost: " + cause.getMessage(), e);
        }
        List<GuestPathKind> kinds = new ArrayList<>();
        for (String line : said.text().lines().toList()) {
            for (GuestPathKind kind : values()) {
                if (kind.word.equals(line)) {
                    kinds.add(kind);
                }
            }
        }
        if (kinds.size() != paths.size()) {
            throw new IOException("the sandbox did not say what is at " + VisibleText.line(paths.getFirst())
                    + ": use `belljar exec` to check whether a shell works in the sandbox");
        }
        return kinds;
    }

    /// The first bytes of what a command prints.
    private static final class ShortOutput implements TerminalListener {
        private final ByteArrayOutputStream said = new ByteArrayOutputStream();
        private final int most;

        ShortOutput(int most) {
            this.most = most;
        }

        @Override
        public synchronized void output(byte[] bytes) {
            said.write(bytes, 0, Math.min(bytes.length, most - said.size()));
        }

        @Override
        public void error(byte[] bytes) {
            // The script prints nothing there.
        }

        synchronized String text() {
            return said.toString(StandardCharsets.UTF_8);
        }
    }
}
