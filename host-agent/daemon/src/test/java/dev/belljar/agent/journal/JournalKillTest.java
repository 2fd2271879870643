package dev.belljar.agent.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.host.Command;
import dev.belljar.contract.event.Event;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a host agent that is killed, or whose disk is full, loses no acknowledged event.
@Tag("slow")
class JournalKillTest {
    private static final int ROUNDS = 4;

    @TempDir
    private Path folder;

    @Test
    void aKilledWriterLeavesEveryAcknowledgedLineAndNoGap() throws Exception {
        Random random = new Random(20_261_121);
        for (int round = 0; round < ROUNDS; round++) {
            String boot = "boot-" + round / 2;
            List<String> said = runAndKill(boot, random.nextInt(60, 400));
            try (FileJournal journal = FileJournal.open(folder)) {
                for (String line : said) {
                    String[] words = line.split(" ");
                    assertThat(journal.lastSeq()).isGreaterThanOrEqualTo(Long.parseLong(words[2]));
                    if (words[0].equals("guest")) {
                        assertThat(journal.recorded(boot)).isGreaterThanOrEqualTo(Long.parseLong(words[1]));
                    }
                }
                assertThat(numbers(journal))
                        .containsExactlyElementsOf(LongStream.rangeClosed(1, journal.lastSeq())
                                .boxed()
                                .toList());
            }
            assertThat(guestNumbers(boot)).doesNotHaveDuplicates();
        }
    }

    @Test
    void aFullDiskIsRefusedAndLeavesWholeLines() throws Exception {
        // A limit on the size of files cuts a write short as a full disk does, and needs no privileges.
        Process process = program("boot", "ulimit -f 128; exec \"$@\"").start();
        try (BufferedReader reader = process.inputReader()) {
            String line = reader.readLine();
            while (line != null && !line.startsWith("refused")) {
                line = reader.readLine();
            }
            assertThat(line).startsWith("refused journal.unwritable");
            for (String name : new String[] {"processes.jsonl", "filesystem.jsonl"}) {
                assertThat(Files.readString(folder.resolve(name))).endsWith("}\n");
            }
        } finally {
            Command.killTree(process);
            process.waitFor();
        }
        try (FileJournal journal = FileJournal.open(folder)) {
            long last = journal.lastSeq();
            assertThat(numbers(journal))
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, last).boxed().toList());
            assertThat(journal.append(Events.note("there is room again"))).isEqualTo(last + 1);
        }
    }

    private List<String> runAndKill(String boot, int acknowledgements) throws Exception {
        Process process = program(boot, "exec \"$@\"").start();
        List<String> said = new ArrayList<>();
        try (BufferedReader reader = process.inputReader()) {
            while (said.size() < acknowledgements) {
                String line = reader.readLine();
                if (line == null) {
                    byte[] words = process.getErrorStream().readAllBytes();
                    throw new IOException("ended by itself: " + new String(words, StandardCharsets.UTF_8));
                }
                said.add(line);
            }
            Command.killTree(process);
            process.waitFor();
        }
        return said;
    }

    private Command program(String boot, String script) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return Command.of(
                "sh",
                "-c",
                script,
                "sh",
                java,
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                AppendingProgram.class.getName(),
                folder.toString(),
                boot);
    }

    private static List<Long> numbers(FileJournal journal) throws Exception {
        try (JournalCursor cursor = journal.cursor(0, Set.of())) {
            return Events.drain(cursor).stream().map(Event::seq).toList();
        }
    }

    private List<String> guestNumbers(String boot) throws IOException {
        List<String> numbers = new ArrayList<>();
        for (String name : new String[] {"processes.jsonl", "filesystem.jsonl"}) {
            for (String line : Files.readAllLines(folder.resolve(name))) {
                if (line.contains("\"boot\":\"" + boot + "\"")) {
                    numbers.add(line.substring(line.lastIndexOf(':')));
                }
            }
        }
        return numbers;
    }
}
