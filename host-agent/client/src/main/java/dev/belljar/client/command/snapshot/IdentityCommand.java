package dev.belljar.client.command.snapshot;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.console.TextColours;
import dev.belljar.client.console.TextTable;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.view.session.IdentityCheck;
import picocli.CommandLine.Command;

/// `belljar identity N`: checks whether a copied machine has its own identity. The exit code is 1 if it has
/// not.
@CommandExamples({"belljar identity try-1 | Check that try-1 has its own identity."})
@Command(
        exitCodeList = {
            "0:The sandbox has its own identity.",
            "1:At least one value is not as expected, or a problem occurred.",
            "2:Usage error."
        },
        name = "identity",
        description = "Check that a sandbox started from a snapshot has its own identity.",
        footer = {
            "",
            "Belljar compares the sandbox's host keys, machine id, random numbers and other values with the original"
                    + " sandbox's. Values are shown as fingerprints."
        },
        mixinStandardHelpOptions = true)
final class IdentityCommand extends SandboxCommand {
    private static final String GOOD = "ok";
    private static final String BAD = "WRONG";

    IdentityCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        IdentityCheck check = waiting()
                .during("Checking the identity", () -> session().agent().call(SandboxApi.IDENTITY.at(sandbox)));
        if (json) {
            session().json(check);
            return check.ok() ? 0 : CommandSession.PROBLEM;
        }
        String origin = check.origin();
        String began = origin == null ? "booted from scratch" : "started from " + origin;
        session().line("%s %s", check.sandbox(), began);
        TextTable columns = new TextTable("", "WHAT", "HERE", "IN THE ORIGINAL", "");
        for (IdentityCheck.IdentityItem item : check.items()) {
            columns.row(
                    item.ok() ? GOOD : BAD,
                    item.label(),
                    item.value(),
                    item.origin() == null ? "" : item.origin(),
                    item.detail());
        }
        TextColours paint = TextColours.onOutput();
        columns.print(session().out(), row -> paint.verdict(row, GOOD, BAD));
        if (!check.ok()) {
            session().aside("Do not use this sandbox. Destroy it and restore the snapshot again.");
        }
        return check.ok() ? 0 : CommandSession.PROBLEM;
    }
}
