package dev.belljar.agent.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.contract.audit.AuditFiles;
import dev.belljar.contract.audit.HashChain;
import dev.belljar.contract.policy.AuditEntry;
import dev.belljar.contract.policy.AuditVerdict;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that the chain continues over restarts and files, and that verification finds every later change.
class AuditLogTest {
    @TempDir
    private Path temp;

    private Path folder;

    @BeforeEach
    void folder() throws Exception {
        folder = Files.createDirectories(temp.resolve("audit"));
    }

    private AuditLog open() throws Exception {
        return AuditLog.open(folder, Instant::now, 2_000);
    }

    private void write(int lines) throws Exception {
        try (AuditLog audit = open()) {
            for (int i = 0; i < lines; i++) {
                audit.record("opened", "s1", "tcp a.org:443", "allowed", "rule " + i);
            }
        }
    }

    private Path first() {
        return folder.resolve("audit-000001.jsonl");
    }

    private AuditVerdict verdict() throws Exception {
        try (AuditLog audit = open()) {
            return audit.verify();
        }
    }

    @Test
    void theChainContinuesOverRestartsAndFiles() throws Exception {
        for (int i = 0; i < 5; i++) {
            write(10);
        }
        AuditVerdict verdict = verdict();
        assertThat(verdict.intact()).isTrue();
        assertThat(verdict.lines()).isEqualTo(50);
        try (AuditLog audit = open();
                var files = Files.list(folder)) {
            assertThat(files.count()).isGreaterThan(3);
            List<AuditEntry> newest = audit.newest(30);
            assertThat(newest).hasSize(30);
            assertThat(newest.getLast().seq()).isEqualTo(50);
            assertThat(newest.getFirst().seq()).isEqualTo(21);
        }
    }

    /// These lines have no `approval`, as older versions wrote them.
    @Test
    void theChainContinuesAfterLinesOfAnOlderVersion() throws Exception {
        String first = "{\"seq\":1,\"ts\":5,\"what\":\"held\",\"sandbox\":\"s1\",\"subject\":\"tcp a.org:443\","
                + "\"verdict\":\"held\",\"detail\":\"approval a1\",\"count\":1,\"prev\":\"" + HashChain.GENESIS + "\"}";
        String second = "{\"seq\":2,\"ts\":6,\"what\":\"policy\",\"detail\":\"any\",\"count\":1,\"prev\":\""
                + HashChain.hash(first.getBytes(StandardCharsets.UTF_8)) + "\"}";
        Files.writeString(first(), first + "\n" + second + "\n");
        Files.writeString(
                temp.resolve("audit-head.json"),
                "{\"seq\":2,\"hash\":\"%s\",\"losses\":[]}"
                        .formatted(HashChain.hash(second.getBytes(StandardCharsets.UTF_8))));
        try (AuditLog audit = open()) {
            audit.record(new AuditLine("expired", "s1", "tcp a.org:443", "refused", "any").withApproval("a1"));
            audit.record("policy", "", "", "", "next");
            assertThat(audit.verify().problem()).isNull();
            assertThat(audit.verify().lines()).isEqualTo(4);
            assertThat(audit.newest(4)).extracting(AuditEntry::approval).containsExactly(null, null, "a1", null);
        }
        assertThat(Files.readAllLines(first())).startsWith(first, second);
    }

