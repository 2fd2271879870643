package dev.belljar.agent.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.host.Command;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.GapEvent;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.sandbox.SandboxState;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the host's journal has every event that concerns the host exactly once.
@Tag("slow")
class HostJournalTest {
    private static final int ROUNDS = 3;

    @TempDir
    private Path folder;

    @Test
    void onlyWhatConcernsTheHostIsCopied() throws Exception {
        try (HostJournal host = open()) {
            try (FileJournal sandbox = sandbox("sb-1")) {
                host.copy("sb-1", sandbox);
                sandbox.appendFromGuest("boot", Events.numbered(1, 50));
                sandbox.append(Events.state("sb-1"));
                sandbox.append(Events.note("a note"));
                sandbox.append(new HostEvent.ConsoleLine(0, 1, "sb-1", "a line"));
                sandbox.append(Events.flow(1));
                sandbox.append(Events.state("sb-1"));
            }
            host.settle("sb-1");
            assertThat(copied(host)).extracting(Event::type).containsExactly(EventType.STATE, EventType.STATE);
        }
    }

    @Test
    void burstsOfSeveralSandboxesAreReadOnceThoughTheReaderIsCutOffInTheirMiddle() throws Exception {
        int each = 2_000;
        List<String> names = List.of("sb-1", "sb-2", "sb-3");
        try (HostJournal host = open()) {
            List<Thread> writers = names.stream()
                    .map(name -> Thread.ofVirtual().start(() -> burst(host, name, each)))
                    .toList();
            List<Event> seen = new ArrayList<>();
            long last = 0;
            while (seen.size() < each * names.size()) {
                try (JournalCursor cursor = host.journal().cursor(last, Set.of(EventType.STATE))) {
                    List<Event> some = cursor.next(97, Duration.ofSeconds(60));
                    // The reader is cut off after it got only some of what was sent.
                    seen.addAll(some.subList(0, (some.size() + 1) / 2));
                    last = seen.getLast().seq();
                }
            }
            for (Thread writer : writers) {
                writer.join();
            }
            assertThat(seen).extracting(Event::seq).isSorted().doesNotHaveDuplicates();
            Map<String, List<Long>> times = seen.stream()
                    .map(HostEvent.class::cast)
                    .collect(Collectors.groupingBy(
                            event -> String.valueOf(event.sandbox()),
                            Collectors.mapping(Event::ts, Collectors.toList())));
            assertThat(times.keySet()).containsExactlyInAnyOrderElementsOf(names);
            assertThat(times.values()).allSatisfy(of -> assertThat(of).containsExactlyElementsOf(numbers(each)));
        }
    }

    @Test
    void aKilledHostAgentLeavesNoEventUncopiedAndNoneTwice() throws Exception {
        Random random = new Random(20_261_125);
        for (int round = 0; round < ROUNDS; round++) {
            long recorded = runAndKill(random.nextInt(20, 300));
            try (HostJournal host = HostJournal.open(folder.resolve("host"));
                    FileJournal sandbox = FileJournal.open(folder.resolve("sandbox"))) {
                assertThat(sandbox.lastSeq()).isGreaterThanOrEqualTo(recorded);
                host.copy("sb-1", sandbox);
                Awaitility.await()
                        .atMost(Durations.ONE_MINUTE)
                        .until(() -> host.journal().recorded("sb-1") == sandbox.lastSeq());
                assertThat(origins()).containsExactlyElementsOf(numbers(sandbox.lastSeq()));
            }
        }
    }

    @Test
    void theJournalOfAnOlderVersionIsNotReplayedButWhatFollowsIsCopied() throws Exception {
        try (FileJournal sandbox = sandbox("sb-1")) {
            for (int i = 0; i < 10; i++) {
                sandbox.append(Events.state("sb-1", 1_706_000_000_000L));
            }
        }
        try (HostJournal host = open()) {
            try (FileJournal sandbox = sandbox("sb-1")) {
                host.copy("sb-1", sandbox);
                sandbox.append(Events.state("sb-1"));
            }
            host.settle("sb-1");
            assertThat(copied(host)).hasSize(1);
        }
    }

    @Test
    void whatWasRecordedJustBeforeTheCopyBeganIsCopied() throws Exception {
        try (HostJournal host = open()) {
            try (FileJournal sandbox = sandbox("sb-1")) {
                sandbox.append(Events.state("sb-1"));
                host.copy("sb-1", sandbox);
            }
            host.settle("sb-1");
            assertThat(copied(host)).hasSize(1);
        }
    }

    @Test
    void theOldestEventsAreDeletedAndReportedAndTheRestIsReadable() throws Exception {
        try (HostJournal host = HostJournal.open(folder.resolve("host"), 64 << 10)) {
            for (int i = 0; i < 3_000; i++) {
                host.record(Events.state("sb-1"));
            }
            try (JournalCursor cursor = host.journal().cursor(0, Set.of())) {
                List<Event> all = Events.drain(cursor);
                assertThat(all).hasSizeLessThan(1_500);
                assertThat(all).hasAtLeastOneElementOfType(GapEvent.class);
                assertThat(all.getLast().seq()).isEqualTo(host.journal().lastSeq());
            }
        }
        try (var files = Files.walk(folder.resolve("host"))) {
            assertThat(files.filter(Files::isRegularFile)
                            .mapToLong(file -> file.toFile().length())
                            .sum())
                    .isLessThan(128 << 10);
        }
    }

    @Test
    void eachStartOfTheHostAgentIsAGapForReaders() throws Exception {
        open().close();
        try (HostJournal host = open();
                JournalCursor cursor = host.journal().cursor(0, Set.of(EventType.GAP))) {
            assertThat(Events.drain(cursor))
                    .hasSize(2)
                    .allSatisfy(event -> assertThat(((GapEvent) event).op()).isEqualTo("end"));
        }
    }

    private HostJournal open() throws JournalException {
        return HostJournal.open(folder.resolve("host"));
    }

    private FileJournal sandbox(String name) throws JournalException {
        return FileJournal.open(folder.resolve(name));
    }

    private void burst(HostJournal host, String name, int count) {
        try (FileJournal sandbox = sandbox(name)) {
            host.copy(name, sandbox);
            for (int i = 1; i <= count; i++) {
                sandbox.append(
                        new HostEvent.StateChanged(0, i, name, name, null, SandboxState.RUNNING, null, null, null));
            }
        } catch (JournalException e) {
            throw new AssertionError(e);
        }
        host.settle(name);
    }

    private static List<Event> copied(HostJournal host) throws Exception {
        try (JournalCursor cursor = host.journal().cursor(0, EventType.ofHost())) {
            return Events.drain(cursor);
        }
    }

    private static List<Long> numbers(long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }

    /// The numbers in the sandbox's journal of the copied events.
    private List<Long> origins() throws IOException {
        return Files.readAllLines(folder.resolve("host/sandbox.jsonl")).stream()
                .filter(line -> line.contains("\"boot\":\"sb-1\""))
                .map(line -> Long.parseLong(line.substring(line.lastIndexOf(':') + 1, line.length() - 1)))
                .toList();
    }

    private long runAndKill(int events) throws Exception {
        Process process = Command.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CopyingProgram.class.getName(),
                        folder.toString())
                .start();
        long last = 0;
        try (BufferedReader reader = process.inputReader()) {
            for (int i = 0; i < events; i++) {
                String line = reader.readLine();
                if (line == null) {
                    throw new IOException("ended by itself");
                }
                last = Long.parseLong(line);
            }
        } finally {
            Command.killTree(process);
            process.waitFor();
        }
        return last;
    }
}
