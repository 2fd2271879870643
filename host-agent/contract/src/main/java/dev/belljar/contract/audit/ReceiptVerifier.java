package dev.belljar.contract.audit;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.policy.AuditEntry;
import dev.belljar.contract.policy.AuditVerdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Verifies the receipt of a commit with the files of an audit log: reads them from the first line, and needs no
/// host agent.
public final class ReceiptVerifier {
    private final String commit;
    private final String hash;
    private @Nullable AuditEntry entry;
    private @Nullable AuditEntry another;

    private ReceiptVerifier(String commit, String hash) {
        this.commit = commit;
        this.hash = hash;
    }

    /// Verifies the note on this commit, null if it has none, with the audit log in this folder.
    ///
    /// @throws IOException when the audit log cannot be read
    public static ReceiptVerdict verify(String commit, @Nullable String note, Path folder) throws IOException {
        if (note == null) {
            return failed(ReceiptVerdict.ReceiptOutcome.MISSING, null, "commit %.12s has no receipt".formatted(commit));
        }
        SyncReceipt receipt;
        try {
            receipt = ContractJson.read(note, SyncReceipt.class);
        } catch (JsonFault e) {
            return failed(
                    ReceiptVerdict.ReceiptOutcome.CHANGED, null, "the note is not a Belljar receipt: it was changed");
        }
        if (receipt.version() > SyncReceipt.CURRENT) {
            return failed(
                    ReceiptVerdict.ReceiptOutcome.CHANGED,
                    null,
                    "the receipt has format %d, but this version of Belljar knows only format %d"
                            .formatted(receipt.version(), SyncReceipt.CURRENT));
        }
        return new ReceiptVerifier(commit, SyncReceipt.hash(note)).verify(receipt, folder);
    }

    private ReceiptVerdict verify(SyncReceipt receipt, Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return failed(
                    ReceiptVerdict.ReceiptOutcome.OTHER_LOG,
                    receipt,
                    "there is no audit log on this computer: " + folder);
        }
        AuditHead head = receipt.audit();
        AuditCheck check = new AuditCheck(new AuditFiles(folder), head.seq(), this::see);
        AuditVerdict log = check.run();
        boolean samePast = head.seq() == 0
                ? head.hash().equals(HashChain.GENESIS)
                : head.hash().equals(check.hash());
        AuditEntry found = entry;
        if (found == null) {
            return notFound(receipt, log, samePast);
        }
        if (!receipt.commits().contains(commit)) {
            return failed(
                    ReceiptVerdict.ReceiptOutcome.OTHER_COMMIT,
                    receipt,
                    "the note is a receipt for commit %.12s, not for %.12s".formatted(receipt.commit(), commit));
        }
        if (!samePast) {
            return failed(
                    ReceiptVerdict.ReceiptOutcome.OTHER_LOG,
                    receipt,
                    "line %d of this audit log has a different hash than the receipt says".formatted(head.seq()));
        }
        return new ReceiptVerdict(ReceiptVerdict.ReceiptOutcome.VALID, receipt, null, found.seq(), null);
    }

    private void see(AuditEntry each) {
        if (hash.equals(each.receipt())) {
            entry = each;
        } else if (each.receipt() != null && commit.equals(each.subject())) {
            another = each;
        }
    }

    private ReceiptVerdict notFound(SyncReceipt receipt, AuditVerdict log, boolean samePast) {
        if (!log.intact()) {
            return new ReceiptVerdict(
                    ReceiptVerdict.ReceiptOutcome.BROKEN,
                    receipt,
                    log.file(),
                    log.line(),
                    "the audit log is broken at %s line %d: %s".formatted(log.file(), log.line(), log.problem()));
        }
        return samePast || another != null
                ? failed(
                        ReceiptVerdict.ReceiptOutcome.CHANGED,
                        receipt,
                        "the audit log does not contain this receipt's hash: the receipt was changed")
                : failed(
                        ReceiptVerdict.ReceiptOutcome.OTHER_LOG,
                        receipt,
                        "the receipt refers to line %d of another audit log: it was written on another computer, or the"
                                        .formatted(receipt.audit().seq())
                                + " audit log was replaced");
    }

    private static ReceiptVerdict failed(
            ReceiptVerdict.ReceiptOutcome outcome, @Nullable SyncReceipt receipt, String problem) {
        return new ReceiptVerdict(outcome, receipt, null, null, problem);
    }
}
