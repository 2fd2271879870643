package dev.belljar.agent.template;

import dev.belljar.agent.guest.BelljarScript;
import dev.belljar.agent.guest.ExecOutcome;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.snapshot.TemplateSetup;
import dev.belljar.contract.problem.BelljarException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// Removes the files of the project from the workspace of a template's machine before it is saved, and keeps what
/// the setup made there, such as `node_modules`. Each sandbox then receives the project as it is at that time.
record CleanWorkspace(TemplateSetup session) implements TemplateSetup {
    private static final String SCRIPT = "clean-workspace";
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int WORDS = 2_000;

    @Override
    public String key() {
        return session.key();
    }

    @Override
    public void fit(GuestLink link) throws BelljarException, InterruptedException {
        ExecOutcome outcome = ExecOutcome.of(
                link.exec(BelljarScript.withTools(BelljarScript.command(SCRIPT, text(), "agent", LIMIT))),
                new byte[0],
                WORDS);
        if (!Integer.valueOf(0).equals(outcome.exit().code())) {
            throw new TemplateException(
                    TemplateException.NOT_MADE,
                    "the files of the project could not be removed from the template",
                    null);
        }
        session.fit(link);
    }

    private static String text() {
        try (InputStream stream = CleanWorkspace.class.getResourceAsStream(SCRIPT + ".sh")) {
            if (stream == null) {
                throw new IllegalStateException(SCRIPT + ".sh: missing from this build");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(SCRIPT + ".sh: cannot be read from this build", e);
        }
    }
}
