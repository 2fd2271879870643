package dev.belljar.client.command.snapshot;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.console.SnapshotRef;
import dev.belljar.client.console.SnapshotRefs;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.sandbox.Snapshot;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `belljar snapshot keep ID`: keeps an automatic snapshot.
@CommandExamples({"belljar snapshot keep 3f9a | Keep an automatic snapshot until you delete it."})
@Command(
        name = "keep",
        description = "Keep an automatic snapshot until you delete it.",
        mixinStandardHelpOptions = true)
final class SnapshotKeepCommand extends SessionCommand {
    @Parameters(index = "0", paramLabel = "SNAPSHOT", description = "Name or id of the snapshot.")
    String snapshot = "";

    SnapshotKeepCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        Snapshot found = new SnapshotRefs(List.of(), session().agent().call(SnapshotApi.LIST_ALL)).snapshot(snapshot);
        Snapshot kept = session().agent().call(SnapshotApi.KEEP.at(found.id()));
        if (json) {
            session().json(kept);
        } else {
            session().line("%s is kept until you delete it", new SnapshotRef.TakenSnapshot(kept).words());
        }
        return 0;
    }
}
