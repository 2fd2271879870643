package dev.belljar.agent.codingagent;

import dev.belljar.agent.access.GuestService;
import dev.belljar.agent.guest.BelljarScript;
import dev.belljar.agent.guest.ExecOutcome;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.contract.environment.CodingAgent;
import dev.belljar.contract.environment.CodingAgent.AgentFile;
import dev.belljar.contract.environment.CodingAgent.StateSource;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.text.VisibleText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Writes the files that a coding agent finds in its home folder in the guest: the answers to the questions
/// of its first start, and the note about the sandbox. A file that a person or a program changed is left as
/// it is.
record AgentHomeFiles(GuestService guests) {
    /// The folder of the project in the guest.
    static final String PROJECT = "/workspace";

    private static final int TAIL = 20;
    private static final int WORDS = 2_000;
    private static final String HOME = "~/";
    private static final String GUEST_HOME = "/home/agent/";
    private static final Duration LIMIT = Duration.ofMinutes(1);

    /// The files of an agent, with the placeholder of its secret.
    static List<AgentFile> of(CodingAgent agent, String placeholder) {
        List<AgentFile> files = new ArrayList<>();
        if (agent.note() != null) {
            files.add(new AgentFile(agent.note(), text("note.md")));
        }
        if (agent.state() == StateSource.HOOKS) {
            files.add(new AgentFile("~/.belljar/report-state", text("report-state.sh")));
        }
        String tail = placeholder.substring(Math.max(0, placeholder.length() - TAIL));
        for (AgentFile each : agent.files()) {
            String content = each.content()
                    .replace("{project}", PROJECT)
                    .replace("{key}", placeholder)
                    .replace("{key-tail}", tail);
            files.add(new AgentFile(each.path(), content));
        }
        return files;
    }

    /// Writes these files, and returns the paths of those that were left as they are.
    ///
    /// @throws CodingAgentException `codingagent.file-not-written`
    List<String> write(SandboxRuntime sandbox, List<AgentFile> files) throws BelljarException, InterruptedException {
        List<String> kept = new ArrayList<>();
        for (AgentFile file : files) {
            ExecCommand plain = BelljarScript.command("agent-file", text("agent-file.sh"), null, LIMIT);
            List<String> argv = new ArrayList<>(plain.argv());
            argv.add(GUEST_HOME + file.path().substring(HOME.length()));
            ExecCommand command =
                    new ExecCommand(argv, plain.cwd(), plain.env(), null, false, 0, 0, plain.timeoutMillis());
            ExecOutcome outcome = ExecOutcome.of(
                    guests.open(sandbox.id(), command), file.content().getBytes(StandardCharsets.UTF_8), WORDS);
            if (!Integer.valueOf(0).equals(outcome.exit().code())) {
                throw new CodingAgentException(
                        CodingAgentException.FILE,
                        "%s could not be written in sandbox %s: %s"
                                .formatted(file.path(), sandbox.name(), said(outcome.err())),
                        "Look at the file with `belljar shell %s`.".formatted(sandbox.name()));
            }
            if (said(outcome.out()).equals("kept")) {
                kept.add(file.path());
            }
        }
        return kept;
    }

    private static String said(byte[] words) {
        return VisibleText.line(new String(words, StandardCharsets.UTF_8).strip());
    }

    private static String text(String name) {
        try (InputStream stream = AgentHomeFiles.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException(name + ": missing from this build");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(name + ": cannot be read from this build", e);
        }
    }
}
