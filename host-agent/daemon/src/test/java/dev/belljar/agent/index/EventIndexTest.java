package dev.belljar.agent.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.contract.event.NetOp;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.view.network.FlowRow;
import dev.belljar.contract.view.network.FlowTable;
import dev.belljar.contract.view.process.ProcessRow;
import dev.belljar.contract.view.process.ProcessTable;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the rows that events are reduced to.
class EventIndexTest {
    @TempDir
    private Path folder;

    private Path file;
    private EventIndex index;

    @BeforeEach
    void open() throws Exception {
        file = folder.resolve("index.db");
        index = EventIndex.open(file);
    }

    @AfterEach
    void close() {
        index.close();
    }

    @Test
    void aForkedProcessIsACopyUntilItRunsAnotherProgram() throws Exception {
        IndexedStory story =
                new IndexedStory().exec(10, 1, 100, "sh", "-c", "make").fork(11, 10, 200);
        ProcessRow child = rows(story).getLast();
        assertThat(child.argv()).containsExactly("sh", "-c", "make");
        assertThat(child.exe()).isEqualTo("/bin/sh");
        assertThat(child.comm()).isEqualTo("sh");
        assertThat(child.parentStart()).isEqualTo(100);
        ProcessRow made = rows(story.exec(11, 10, 200, "make", "all")).getLast();
        assertThat(made.argv()).containsExactly("make", "all");
        assertThat(made.started()).isEqualTo(2_000);
        assertThat(made.ended()).isNull();
    }

    @Test
    void endedProcessesKeepTheirCodeOrSignalAndComeNewestFirst() throws Exception {
        IndexedStory story = new IndexedStory()
                .present(1, 1, "init")
                .fork(10, 1, 100)
                .fork(11, 1, 110)
                .fork(12, 1, 120)
                .exit(11, 110, 3)
                .killed(10, 100, 9);
        ProcessTable table = table(story, 1);
        assertThat(table.total()).isEqualTo(4);
        assertThat(table.seq()).isEqualTo(6);
        assertThat(table.rows().stream().map(ProcessRow::pid)).containsExactly(1, 12, 10);
        assertThat(table.rows().getLast().signal()).isEqualTo(9);
        assertThat(table.rows().getLast().code()).isNull();
        assertThat(index.processes("s", 10).rows().getLast().code()).isEqualTo(3);
        assertThat(index.processes("s", 0).rows()).hasSize(2);
    }

    @Test
    void aReusedPidIsAnotherProcessWithItsOwnParent() throws Exception {
        IndexedStory story = new IndexedStory()
                .exec(10, 1, 100, "old")
                .exit(10, 100, 0)
                .exec(10, 1, 500, "new")
                .fork(20, 10, 600)
                .fork(21, 10, 300);
        List<ProcessRow> rows = rows(story);
        assertThat(rows.stream().filter(row -> row.pid() == 10)).hasSize(2);
        assertThat(row(rows, 20).parentStart()).isEqualTo(500);
        assertThat(row(rows, 20).comm()).isEqualTo("new");
        assertThat(row(rows, 21).parentStart()).isEqualTo(100);
    }

    @Test
    void eventsOutOfOrderLeaveTheSameProcess() throws Exception {
        List<ProcessRow> rows = rows(new IndexedStory()
                .exec(1, 0, 1, "init")
                .exit(11, 200, 7)
                .exec(11, 1, 200, "late")
                .fork(11, 1, 200)
                .exit(11, 200, 8));
        ProcessRow process = row(rows, 11);
        assertThat(process.argv()).containsExactly("late");
        assertThat(process.ppid()).isEqualTo(1);
        assertThat(process.parentStart()).isEqualTo(1);
        assertThat(process.code()).isEqualTo(7);
        assertThat(process.ended()).isEqualTo(2_000);
    }

    @Test
    void aMachineThatStopsEndsItsProcessesAndFlows() throws Exception {
        IndexedStory story = new IndexedStory()
                .present(1, 1, "init")
                .net(NetOp.OPEN, 5, null, null, 60, 0, Verdict.REFUSED)
                .state("running")
                .state("stopped");
        assertThat(rows(story).getFirst().ended()).isEqualTo(4_000);
        assertThat(index.flows("s", 10).flows().getFirst().ended()).isEqualTo(4_000);
        assertThat(rows(story.present(1, 1, "init")).getFirst().ended()).isNull();
    }

    @Test
    void aFlowHasItsNewestFiguresAndTheNameOfItsProcess() throws Exception {
        FlowTable table = flows(new IndexedStory()
                .exec(10, 1, 100, "curl")
                .net(NetOp.OPEN, 5, 10, "example.com", 60, 0, Verdict.ALLOWED)
                .net(NetOp.UPDATE, 5, null, null, 500, 7_000, Verdict.ALLOWED)
                .net(NetOp.DNS, 6, null, "evil.example", 40, 90, Verdict.REFUSED)
                .net(NetOp.CLOSE, 5, null, null, 600, 8_000, Verdict.ALLOWED));
        assertThat(table)
                .extracting(FlowTable::seq, FlowTable::total, FlowTable::up, FlowTable::down, FlowTable::refused)
                .containsExactly(5L, 2L, 640L, 8_090L, 1L);
        FlowRow question = table.flows().getFirst();
        assertThat(question.proto()).isEqualTo("dns");
        assertThat(question.ended()).isEqualTo(question.started()).isEqualTo(4_000);
        FlowRow flow = table.flows().getLast();
        assertThat(flow.process()).isEqualTo("curl");
        assertThat(flow.name()).isEqualTo("example.com");
        assertThat(flow.started()).isEqualTo(2_000);
        assertThat(flow.ended()).isEqualTo(5_000);
        assertThat(flow.down()).isEqualTo(8_000);
        assertThat(flow.packets()).isEqualTo(2);
    }

