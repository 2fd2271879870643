package dev.belljar.client.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Option;

/// Base class of the commands: a session, and `--json` for programs.
abstract class SessionCommand implements Callable<Integer> {
    private final CommandSession session;

    @Option(names = "--json", description = "Print JSON. A problem is printed as JSON on standard error.")
    boolean json;

    SessionCommand(CommandSession session) {
        this.session = session;
    }

    CommandSession session() {
        return session;
    }

    /// What says on standard error, at a terminal, that an answer takes a while; nothing with `--json`.
    WaitingLine waiting() {
        return json ? WaitingLine.silent(session.err()) : WaitingLine.on(session.err());
    }
}
