package dev.belljar.client.command;

import dev.belljar.contract.view.IdentityCheck;
import picocli.CommandLine.Command;

/// `belljar identity N`: whether a copied machine knows that it is not the original. Exit code 1 when it
/// does not.
@Command(
        name = "identity",
        description = "Check that a sandbox has its own identity, not that of the machine it was copied from.",
        footer = {"", "Exit code 1 when something is not as it must be. Values are shortened to fingerprints."},
        mixinStandardHelpOptions = true)
final class IdentityCommand extends SandboxCommand {
    private static final String GOOD = "ok";
    private static final String BAD = "WRONG";

    IdentityCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        IdentityCheck check = WaitingLine.on(session().err())
                .during(
                        "Asking the machine for its identity",
                        () -> session().agent().identity(sandbox));
        if (json) {
            session().json(check);
            return check.ok() ? 0 : CommandSession.PROBLEM;
        }
        String origin = check.origin();
        String began = origin == null ? "booted by itself" : "continues from " + origin;
        session().line("%s %s", check.sandbox(), began);
        TextTable columns = new TextTable("", "WHAT", "HERE", "IN THE ORIGINAL", "");
        for (IdentityCheck.Item item : check.items()) {
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
            session().aside("Keep it off the network until this is fixed: restore the snapshot again.");
        }
        return check.ok() ? 0 : CommandSession.PROBLEM;
    }
}
