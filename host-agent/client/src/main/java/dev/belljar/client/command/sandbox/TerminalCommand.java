package dev.belljar.client.command.sandbox;

import dev.belljar.client.AgentException;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.AccessApi;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.session.AttachSession;
import dev.belljar.contract.view.session.SessionView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// `belljar terminal N`: attaches this terminal to the session of a sandbox, which continues after detaching.
@CommandExamples({
    "belljar terminal shop | Attach to the same session that the window shows. Ctrl+] detaches.",
    "belljar terminal shop --watch | Watch the session without typing in it."
})
@Command(
        name = "terminal",
        description = {
            "Attach this terminal to a sandbox's session.",
            "Belljar's window and your browser show the same session. Ctrl+] detaches. The session keeps running, even when"
                    + " this terminal is closed."
        },
        mixinStandardHelpOptions = true)
final class TerminalCommand extends SandboxCommand {
    @Option(names = "--watch", description = "Only watch the session; nothing you type is sent to it.")
    boolean watch;

    @Option(
            names = "--shell",
            description = "Open a plain shell instead. The shell exits when this terminal is closed.")
    boolean shell;

    @Option(names = "--token", description = "Print the session's name, and the tokens and port for its web page.")
    boolean token;

    TerminalCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        if (json && !token) {
            throw new ParameterException(spec().commandLine(), "--json can only be used with --token");
        }
        if (token) {
            return tell(session().agent().call(AccessApi.SESSION.at(sandbox)));
        }
        if (shell) {
            ShellCommand plain = new ShellCommand(session());
            plain.sandbox(sandbox);
            return plain.call();
        }
        if (!ControllingTerminal.isInput()) {
            throw new AgentException(
                    Problem.of(
                            ProblemCode.BAD_REQUEST,
                            "no terminal",
                            "standard input is not a terminal, so the session cannot be attached",
                            "Use `belljar exec` to run commands without a terminal."),
                    null);
        }
        session().aside("Attaching to the session in %s. Ctrl+] detaches; the session keeps running.", sandbox);
        TerminalSize size = ControllingTerminal.size();
        return new TerminalAttachment(session(), sandbox).attach(new AttachSession(watch, size.rows(), size.cols()));
    }

    private int tell(SessionView view) {
        if (json) {
            session().json(view);
            return 0;
        }
        session().line("session %s, run by %s", view.name(), view.by());
        said("token", view.token());
        said("watch-only token", view.watchToken());
        if (view.port() != null) {
            session().line("web page: port %d on the guest's loopback interface", view.port());
        } else if (view.by().equals("zellij")) {
            session().line("no web page: another program in the guest is using its port");
        }
        return 0;
    }

    private void said(String what, @Nullable String value) {
        if (value != null) {
            session().line("%s: %s", what, value);
        }
    }
}
