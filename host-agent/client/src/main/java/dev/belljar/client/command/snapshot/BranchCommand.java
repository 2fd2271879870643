package dev.belljar.client.command.snapshot;

import dev.belljar.client.AgentClient;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SnapshotRef;
import dev.belljar.client.console.SnapshotRefs;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.request.sandbox.BranchSandbox;
import dev.belljar.contract.sandbox.Sandbox;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `belljar branch SNAPSHOT|N`: starts several sandboxes from a snapshot or a running sandbox.
@CommandExamples({
    "belljar branch shop --count 3 --name try | Start try-1, try-2 and try-3 from the current state " + "of shop.",
    "belljar branch before | Start a sandbox from a snapshot."
})
@Command(
        name = "branch",
        description = "Start sandboxes from a snapshot or from a running sandbox.",
        footer = {"", "To branch from a running sandbox, Belljar first takes a snapshot. The sandbox keeps running."},
        mixinStandardHelpOptions = true)
final class BranchCommand extends BranchingCommand {
    @Parameters(
            index = "0",
            paramLabel = "SNAPSHOT|SANDBOX",
            description = "Name or id of a snapshot or of a running sandbox.")
    String from = "";

    @Option(
            names = "--count",
            paramLabel = "K",
            defaultValue = "1",
            description = "Number of sandboxes to start, from 1 to " + BranchSandbox.MOST + " (default: 1).")
    int count;

    @Option(
            names = "--name",
            paramLabel = "N",
            description = "Name of the new sandbox (default: the original sandbox's name with a number appended)."
                    + " With --count, Belljar appends a number to the name.")
    @Nullable
    String name;

    BranchCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        AgentClient agent = session().agent();
        SnapshotRef ref = SnapshotRefs.of(agent).any(from);
        BranchSandbox request = new BranchSandbox(name, count);
        List<Sandbox> begun = waiting().during("Branching", () -> switch (ref) {
            case SnapshotRef.TakenSnapshot saved -> agent.call(SnapshotApi.BRANCH.at(saved.id()), request);
            case SnapshotRef.CurrentSandbox now -> agent.call(SnapshotApi.BRANCH_NOW.at(now.id()), request);
        });
        List<Sandbox> ended = awaited(begun);
        if (json) {
            session().json(ended);
        } else {
            show(ended);
        }
        return code(ended);
    }
}
