package dev.belljar.client.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Option;

/// What every command has: a session, and `--json` for those who read by program.
abstract class Asking implements Callable<Integer> {
    private final Session session;

    @Option(names = "--json", description = "Print JSON instead of words; a problem too, on standard error.")
    boolean json;

    Asking(Session session) {
        this.session = session;
    }

    Session session() {
        return session;
    }
}
