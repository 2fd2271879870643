package dev.belljar.agent.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.GapEvent;
import dev.belljar.contract.event.EventType;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that torn and damaged files lose only the damaged lines.
class JournalDamageTest {
    @TempDir
    private Path folder;

    private Path processes;

    @BeforeEach
    void fiveProcessesAndANote() throws Exception {
        processes = folder.resolve("processes.jsonl");
        try (FileJournal journal = FileJournal.open(folder)) {
            for (int pid = 1; pid <= 5; pid++) {
                journal.append(Events.exec(pid));
            }
        }
    }

    @Test
    void aLineTornAnywhereIsCutAndItsNumberGivenAgain() throws Exception {
        byte[] whole = Files.readAllBytes(processes);
        int lastLine = new String(whole, StandardCharsets.UTF_8).lastIndexOf("{\"type\"");
        for (int cut = lastLine; cut < whole.length; cut++) {
            Files.write(processes, java.util.Arrays.copyOf(whole, cut));
            try (FileJournal journal = FileJournal.open(folder)) {
                assertThat(journal.lastSeq()).isEqualTo(4);
                assertThat(journal.append(Events.exec(50))).isEqualTo(5);
                assertThat(seqs(journal, Set.of())).containsExactly(1L, 2L, 3L, 4L, 5L);
            }
        }
    }

    @Test
    void zerosLeftByAPowerFailureAreCut() throws Exception {
        Files.write(processes, new byte[5_000], StandardOpenOption.APPEND);
        try (FileJournal journal = FileJournal.open(folder)) {
            assertThat(journal.append(Events.exec(6))).isEqualTo(6);
            assertThat(seqs(journal, Set.of())).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
        }
    }

    @Test
    void aLineDamagedInItsHeadIsShownAsAGapAndTheRestIsRead() throws Exception {
        damage("\"seq\":3", "\"sxq\":3");
        try (FileJournal journal = FileJournal.open(folder)) {
            List<Event> events = all(journal, Set.of());
            assertThat(events.stream().map(Event::seq)).containsExactly(1L, 2L, 3L, 4L, 5L);
            assertThat(events.get(2)).isInstanceOfSatisfying(GapEvent.class, gap -> {
                assertThat(gap.op()).isEqualTo("lost");
                assertThat(gap.count()).isEqualTo(1);
            });
            assertThat(seqs(journal, Set.of(EventType.PROC))).containsExactly(1L, 2L, 4L, 5L);
        }
    }

    @Test
    void aLineDamagedInItsBodyIsShownAsAGapInItsPlace() throws Exception {
        damage("\"pid\":4", "\"pid\":x");
        try (FileJournal journal = FileJournal.open(folder)) {
            assertThat(all(journal, Set.of(EventType.PROC)).get(3)).isInstanceOf(GapEvent.class);
            assertThat(seqs(journal, Set.of())).containsExactly(1L, 2L, 3L, 4L, 5L);
        }
    }

    @Test
    void aGapReadAgainFromItsOwnNumberIsNotReportedTwice() throws Exception {
        damage("\"seq\":2", "\"sxq\":2");
        damage("\"seq\":3", "\"sxq\":3");
        try (FileJournal journal = FileJournal.open(folder)) {
            List<Event> events = all(journal, Set.of());
            assertThat(events.get(1))
                    .isEqualTo(new GapEvent(
                            3,
                            events.getFirst().ts(),
                            "lost",
                            2,
                            "2 journal lines are missing: they were removed to free space, or damaged"));
            try (JournalCursor cursor = journal.cursor(3, Set.of())) {
                assertThat(Events.drain(cursor).stream().map(Event::seq)).containsExactly(4L, 5L);
            }
        }
    }

    @Test
    void anOversizedLineIsSkipped() throws Exception {
        try (RandomAccessFile file = new RandomAccessFile(processes.toFile(), "rw")) {
            file.seek(file.length());
            byte[] part = "x".repeat(LineReader.MOST / 2).getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < 7; i++) {
                file.write(part);
            }
            file.write('\n');
        }
        try (FileJournal journal = FileJournal.open(folder)) {
            assertThat(journal.append(Events.exec(6))).isEqualTo(6);
            assertThat(seqs(journal, Set.of())).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
        }
    }

    @Test
    void linesWithLowerNumbersAreSkipped() throws Exception {
        String again = Files.readString(processes).lines().findFirst().orElseThrow() + "\n";
        Files.writeString(processes, again, StandardOpenOption.APPEND);
        try (FileJournal journal = FileJournal.open(folder)) {
            journal.append(Events.note("six"));
            assertThat(seqs(journal, Set.of()))
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, 6).boxed().toList());
        }
    }

    private void damage(String what, String by) throws Exception {
        String text = Files.readString(processes);
        assertThat(text).contains(what);
        Files.writeString(processes, text.replaceFirst(what, by));
    }

    private static List<Event> all(FileJournal journal, Set<EventType> types) throws Exception {
        try (JournalCursor cursor = journal.cursor(0, types)) {
            return Events.drain(cursor);
        }
    }

    private static List<Long> seqs(FileJournal journal, Set<EventType> types) throws Exception {
        return all(journal, types).stream().map(Event::seq).toList();
    }
}
