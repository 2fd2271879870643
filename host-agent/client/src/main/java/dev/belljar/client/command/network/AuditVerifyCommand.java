package dev.belljar.client.command.network;

import dev.belljar.client.AgentException;
import dev.belljar.client.AgentPlace;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.audit.ReceiptVerdict;
import dev.belljar.contract.audit.ReceiptVerifier;
import dev.belljar.contract.audit.SyncReceipt;
import dev.belljar.contract.operation.SecretApi;
import dev.belljar.contract.policy.AuditVerdict;
import dev.belljar.contract.text.ByteCount;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `belljar audit verify`: verifies the audit log or, without the host agent, the receipt of a synced commit.
@CommandExamples({
    "belljar audit verify | Check the hash chain and print its head.",
    "belljar audit verify belljar/shop | Check the receipt for the latest commit on a branch of the current project.",
    "belljar audit verify 4b825dc6 --project ~/shop | Check the receipt for a commit in another project."
})
@Command(
        exitCodeList = {
            "0:The chain is intact or, with COMMIT, the receipt is genuine.",
            "1:An entry was changed or removed, the receipt is missing or not genuine, or another problem occurred.",
            "2:Usage error."
        },
        name = "verify",
        description = {
            "Verify the audit log's hash chain, and report the first changed line, if any.",
            "With COMMIT, verify the receipt of a sync instead: the git note on the commit must match the receipt's"
                    + " entry in the audit log, and the log must be intact up to that entry. Verifying a receipt does"
                    + " not need the host agent."
        },
        footer = {
            "",
            "Store the printed head (the hash of the last line) and the number of lines on another computer. If"
                    + " that line later has a different hash or no longer exists, the audit log was rewritten or"
                    + " truncated.",
            "",
            "Receipts are git notes in refs/notes/belljar; `git log --notes=belljar` shows them."
        },
        mixinStandardHelpOptions = true)
final class AuditVerifyCommand extends SessionCommand {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneId.systemDefault());
    private static final int SHOWN = 20;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "COMMIT",
            description = "A synced commit in the project, or a branch whose latest commit was synced.")
    @Nullable
    String commit;

    @Option(
            names = "--project",
            paramLabel = "DIR",
            description = "The project's folder (default: the current folder).")
    @Nullable
    Path project;

    @Spec
    CommandSpec spec;

    AuditVerifyCommand(CommandSession session) {
        super(session);
        this.spec = CommandSpec.create();
    }

    @Override
    public Integer call() throws Exception {
        String requested = commit;
        if (requested == null) {
            if (project != null) {
                throw new ParameterException(spec.commandLine(), "--project requires COMMIT");
            }
            return verifyLog();
        }
        if (requested.isBlank()) {
            throw new ParameterException(spec.commandLine(), "The commit is empty: expected a commit or a branch");
        }
        Path folder = project == null ? Path.of("") : project;
        return verifyReceipt(requested, folder, AgentPlace.data(System.getenv()).resolve("audit"));
    }

    private int verifyLog() throws AgentException, InterruptedException {
        AuditVerdict verdict = session().agent().call(SecretApi.VERIFY_AUDIT);
        if (json) {
            session().json(verdict);
        } else if (verdict.intact()) {
            session()
                    .line(
                            "intact: %,d %s, head %s",
                            verdict.lines(), verdict.lines() == 1 ? "line" : "lines", verdict.head());
        } else {
            String where = verdict.file() + " line " + verdict.line();
            session().line("BROKEN at %s: %s", where, String.valueOf(verdict.problem()));
        }
        return verdict.intact() ? 0 : CommandSession.PROBLEM;
    }

    /// Verifies the receipt of a commit with the audit log in this folder.
    int verifyReceipt(String requested, Path folder, Path audit)
            throws AgentException, IOException, InterruptedException {
        ReceiptNotes notes = new ReceiptNotes(folder);
        String id = notes.commit(requested);
        ReceiptVerdict verdict = ReceiptVerifier.verify(id, notes.note(id).orElse(null), audit);
        if (json) {
            session().json(verdict);
        } else if (verdict.valid() && verdict.receipt() != null) {
            show(id, verdict.receipt(), String.valueOf(verdict.line()));
        } else {
            session().line("NOT VERIFIED: %s", String.valueOf(verdict.problem()));
        }
        return verdict.valid() ? 0 : CommandSession.PROBLEM;
    }

    private void show(String id, SyncReceipt receipt, String line) {
        session()
                .line(
                        "verified: commit %.12s was synced from %s to %s at %s (line %s of the audit log)",
                        id,
                        receipt.sandbox(),
                        receipt.branch(),
                        TIME.format(Instant.ofEpochMilli(receipt.time())),
                        line);
        session().line("base      %s", receipt.base() == null ? "none" : "%.12s".formatted(receipt.base()));
        session().line("snapshot  %s", receipt.snapshot() == null ? "none" : receipt.snapshot());
        session().line("commits   %,d", receipt.commits().size());
        session().line("reached   %s", receipt.names().isEmpty() ? "nothing" : "");
        receipt.names().stream()
                .limit(SHOWN)
                .forEach(each -> session()
                        .line(
                                "  %s  %s sent, %s received",
                                each.name(), ByteCount.words(each.up()), ByteCount.words(each.down())));
        more(receipt.names().size());
        session().line("approvals %s", receipt.approvals().isEmpty() ? "none" : "");
        receipt.approvals().stream()
                .limit(SHOWN)
                .forEach(each -> session().line("  %s  %s", each.id(), each.destination()));
        more(receipt.approvals().size());
        session().line("excluded  %s", receipt.withheld().isEmpty() ? "nothing" : "");
        receipt.withheld().stream().limit(SHOWN).forEach(each -> session().line("  %s", each));
        more(receipt.withheld().size());
        if (!receipt.complete()) {
            session().aside("The receipt is incomplete, because there was too much to list.");
        }
    }

    private void more(int count) {
        if (count > SHOWN) {
            session().line("  and %,d more (--json prints all)", count - SHOWN);
        }
    }
}
