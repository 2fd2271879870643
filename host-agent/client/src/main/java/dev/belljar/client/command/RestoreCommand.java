package dev.belljar.client.command;

import dev.belljar.contract.request.BranchSandbox;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.Snapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `belljar restore SNAPSHOT`: a new sandbox that goes on where the machine stood.
@Command(
        name = "restore",
        description = "Create a sandbox that continues from a snapshot, and wait until it runs.",
        footer = {"", "The sandbox it was taken of stays as it is, or stays gone; the new one has a name of its own."},
        mixinStandardHelpOptions = true)
final class RestoreCommand extends BranchingCommand {
    @Parameters(index = "0", paramLabel = "SNAPSHOT", description = "Id or name of the snapshot.")
    String snapshot = "";

    @Option(
            names = "--name",
            paramLabel = "N",
            description = "The new sandbox's name; the old one's with a number if not given.")
    @Nullable
    String name;

    RestoreCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        Snapshot found = new SnapshotRefs(List.of(), session().agent().snapshots()).snapshot(snapshot);
        BranchSandbox request = new BranchSandbox(name, 1);
        List<Sandbox> ended = awaited(WaitingLine.on(session().err())
                .during("Restoring", () -> session().agent().branch(found.id(), request)));
        if (json) {
            session().json(ended.getFirst());
        } else {
            show(ended);
        }
        return code(ended);
    }
}
