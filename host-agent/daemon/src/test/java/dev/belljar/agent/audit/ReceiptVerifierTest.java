package dev.belljar.agent.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.audit.ReceiptVerdict;
import dev.belljar.contract.audit.ReceiptVerifier;
import dev.belljar.contract.audit.SyncReceipt;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a receipt is genuine only with the audit log that has its hash, and that every change is named.
class ReceiptVerifierTest {
    private static final String COMMIT = "c".repeat(40);
    private static final String PARENT = "b".repeat(40);

    @TempDir
    private Path temp;

    private Path folder() {
        return temp.resolve("audit");
    }

    private AuditLog open(Path folder) throws Exception {
        return AuditLog.open(folder, Instant::now, 2_000);
    }

    private static SyncReceipt receipt(AuditLog audit, List<String> commits) {
        return new SyncReceipt(
                SyncReceipt.CURRENT,
                "shop",
                "s1",
                "belljar/shop",
                commits.getFirst(),
                commits,
                "a".repeat(40),
                5,
                null,
                List.of(new SyncReceipt.ReachedName("a.org", 1, 2, 3)),
                List.of(),
                List.of("Makefile"),
                true,
                audit.head());
    }

    /// An audit log with a receipt between other lines; returns the note.
    private String noted(Path folder, int before, int after) throws Exception {
        try (AuditLog audit = open(folder)) {
            for (int i = 0; i < before; i++) {
                audit.record("opened", "s1", "tcp a.org:443", "allowed", "rule " + i);
            }
            String note = receipt(audit, List.of(COMMIT, PARENT)).note();
            audit.record("opened", "s2", "tcp b.org:443", "allowed", "between the head and the receipt");
            audit.record(new AuditLine("synced", "s1", COMMIT, "", "to branch belljar/shop")
                    .withReceipt(SyncReceipt.hash(note)));
            for (int i = 0; i < after; i++) {
                audit.record("opened", "s1", "tcp a.org:443", "allowed", "later " + i);
            }
            return note;
        }
    }

    private ReceiptVerdict verify(String commit, @Nullable String note) throws Exception {
        return ReceiptVerifier.verify(commit, note, folder());
    }

    private void assertOutcome(ReceiptVerdict verdict, ReceiptVerdict.ReceiptOutcome outcome, String... words) {
        assertThat(verdict.outcome()).as(String.valueOf(verdict.problem())).isEqualTo(outcome);
        assertThat(verdict.problem()).contains(words);
        assertThat(verdict.valid()).isFalse();
    }

    @Test
    void aReceiptIsGenuineForEachOfItsCommits() throws Exception {
        String note = noted(folder(), 20, 20);
        for (String commit : List.of(COMMIT, PARENT)) {
            ReceiptVerdict verdict = verify(commit, note + "\n");
            assertThat(verdict.valid()).as(String.valueOf(verdict.problem())).isTrue();
            assertThat(verdict.line()).isEqualTo(22);
            assertThat(verdict.receipt()).isNotNull();
        }
    }

    @Test
    void theFirstLineOfALogMayBeAReceipt() throws Exception {
        assertThat(verify(COMMIT, noted(folder(), 0, 0)).valid()).isTrue();
    }

    @Test
    void aCommitWithoutANoteHasNoReceipt() throws Exception {
        noted(folder(), 3, 3);
        assertOutcome(verify(COMMIT, null), ReceiptVerdict.ReceiptOutcome.MISSING, "has no receipt");
    }

    @Test
    void aChangedReceiptIsNamed() throws Exception {
        String note = noted(folder(), 20, 20);
        assertOutcome(
                verify(COMMIT, note.replace("a.org", "b.org")),
                ReceiptVerdict.ReceiptOutcome.CHANGED,
                "receipt was changed");
        assertOutcome(
                verify(COMMIT, note.replace("[\"Makefile\"]", "[]")),
                ReceiptVerdict.ReceiptOutcome.CHANGED,
                "was changed");
        assertOutcome(
                verify(COMMIT, "looks good to me"), ReceiptVerdict.ReceiptOutcome.CHANGED, "not a Belljar receipt");
        assertOutcome(
                verify(COMMIT, note.replace("\"version\":1", "\"version\":9")),
                ReceiptVerdict.ReceiptOutcome.CHANGED,
                "has format 9");
    }