    @Test
    void anEmptyAuditIsIntact() throws Exception {
        assertThat(verdict()).isEqualTo(new AuditVerdict(true, 0, "0".repeat(64), null, null, null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"change", "remove", "swap", "insert", "blank"})
    void anyChangeToALineIsFoundAtItsPlace(String action) throws Exception {
        write(20);
        List<String> lines = new ArrayList<>(Files.readAllLines(first()));
        switch (action) {
            case "change" -> lines.set(2, lines.get(2).replace("a.org", "b.org"));
            case "remove" -> lines.remove(2);
            case "swap" -> lines.set(2, lines.set(3, lines.get(2)));
            case "insert" -> lines.add(2, lines.get(1));
            default -> lines.add(2, "");
        }
        Files.writeString(first(), String.join("\n", lines) + "\n");
        AuditVerdict verdict = verdict();
        assertThat(verdict.intact()).isFalse();
        assertThat(verdict.file()).isEqualTo("audit-000001.jsonl");
        // The hash in a changed line still matches the line before; the hash in the next line no longer
        // matches.
        assertThat(verdict.line()).isEqualTo(action.equals("change") ? 4L : 3L);
    }

    @Test
    void aMissingFileIsFound() throws Exception {
        write(40);
        Files.delete(folder.resolve("audit-000002.jsonl"));
        AuditVerdict verdict = verdict();
        assertThat(verdict.intact()).isFalse();
        assertThat(verdict.file()).isEqualTo("audit-000003.jsonl");
    }

    @Test
    void aTornLineIsCutOffOnOpening() throws Exception {
        write(3);
        Files.writeString(first(), "{\"seq\":4,\"ts\":1", StandardOpenOption.APPEND);
        try (AuditLog audit = open()) {
            audit.record("policy", "", "", "", "next");
            assertThat(audit.verify().intact()).isTrue();
            assertThat(audit.newest(2)).extracting(AuditEntry::what).containsExactly("started", "policy");
        }
    }

    @Test
    void theHeadChangesWhenLinesAreCutOff() throws Exception {
        write(5);
        String head = verdict().head();
        List<String> lines = Files.readAllLines(first());
        assertThat(head).isEqualTo(HashChain.hash(lines.getLast().getBytes(StandardCharsets.UTF_8)));
        Files.writeString(first(), String.join("\n", lines.subList(0, 4)) + "\n");
        assertThat(verdict().head()).isNotEqualTo(head);
    }

    @ParameterizedTest
    @ValueSource(strings = {"last", "all", "file", "another"})
    void aCutTailIsReportedForGood(String action) throws Exception {
        write(40);
        List<String> lines = Files.readAllLines(first());
        switch (action) {
            case "last" -> {
                Path newest = newest();
                List<String> own = Files.readAllLines(newest);
                Files.writeString(newest, String.join("\n", own.subList(0, own.size() - 1)) + "\n");
            }
            case "file" -> Files.delete(newest());
            case "all" -> {
                for (Path file : new AuditFiles(folder).all()) {
                    Files.delete(file);
                }
            }
            default -> {
                for (Path file : new AuditFiles(folder).all()) {
                    Files.delete(file);
                }
                Files.writeString(first(), String.join("\n", lines.subList(0, 3)) + "\n");
            }
        }
        assertThat(verdict().intact()).isFalse();
        assertThat(verdict().problem()).contains("line 40", "missing");
        write(60);
        assertThat(verdict().intact()).as("once it has as many lines again").isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anAuditWithoutItsAnchorIsNotIntact(boolean cut) throws Exception {
        write(5);
        Files.delete(temp.resolve("audit-head.json"));
        if (cut) {
            List<String> lines = Files.readAllLines(first());
            Files.writeString(first(), String.join("\n", lines.subList(0, 2)) + "\n");
        }
        assertThat(verdict().intact()).isFalse();
        assertThat(verdict().problem()).contains("last line of the audit log", "missing", cut ? "line 2" : "line 5");
        write(10);
        assertThat(verdict().intact()).as("for good").isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{\"seq\":3", "null", "{\"seq\":3}"})
    void aDamagedAnchorIsNamedWithWhatToDo(String damaged) throws Exception {
        write(5);
        Path anchor = temp.resolve("audit-head.json");
        Files.writeString(anchor, damaged);
        assertThatThrownBy(this::open).isInstanceOfSatisfying(AuditException.class, e -> {
            assertThat(e.code()).isEqualTo(AuditException.UNREADABLE);
            assertThat(e).hasMessageContaining(anchor + ": this file records the last line of the audit log");
            assertThat(e.hint())
                    .contains("Restore the file from a backup", "rename the file")
                    .doesNotContain("space");
        });
        assertThat(anchor).hasContent(damaged);
        Files.move(anchor, temp.resolve("renamed"));
        assertThat(verdict().intact()).as("the advice can be followed").isFalse();
    }

    /// Old backups of the anchor, and invented anchors, beside an audit that was cut or replaced.
    @ParameterizedTest
    @ValueSource(longs = {0, 900, -1})
    void anOldOrInventedAnchorHidesNoLoss(long seq) throws Exception {
        write(5);
        List<String> lines = Files.readAllLines(first());
        Files.writeString(first(), String.join("\n", lines.subList(0, 2)) + "\n");
        Files.writeString(
                temp.resolve("audit-head.json"),
                "{\"seq\":%d,\"hash\":\"%s\",\"losses\":[]}".formatted(seq, HashChain.GENESIS));
        if (seq < 0) {
            assertThatThrownBy(this::open).hasMessageContaining("audit-head.json");
            return;
        }
        assertThat(verdict().intact()).isFalse();
        assertThat(verdict().problem()).contains(seq == 0 ? "last line of the audit log" : "line 900", "missing");
        try (AuditLog audit = open()) {
            assertThat(audit.problem().orElseThrow()).contains("missing");
        }
        write(10);
        assertThat(verdict().intact()).as("for good").isFalse();
    }

    @Test
    void aTornLineAtTheEndHidesNoLoss() throws Exception {
        write(20);
        List<String> lines = Files.readAllLines(first());
        for (Path file : new AuditFiles(folder).all()) {
            Files.delete(file);
        }
        Files.writeString(first(), String.join("\n", lines.subList(0, 2)) + "\n{\"seq\":3,");
        assertThat(verdict().problem()).contains("line 20", "missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"begins anew", "cut", "longer"})
    void anAuditThatIsReplacedWhileItIsWrittenIsNotIntact(String action) throws Exception {
        try (AuditLog audit = AuditLog.open(folder, Instant::now)) {
            for (int i = 0; i < 4; i++) {
                audit.record("opened", "s1", "tcp a.org:443", "allowed", "not settled " + i);
            }
            assertThat(audit.verify().intact()).isTrue();
            List<String> lines = new ArrayList<>(Files.readAllLines(first()));
            switch (action) {
                case "begins anew" -> {
                    Path other = Files.createDirectories(temp.resolve("other/audit"));
                    try (AuditLog forged = AuditLog.open(other, Instant::now)) {
                        forged.record("opened", "s1", "tcp b.org:443", "allowed", "forged");
                    }
                    lines = Files.readAllLines(other.resolve("audit-000001.jsonl"));
                }
                case "cut" -> lines = lines.subList(0, 1);
                default -> {
                    Path other = Files.createDirectories(temp.resolve("other/audit"));
                    Files.copy(first(), other.resolve("audit-000001.jsonl"));
                    Files.writeString(
                            temp.resolve("other/audit-head.json"),
                            "{\"seq\":4,\"hash\":\"%s\",\"losses\":[]}"
                                    .formatted(audit.verify().head()));
                    try (AuditLog forged = AuditLog.open(other, Instant::now)) {
                        forged.record("opened", "s1", "tcp b.org:443", "allowed", "forged");
                    }
                    lines = Files.readAllLines(other.resolve("audit-000001.jsonl"));
                }
            }
            Files.writeString(first(), String.join("\n", lines) + "\n");
            AuditVerdict verdict = audit.verify();
            assertThat(verdict.intact()).isFalse();
            assertThat(verdict.problem())
                    .contains(action.equals("longer") ? "after line 4 were not written" : "line 4");
        }
    }

    @Test
    void linesNotSettledBeforeACrashAreNoLoss() throws Exception {
        AuditLog killed = open();
        killed.record("opened", "s1", "tcp a.org:443", "allowed", "first");
        Path anchor = temp.resolve("audit-head.json");
        assertThat(Files.readString(anchor))
                .as("the first line is anchored as it is written")
                .contains("\"seq\":1");
        for (int i = 0; i < 3; i++) {
            killed.record("opened", "s1", "tcp a.org:443", "allowed", "more");
        }
        assertThat(verdict().intact()).isTrue();
        assertThat(verdict().lines()).isEqualTo(4);
    }

    @Test
    void entriesCausedByGuestsDoNotWaitForTheDisk() throws Exception {
        try (AuditLog audit = open()) {
            audit.record("policy", "", "", "", "anchored");
            for (String what : List.of("opened", "refused", "summed", "held")) {
                audit.record(what, "s1", "tcp a.org:443", "", "approval 1");
            }
            assertThat(Files.readString(temp.resolve("audit-head.json"))).contains("\"seq\":1");
            audit.settle();
            assertThat(Files.readString(temp.resolve("audit-head.json"))).contains("\"seq\":5");
        }
    }

    @Test
    void linesThatDoNotReachTheDiskAreReported() throws Exception {
        try (AuditLog audit = open()) {
            audit.record("opened", "s1", "tcp a.org:443", "allowed", "anchored");
            audit.record("opened", "s1", "tcp a.org:443", "allowed", "not yet");
            Path anchor = temp.resolve("audit-head.json");
            Files.delete(anchor);
            Files.createDirectories(anchor.resolve("in the way"));
            audit.settle();
            assertThat(audit.writable()).isFalse();
            assertThat(audit.problem().orElseThrow()).contains("no entry can be added");
        }
    }

    @Test
    void writabilityIsProbedWithoutWritingALine() throws Exception {
        AtomicLong now = new AtomicLong(10_000);
        try (AuditLog audit = AuditLog.open(folder, () -> Instant.ofEpochMilli(now.get()), 2_000)) {
            while (Files.size(first()) < 1_500) {
                audit.record("opened", "s1", "", "allowed", "");
            }
            Path next = Files.createDirectories(folder.resolve("audit-000002.jsonl"));
            assertThat(audit.writable()).as("a line was written just now").isTrue();
            now.addAndGet(1_000);
            assertThat(audit.writable()).isFalse();
            Files.delete(next);
            now.addAndGet(1_000);
            assertThat(audit.writable()).isTrue();
            assertThat(audit.newest(1).getFirst().what()).isEqualTo("resumed");
            AuditVerdict before = audit.verify();
            assertThat(before.intact()).isTrue();
            now.addAndGet(1_000);
            assertThat(audit.writable()).isTrue();
            assertThat(audit.verify()).as("no line for a look").isEqualTo(before);
        }
    }

    @Test
    void theBlanksOfAProbeAreNoTornLine() throws Exception {
        write(3);
        Files.writeString(first(), " ".repeat(400), StandardOpenOption.APPEND);
        assertThat(verdict().lines()).isEqualTo(3);
        assertThat(verdict().intact()).isTrue();
    }

    @Test
    void theAnchorExistsBeforeTheFirstLine() throws Exception {
        try (AuditLog _ = open()) {
            assertThat(temp.resolve("audit-head.json")).isNotEmptyFile();
        }
        assertThat(verdict().intact()).isTrue();
    }

    @Test
    void aNextFileThatCannotBeMadeIsTriedAgain() throws Exception {
        try (AuditLog audit = open()) {
            Path next = Files.createDirectories(folder.resolve("audit-000002.jsonl"));
            boolean written = true;
            for (int i = 0; i < 50 && written; i++) {
                written = audit.record("opened", "s1", "tcp a.org:443", "allowed", "rule " + i);
            }
            assertThat(written).isFalse();
            Files.delete(next);
            assertThat(audit.record("policy", "", "", "", "after")).isTrue();
            assertThat(audit.verify().intact()).isTrue();
        }
    }

    private Path newest() throws Exception {
        return new AuditFiles(folder).all().getLast();
    }

    @Test
    void aDecisionOfTheUserIsAnchoredBeforeTheCallReturns() throws Exception {
        AuditLog killed = open();
        killed.record("policy", "", "", "", "decided");
        Files.writeString(first(), "");
        // Never closed, as after kill -9.
        assertThat(verdict().intact()).isFalse();
    }

    @Test
    void anAuditWhoseAnchorCannotBeReadIsNotOpened() throws Exception {
        write(3);
        Files.writeString(temp.resolve("audit-head.json"), "{\"seq\":");
        assertThatThrownBy(this::open).hasMessageContaining("audit-head.json");
    }

    @Test
    void anUnwritableAuditBecomesWritableAgain() throws Exception {
        AtomicLong now = new AtomicLong(1_000);
        try (AuditLog audit = AuditLog.open(folder, () -> Instant.ofEpochMilli(now.get()), 2_000)) {
            audit.record("policy", "", "", "", "before");
            assertThat(audit.writable()).isTrue();
            Path anchor = temp.resolve("audit-head.json");
            Files.delete(anchor);
            Files.createDirectories(anchor.resolve("in the way"));
            audit.record("policy", "", "", "", "not written");
            now.addAndGet(2_000);
            assertThat(audit.writable()).isFalse();
            Files.delete(anchor.resolve("in the way"));
            Files.delete(anchor);
            assertThat(audit.writable()).as("tried once a second").isFalse();
            now.addAndGet(2_000);
            assertThat(audit.writable()).isTrue();
            assertThat(audit.verify().intact()).isTrue();
        }
    }

    @Test
    void anInterruptedThreadStillWritesItsLine() throws Exception {
        try (AuditLog audit = open()) {
            Thread.currentThread().interrupt();
            audit.record("opened", "s1", "", "", "interrupted");
            assertThat(Thread.interrupted()).isTrue();
            audit.record("opened", "s1", "", "", "after");
            assertThat(audit.verify().lines()).isEqualTo(2);
        }
    }

    @Test
    void textOfAnyLengthFitsOnALine() throws Exception {
        try (AuditLog audit = AuditLog.open(folder, Instant::now)) {
            audit.record("opened", "s1", "\u0001".repeat(100_000), "allowed", "\"".repeat(100_000));
            audit.record("opened", "s1", "", "", "after");
            assertThat(audit.verify().intact()).isTrue();
            assertThat(audit.newest(10)).hasSize(2);
        }
    }
}
