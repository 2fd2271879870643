package dev.belljar.client.command;

import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `belljar stop N`: the disks are synced, the work is saved beside them.
@Command(name = "stop", description = "Stop a sandbox; its disk is kept.", mixinStandardHelpOptions = true)
final class StopCommand extends AskingOne {
    @Option(names = "--hibernate", description = "Save its memory too, so that it goes on where it was.")
    boolean hibernate;

    StopCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        session().agent().stop(sandbox, hibernate);
        Sandbox stopped = new Readiness(session()).await(session().agent(), sandbox, SandboxState.STOPPED);
        if (json) {
            session().json(stopped);
        } else {
            session().line("%s", words(stopped));
            if (stopped.tier() != null) {
                session()
                        .aside(
                                "  belljar start %s: it goes on where it was",
                                stopped.spec().name());
            }
        }
        return 0;
    }

    /// As the list says it, for example `shop is stopped, hot`.
    static String words(Sandbox stopped) {
        return stopped.spec().name() + " is " + ListCommand.state(stopped);
    }
}
