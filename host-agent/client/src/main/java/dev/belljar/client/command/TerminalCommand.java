package dev.belljar.client.command;

import dev.belljar.client.AgentException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.AttachSession;
import dev.belljar.contract.view.SessionView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// `belljar terminal N`: this terminal on the session of a sandbox, which goes on when it is left.
@Command(
        name = "terminal",
        description =
                "Attach this terminal to the session of a sandbox, which the window and browsers share. Ctrl+] leaves it, and it goes on; so it does when this is closed.",
        mixinStandardHelpOptions = true)
final class TerminalCommand extends AskingOne {
    @Option(names = "--watch", description = "Only look: nothing typed gets in.")
    boolean watch;

    @Option(names = "--shell", description = "A plain shell instead, which ends when this is closed.")
    boolean shell;

    @Option(names = "--token", description = "Say what it is, and what logs a browser in at its web page.")
    boolean token;

    TerminalCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        if (json && !token) {
            throw new ParameterException(
                    spec().commandLine(), "--json: expected --token with it, which says what there is");
        }
        if (token) {
            return tell(session().agent().sessions().session(sandbox));
        }
        if (shell) {
            ShellCommand plain = new ShellCommand(session());
            plain.sandbox = sandbox;
            return plain.call();
        }
        if (!TerminalSize.reads()) {
            throw new AgentException(
                    Problem.of(
                            ProblemCode.BAD_REQUEST,
                            "no terminal",
                            "standard input is no terminal, and a session needs one",
                            "`belljar exec` runs commands without."),
                    null);
        }
        session().aside("Attaching to the session of %s. Ctrl+] leaves it, and it goes on.", sandbox);
        TerminalSize size = TerminalSize.now();
        return new Attachment(session(), sandbox).attach(new AttachSession(watch, size.rows(), size.cols()));
    }

    private int tell(SessionView view) {
        if (json) {
            session().json(view);
            return 0;
        }
        session().line("session %s, kept by %s", view.name(), view.by());
        said("token", view.token());
        said("token to watch only", view.watchToken());
        if (view.port() != null) {
            session().line("web page: port %d of the machine's own loopback", view.port());
        } else if (view.by().equals("zellij")) {
            session().line("no web page: another program of the machine has its port");
        }
        return 0;
    }

    private void said(String what, @Nullable String value) {
        if (value != null) {
            session().line("%s: %s", what, value);
        }
    }
}
