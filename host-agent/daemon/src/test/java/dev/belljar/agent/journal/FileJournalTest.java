package dev.belljar.agent.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.EventType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the numbers and files of a journal, and the recorded numbers of a guest.
class FileJournalTest {
    @TempDir
    private Path folder;

    @Test
    void eachTypeGoesToItsFileAndNumbersRunAcrossThem() throws Exception {
        try (FileJournal journal = FileJournal.open(folder)) {
            assertThat(journal.append(Events.note("one"))).isEqualTo(1);
            assertThat(journal.append(Events.exec(7))).isEqualTo(2);
            assertThat(journal.append(Events.write("/a"))).isEqualTo(3);
            assertThat(journal.lastSeq()).isEqualTo(3);
        }
        assertThat(Files.readString(folder.resolve("processes.jsonl")))
                .isEqualTo(ContractJson.line(Events.exec(7).withSeq(2)) + "\n");
        assertThat(Files.readString(folder.resolve("filesystem.jsonl"))).contains("\"seq\":3");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("sandbox.jsonl"))))
                .isEqualTo("rw-------");
    }

    @Test
    void aGuestLineCarriesItsBootAndNumberAndIsStillTheEvent() throws Exception {
        String boot = "b\"o,\\ot\",\"num\":9";
        try (FileJournal journal = FileJournal.open(folder)) {
            journal.appendFromGuest(boot, List.of(new NumberedEvent(5, Events.exec(7))));
        }
        String line = Files.readString(folder.resolve("processes.jsonl"));
        Map<String, Object> fields = ContractJson.readMap(line);
        assertThat(fields).containsEntry("boot", boot).containsEntry("num", 5);
        assertThat(ContractJson.read(line, Event.class))
                .isEqualTo(Events.exec(7).withSeq(1));
        try (FileJournal journal = FileJournal.open(folder)) {
            assertThat(journal.recorded(boot)).isEqualTo(5);
        }
    }

    @Test
    void eventsThatAGuestRepeatsAreRecordedOnce() throws Exception {
        try (FileJournal journal = FileJournal.open(folder)) {
            journal.appendFromGuest("boot-1", Events.numbered(1, 10));
            journal.appendFromGuest("boot-1", Events.numbered(6, 10));
            journal.appendFromGuest("boot-2", Events.numbered(1, 2));
            assertThat(journal.recorded("boot-1")).isEqualTo(15);
            assertThat(journal.lastSeq()).isEqualTo(17);
        }
        try (FileJournal journal = FileJournal.open(folder)) {
            assertThat(journal.recorded("boot-1")).isEqualTo(15);
            assertThat(journal.recorded("boot-2")).isEqualTo(2);
            assertThat(journal.recorded("boot-3")).isZero();
        }
    }

    @Test
    void aHostEventWithTheTextOfAStampIsNoGuestEvent() throws Exception {
        try (FileJournal journal = FileJournal.open(folder)) {
            journal.append(Events.note(",\"boot\":\"b\",\"num\":5}"));
            journal.append(Events.note("\",\"boot\":\"b\",\"num\":5"));
        }
        try (FileJournal journal = FileJournal.open(folder)) {
            assertThat(journal.recorded("b")).isZero();
            assertThat(journal.lastSeq()).isEqualTo(2);
        }
    }

    @Test
    void numbersContinueAfterReopening() throws Exception {
        try (FileJournal journal = FileJournal.open(folder)) {
            journal.appendFromGuest("boot", Events.numbered(1, 100));
        }
        try (FileJournal journal = FileJournal.open(folder)) {
            assertThat(journal.append(Events.note("next"))).isEqualTo(101);
        }
    }

    @Test
    void manyWritersGiveOneOrderWithoutGaps() throws Exception {
        try (FileJournal journal = FileJournal.open(folder)) {
            List<Thread> writers = new ArrayList<>();
            for (int writer = 0; writer < 4; writer++) {
                String boot = "boot-" + writer;
                writers.add(Thread.ofVirtual().name(boot).start(() -> appendAll(journal, boot)));
            }
            for (Thread writer : writers) {
                writer.join();
            }
            try (JournalCursor cursor = journal.cursor(0, Set.of())) {
                assertThat(Events.drain(cursor).stream().map(Event::seq))
                        .containsExactlyElementsOf(
                                LongStream.rangeClosed(1, 4 * 60).boxed().toList());
            }
        }
    }

    @Test
    void anInterruptedWriterDoesNotCloseTheFilesUnderTheOthers() throws Exception {
        try (FileJournal journal = FileJournal.open(folder)) {
            Thread interrupted = Thread.ofVirtual().start(() -> {
                Thread.currentThread().interrupt();
                appendAll(journal, "boot");
            });
            interrupted.join();
            assertThat(journal.lastSeq()).isEqualTo(60);
            assertThat(journal.append(Events.note("after"))).isEqualTo(61);
        }
    }

    @Test
    void aClosedJournalRefusesAppendsAndCursors() throws Exception {
        FileJournal journal = FileJournal.open(folder);
        journal.close();
        journal.close();
        assertThatThrownBy(() -> journal.append(Events.note("late")))
                .isInstanceOfSatisfying(
                        JournalException.class, e -> assertThat(e.code()).isEqualTo(JournalException.CLOSED));
        assertThatThrownBy(() -> journal.cursor(0, Set.of(EventType.PROC))).isInstanceOf(JournalException.class);
    }

    @Test
    void aFolderThatCannotBeMadeIsNamed() throws Exception {
        Path file = Files.createFile(folder.resolve("in-the-way"));
        assertThatThrownBy(() -> FileJournal.open(file.resolve("events")))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("in-the-way");
    }

    private static void appendAll(FileJournal journal, String boot) {
        try {
            for (int first = 1; first <= 60; first += 10) {
                journal.appendFromGuest(boot, Events.numbered(first, 10));
            }
        } catch (JournalException e) {
            throw new AssertionError(e);
        }
    }
}
