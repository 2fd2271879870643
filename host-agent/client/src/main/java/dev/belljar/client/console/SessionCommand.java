package dev.belljar.client.console;

import java.util.concurrent.Callable;
import picocli.CommandLine.Option;

/// Base class of the commands, with the session of the run and the option `--json` for programs.
public abstract class SessionCommand implements Callable<Integer>, JsonOutput {
    private final CommandSession session;

    @Option(names = "--json", description = "Print JSON. Errors are printed as JSON to standard error.")
    protected boolean json;

    protected SessionCommand(CommandSession session) {
        this.session = session;
    }

    @Override
    public boolean printsJson() {
        return json;
    }

    protected CommandSession session() {
        return session;
    }

    /// The progress line for slow answers, on standard error if that is a terminal; silent with `--json`.
    protected WaitingLine waiting() {
        return json ? WaitingLine.silent(session.err()) : WaitingLine.on(session.err());
    }
}
