package dev.belljar.client.command.snapshot;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SnapshotRefs;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.request.sandbox.BranchSandbox;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.Snapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `belljar restore SNAPSHOT`: starts a new sandbox from a snapshot.
@CommandExamples({"belljar restore before --name shop-old | Start a new sandbox from a snapshot."})
@Command(
        name = "restore",
        description = "Start a new sandbox from a snapshot.",
        footer = {"", "The original sandbox is not changed."},
        mixinStandardHelpOptions = true)
final class RestoreCommand extends BranchingCommand {
    @Parameters(index = "0", paramLabel = "SNAPSHOT", description = "Name or id of the snapshot.")
    String snapshot = "";

    @Option(
            names = "--name",
            paramLabel = "N",
            description = "Name of the new sandbox (default: the original sandbox's name with a number appended).")
    @Nullable
    String name;

    RestoreCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        Snapshot found = new SnapshotRefs(List.of(), session().agent().call(SnapshotApi.LIST_ALL)).snapshot(snapshot);
        BranchSandbox request = new BranchSandbox(name, 1);
        List<Sandbox> ended = awaited(waiting()
                .during("Restoring", () -> session().agent().call(SnapshotApi.BRANCH.at(found.id()), request)));
        if (json) {
            session().json(ended.getFirst());
        } else {
            show(ended);
        }
        return code(ended);
    }
}