    @Test
    void eventsAreCountedByTypeAndOnlyOnce() throws Exception {
        IndexedStory story =
                new IndexedStory().present(1, 1, "init").state("running").present(2, 2, "sshd");
        index.apply("s", story.events);
        index.apply("s", story.events);
        assertThat(index.counts("s")).isEqualTo(Map.of("proc", 2L, "state", 1L));
        assertThat(index.applied("s")).isEqualTo(3);
        assertThat(index.counts("other")).isEmpty();
    }

    @Test
    void aBatchAfterAMissingNumberIsRefused() throws Exception {
        IndexedStory story =
                new IndexedStory().present(1, 1, "init").present(2, 2, "a").present(3, 3, "b");
        index.apply("s", story.events.subList(0, 1));
        assertThatThrownBy(() -> index.apply("s", story.events.subList(2, 3)))
                .isInstanceOf(IndexException.class)
                .hasMessageContaining("missing");
        assertThat(index.applied("s")).isEqualTo(1);
        assertThat(index.processes("s", 9).rows()).hasSize(1);
    }

    @Test
    void aSandboxIsDroppedWithoutTheOthers() throws Exception {
        IndexedStory story = new IndexedStory().present(1, 1, "init").net(NetOp.OPEN, 5, 1, null, 1, 1, Verdict.HELD);
        index.apply("s", story.events);
        index.apply("t", story.events);
        index.drop("s");
        assertThat(index.applied("s")).isZero();
        assertThat(index.processes("s", 9).rows()).isEmpty();
        assertThat(index.flows("s", 9).flows()).isEmpty();
        assertThat(index.processes("t", 9).rows()).hasSize(1);
    }

    @Test
    void appliedEventsAreThereAfterReopening() throws Exception {
        index.apply("s", new IndexedStory().present(1, 1, "init").events);
        index.close();
        index = EventIndex.open(file);
        assertThat(index.applied("s")).isEqualTo(1);
        assertThat(index.processes("s", 9).rows()).hasSize(1);
    }

    @Test
    void aFileThatIsNoDatabaseIsReplaced() throws Exception {
        index.close();
        Files.writeString(file, "this is not a database, ".repeat(500));
        Files.deleteIfExists(folder.resolve("index.db-wal"));
        index = EventIndex.open(file);
        assertThat(index.applied("s")).isZero();
        index.apply("s", new IndexedStory().present(1, 1, "init").events);
        assertThat(index.applied("s")).isEqualTo(1);
    }

    @Test
    void aFileDamagedInItsMiddleIsReplacedOnceRead() throws Exception {
        IndexedStory story = damagedInItsMiddle();
        assertThatThrownBy(() -> index.processes("s", 10_000)).isInstanceOf(IndexException.class);
        index.drop("s");
        assertThat(index.applied("s")).isZero();
        index.apply("s", story.events);
        assertThat(index.processes("s", 10).total()).isEqualTo(3_000);
    }

    @Test
    void droppingASandboxFromADamagedFileSucceeds() throws Exception {
        IndexedStory story = damagedInItsMiddle();
        index.drop("s");
        index.apply("s", story.events);
        assertThat(index.processes("s", 10_000).rows()).hasSize(3_000);
    }

    @Test
    void aFolderThatCannotBeWrittenIsNamed() {
        assertThatThrownBy(() -> EventIndex.open(folder.resolve("missing").resolve("index.db")))
                .isInstanceOf(IndexException.class)
                .hasMessageContaining("missing");
    }

    private IndexedStory damagedInItsMiddle() throws Exception {
        IndexedStory story = new IndexedStory();
        for (int pid = 1; pid <= 3_000; pid++) {
            story.exec(pid, 1, pid, "program", "with", "arguments");
        }
        index.apply("s", story.events);
        index.close();
        try (RandomAccessFile damaged = new RandomAccessFile(file.toFile(), "rw")) {
            // After the pages of the schema: without those, the file would be replaced when it is opened.
            for (long at = 40 * 4_096; at < damaged.length(); at += 4_096) {
                damaged.seek(at);
                damaged.write(new byte[2_000]);
            }
        }
        index = EventIndex.open(file);
        return story;
    }

    private List<ProcessRow> rows(IndexedStory story) throws Exception {
        return table(story, 100).rows();
    }

    private ProcessTable table(IndexedStory story, int finished) throws Exception {
        index.apply("s", story.events);
        return index.processes("s", finished);
    }

    private FlowTable flows(IndexedStory story) throws Exception {
        index.apply("s", story.events);
        return index.flows("s", 100);
    }

    private static ProcessRow row(List<ProcessRow> rows, int pid) {
        return rows.stream().filter(row -> row.pid() == pid).findFirst().orElseThrow();
    }
}
