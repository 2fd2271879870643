package dev.belljar.agent.session;

import dev.belljar.agent.guest.BelljarScript;
import dev.belljar.agent.guest.ExecOutcome;
import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.guest.GuestExit;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.tool.ToolFile;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.text.VisibleText;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Sets up the session in a machine: copies Zellij if the host has it, begins the session, creates tokens.
public final class GuestSession {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int OUTPUT = 8_192;
    private static final String ZELLIJ = "zellij";

    private GuestSession() {}

    /// The session of a machine; `web` is true if Zellij's web server answers for it, which it cannot if another
    /// program uses its port. `token` and `watch` are set only if new ones were requested and created.
    public record Begun(
            String name,
            String by,
            boolean web,
            @Nullable String token,
            @Nullable String watch) {
        /// True if Zellij keeps the session.
        public boolean zellij() {
            return by.equals(ZELLIJ);
        }
    }

    /// Copies Zellij into the machine, unless the same file is there.
    ///
    /// @throws SessionException when the machine did not accept it
    public static void bring(GuestLink link, ToolFile zellij)
            throws SessionException, GuestException, InterruptedException {
        ExecCommand command =
                with(BelljarScript.command(ZELLIJ, text("install.sh"), "root", PATIENCE), "BELLJAR_KEY", zellij.key());
        try (GuestExec exec = link.exec(command)) {
            Thread _ = Thread.ofVirtual().name("zellij-in").start(() -> feed(exec, zellij));
            byte[] words = exec.stderr().readNBytes(OUTPUT);
            GuestExit exit = exec.await();
            if (!Integer.valueOf(0).equals(exit.code())) {
                throw SessionException.notStarted("Zellij could not be installed in the guest: " + said(words));
            }
        } catch (IOException e) {
            throw SessionException.lost("Zellij could not be copied into the guest: " + e.getMessage(), e);
        }
    }

    /// Begins a session of this name or reports the existing one; with `tokens`, revokes all tokens and creates
    /// two new ones.
    ///
    /// @throws SessionException when no session could be begun
    public static Begun begin(GuestLink link, String name, boolean tokens)
            throws SessionException, GuestException, InterruptedException {
        return run(link, Map.of("BELLJAR_SESSION", name, "BELLJAR_TOKENS", tokens ? "new" : ""));
    }

    /// Begins a session without a name in a machine that becomes a template; its shell waits until the machine
    /// is used.
    static Begun hold(GuestLink link) throws SessionException, GuestException, InterruptedException {
        return run(link, Map.of("BELLJAR_SESSION", SessionName.NOBODY, "BELLJAR_HOLD", "1"));
    }

    private static Begun run(GuestLink link, Map<String, String> variables)
            throws SessionException, GuestException, InterruptedException {
        ExecCommand command = BelljarScript.command("session", text("session.sh"), null, PATIENCE);
        for (Map.Entry<String, String> variable : variables.entrySet()) {
            command = with(command, variable.getKey(), variable.getValue());
        }
        ExecOutcome outcome = ExecOutcome.of(link.exec(command), new byte[0], OUTPUT);
        if (!Integer.valueOf(0).equals(outcome.exit().code())) {
            throw SessionException.notStarted(said(outcome.err()));
        }
        return parsed(new String(outcome.out(), StandardCharsets.UTF_8));
    }

    /// Parses the script's output, which is untrusted.
    static Begun parsed(String lines) throws SessionException {
        Map<String, String> said = new HashMap<>();
        lines.lines().filter(line -> line.indexOf(' ') > 0).forEach(line -> {
            int space = line.indexOf(' ');
            said.put(line.substring(0, space), line.substring(space + 1));
        });
        String name = said.getOrDefault("session", "");
        String by = said.getOrDefault("by", "");
        if (!SessionName.valid(name) || !by.matches("zellij|tmux|shell")) {
            throw SessionException.notStarted("the guest did not report a valid session");
        }
        boolean web = by.equals(ZELLIJ) && String.valueOf(ZellijWeb.PORT).equals(said.get("web"));
        return new Begun(name, by, web, token(said.get("token")), token(said.get("watch")));
    }

    private static @Nullable String token(@Nullable String word) {
        return word != null && ZellijWeb.isToken(word) ? word : null;
    }

    private static void feed(GuestExec exec, ToolFile zellij) {
        try (OutputStream in = exec.stdin()) {
            Files.copy(zellij.file(), in);
        } catch (IOException e) {
            // The command has read enough already, or its exit code says why not.
        }
    }

    private static String said(byte[] words) {
        return VisibleText.line(new String(words, StandardCharsets.UTF_8).strip());
    }

    private static ExecCommand with(ExecCommand c, String name, String value) {
        Map<String, String> all = new HashMap<>(c.env());
        all.put(name, value);
        return new ExecCommand(c.argv(), c.cwd(), all, c.user(), c.pty(), c.rows(), c.cols(), c.timeoutMillis());
    }

    static String text(String name) {
        try (InputStream stream = GuestSession.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException(name + ": missing from this build");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(name + ": cannot be read from this build", e);
        }
    }
}
