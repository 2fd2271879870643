package dev.belljar.client.command.snapshot;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.console.SnapshotRef;
import dev.belljar.client.console.SnapshotRefs;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.request.sandbox.TakeSnapshot;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.text.ByteCount;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `belljar snapshot N`: takes a snapshot of a running machine. The subcommands delete and keep one, and change
/// when snapshots are taken automatically.
@CommandExamples({
    "belljar snapshot shop --name before | Take a snapshot of the running sandbox.",
    "belljar snapshot rm before | Delete that snapshot.",
    "belljar snapshot automatic | Show when snapshots are taken automatically."
})
@Command(
        name = "snapshot",
        description = "Take a snapshot of a running sandbox, including its memory.",
        footer = {
            "",
            "The sandbox pauses briefly, then keeps running. The snapshot's id is printed on standard output; the"
                    + " duration of the pause and the snapshot's size are printed on standard error. `restore` and"
                    + " `branch` start sandboxes from a snapshot, `diff` compares it with another state, and"
                    + " `snapshots` lists all snapshots."
        },
        mixinStandardHelpOptions = true,
        subcommands = {
            SnapshotCommand.SnapshotRemoveCommand.class,
            SnapshotKeepCommand.class,
            SnapshotAutomaticCommand.class
        })
final class SnapshotCommand extends SessionCommand {
    // Optional for the parser, because `snapshot rm ID` has no sandbox.
    @Parameters(index = "0", arity = "0..1", paramLabel = "SANDBOX", description = "Name or id of a running sandbox.")
    @Nullable
    String sandbox;

    @Option(names = "--name", paramLabel = "NAME", description = "Name of the snapshot.")
    @Nullable
    String name;

    @Option(names = "--note", paramLabel = "TEXT", description = "One-line note to store with the snapshot.")
    @Nullable
    String note;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    SnapshotCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        String which = sandbox;
        if (which == null) {
            throw new ParameterException(spec.commandLine(), "SANDBOX is missing");
        }
        TakeSnapshot request = new TakeSnapshot(name, note);
        Snapshot taken = waiting()
                .during(
                        "Taking a snapshot of " + which,
                        () -> session().agent().call(SnapshotApi.TAKE.at(which), request));
        if (json) {
            session().json(taken);
        } else {
            session().line(taken.id());
            session()
                    .aside(
                            "%s was paused for %d ms. Snapshot size: %s. Start a sandbox from the snapshot with:"
                                    + " belljar branch %s",
                            taken.sandboxName(), taken.pauseMillis(), ByteCount.words(taken.size()), taken.id());
        }
        return 0;
    }

    /// `belljar snapshot rm ID`.
    @CommandExamples({"belljar snapshot rm before | Delete a snapshot by name or id."})
    @Command(
            name = "rm",
            aliases = "delete",
            description = "Delete a snapshot. Sandboxes that were started from it are not affected.",
            mixinStandardHelpOptions = true)
    static final class SnapshotRemoveCommand extends SessionCommand {
        @Parameters(index = "0", paramLabel = "SNAPSHOT", description = "Name or id of the snapshot.")
        String snapshot = "";

        SnapshotRemoveCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            Snapshot found =
                    new SnapshotRefs(List.of(), session().agent().call(SnapshotApi.LIST_ALL)).snapshot(snapshot);
            session().agent().call(SnapshotApi.DELETE.at(found.id()));
            if (json) {
                session().json(found);
            } else {
                session().line("%s deleted", new SnapshotRef.TakenSnapshot(found).words());
            }
            return 0;
        }
    }
}
