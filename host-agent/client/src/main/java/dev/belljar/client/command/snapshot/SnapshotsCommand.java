package dev.belljar.client.command.snapshot;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.console.SnapshotRefs;
import dev.belljar.client.console.TextTable;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.Snapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `belljar snapshots [N]`: shows snapshots and their branches as a tree.
@CommandExamples({
    "belljar snapshots | Show all snapshots as a tree.",
    "belljar snapshots shop | Show the snapshots of one sandbox."
})
@Command(
        name = "snapshots",
        description = "Show snapshots and their branches as a tree.",
        mixinStandardHelpOptions = true)
final class SnapshotsCommand extends SessionCommand {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "SANDBOX",
            description = "Show only the snapshots of this sandbox (default: all snapshots).")
    @Nullable
    String sandbox;

    SnapshotsCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        String which = sandbox;
        Sandbox root = which == null ? null : session().agent().call(SandboxApi.GET.at(which));
        if (json) {
            session()
                    .json(
                            root == null
                                    ? session().agent().call(SnapshotApi.LIST_ALL)
                                    : session().agent().call(SnapshotApi.LIST.at(root.id())));
            return 0;
        }
        SnapshotRefs refs = SnapshotRefs.of(session().agent());
        List<Snapshot> all = refs.snapshots();
        if (root == null && all.isEmpty()) {
            session().line("No snapshots yet. Take one of a running sandbox with: belljar snapshot SANDBOX");
        } else if (root != null && all.stream().noneMatch(s -> s.sandbox().equals(root.id()))) {
            session()
                    .line(
                            "No snapshots of %1$s yet. Take one with: belljar snapshot %1$s",
                            root.spec().name());
        } else {
            long now = System.currentTimeMillis();
            TextTable tree = root == null ? SnapshotTree.all(refs, now) : SnapshotTree.of(refs, root.id(), now);
            tree.print(session().out());
        }
        return 0;
    }
}