    @Test
    void aReceiptOfAnotherCommitIsNamed() throws Exception {
        String note = noted(folder(), 3, 3);
        assertOutcome(verify("d".repeat(40), note), ReceiptVerdict.ReceiptOutcome.OTHER_COMMIT, "not for dddddddddddd");
    }

    /// The changed line is before the receipt, in the first of several files.
    @Test
    void aChainThatIsBrokenBeforeTheReceiptIsNamed() throws Exception {
        String note = noted(folder(), 40, 5);
        Path first = folder().resolve("audit-000001.jsonl");
        Files.writeString(first, Files.readString(first).replace("rule 2\"", "rule x\""));
        ReceiptVerdict verdict = verify(COMMIT, note);
        assertOutcome(verdict, ReceiptVerdict.ReceiptOutcome.BROKEN, "audit-000001.jsonl line 4");
        assertThat(verdict.file()).isEqualTo("audit-000001.jsonl");
        assertThat(verdict.line()).isEqualTo(4);
    }

    @Test
    void aChainThatIsBrokenAfterTheReceiptStillProvesIt() throws Exception {
        String note = noted(folder(), 3, 60);
        try (Stream<Path> files = Files.list(folder())) {
            Path last = files.sorted().toList().getLast();
            Files.writeString(last, Files.readString(last).replace("later", "never"));
        }
        assertThat(verify(COMMIT, note).valid()).isTrue();
    }

    @Test
    void aLogThatWasCutBeforeTheReceiptIsNotItsLog() throws Exception {
        String note = noted(folder(), 20, 0);
        Path first = folder().resolve("audit-000001.jsonl");
        List<String> lines = Files.readAllLines(first);
        try (Stream<Path> files = Files.list(folder())) {
            for (Path file : files.filter(each -> !each.equals(first)).toList()) {
                Files.delete(file);
            }
        }
        Files.writeString(first, lines.getFirst() + "\n");
        assertOutcome(verify(COMMIT, note), ReceiptVerdict.ReceiptOutcome.OTHER_LOG, "another audit log");
    }

    @Test
    void anotherComputersLogIsNamed() throws Exception {
        String note = noted(temp.resolve("far/audit"), 20, 5);
        noted(folder(), 30, 5);
        ReceiptVerdict verdict = verify(COMMIT, note);
        assertThat(verdict.valid()).isFalse();
        Path empty = temp.resolve("nothing");
        assertOutcome(
                ReceiptVerifier.verify(COMMIT, note, empty),
                ReceiptVerdict.ReceiptOutcome.OTHER_LOG,
                "no audit log on this computer");
        Path other = Files.createDirectories(temp.resolve("other/audit"));
        try (AuditLog audit = open(other)) {
            audit.record("policy", "", "", "", "only line");
        }
        assertOutcome(
                ReceiptVerifier.verify(COMMIT, note, other),
                ReceiptVerdict.ReceiptOutcome.OTHER_LOG,
                "another computer");
    }

    /// A whole log of another computer with the same receipt does not help a log that has another past.
    @Test
    void aCopiedReceiptLineDoesNotMakeItGenuine() throws Exception {
        String note = noted(folder(), 5, 0);
        Path other = Files.createDirectories(temp.resolve("other/audit"));
        try (AuditLog audit = open(other)) {
            for (int i = 0; i < 5; i++) {
                audit.record("policy", "", "", "", "another past " + i);
            }
            audit.record(new AuditLine("synced", "s1", COMMIT, "", "").withReceipt(SyncReceipt.hash(note)));
        }
        assertOutcome(
                ReceiptVerifier.verify(COMMIT, note, other),
                ReceiptVerdict.ReceiptOutcome.OTHER_LOG,
                "has a different hash");
        Files.move(
                other.resolve("audit-000001.jsonl"),
                folder().resolve("audit-000001.jsonl"),
                StandardCopyOption.REPLACE_EXISTING);
        assertThat(verify(COMMIT, note).valid()).isFalse();
    }
}
