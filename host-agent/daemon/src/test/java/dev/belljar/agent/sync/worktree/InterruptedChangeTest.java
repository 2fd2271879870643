package dev.belljar.agent.sync.worktree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.sync.worktree.ChangeRecord.ChangeStage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests what becomes of a change of a working tree that was interrupted with the host agent, at each stage.
class InterruptedChangeTest {
    private static final String ID = "0123456789ab0123456789ab";
    private static final int ID_LENGTH = 40;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path temp;

    @SuppressWarnings("NullAway.Init")
    private Path project;

    @SuppressWarnings("NullAway.Init")
    private WorktreeSync sync;

    @BeforeEach
    void prepare() throws Exception {
        project = Files.createDirectories(temp.resolve("project"));
        Files.writeString(project.resolve("a.txt"), "old\n");
        Files.writeString(project.resolve("b.txt"), "old\n");
        sync = new WorktreeSync(temp.resolve("undo"), DiskReserve.NONE);
    }

    /// A change of `a.txt` and `b.txt` that stopped at this stage, after the first file if it had begun.
    private void interruptedAt(ChangeStage stage) throws IOException {
        ChangeFolder folder = ChangeFolder.create(temp.resolve("undo/s1"), ID);
        List<FileStep> steps = Stream.of("a.txt", "b.txt")
                .map(path -> new FileStep(path, entry("old\n"), entry("new\n")))
                .toList();
        for (int step = 0; step < steps.size(); step++) {
            folder.store(folder.before(step), out -> out.write("old\n".getBytes(StandardCharsets.UTF_8)));
            folder.store(folder.after(step), out -> out.write("new\n".getBytes(StandardCharsets.UTF_8)));
        }
        folder.write(new ChangeRecord(project.toString(), stage, ID_LENGTH, steps));
        if (stage != ChangeStage.PREPARED) {
            Files.writeString(project.resolve("a.txt"), "new\n");
        }
        if (stage == ChangeStage.WRITTEN) {
            Files.writeString(project.resolve("b.txt"), "new\n");
        }
    }

    private static DiskEntry entry(String content) {
        return new DiskEntry(DiskEntry.FILE, DiskEntry.id(content.getBytes(StandardCharsets.UTF_8), ID_LENGTH));
    }

    @ParameterizedTest
    @EnumSource(ChangeStage.class)
    void aChangeIsFinishedUndoneKeptOrDropped(ChangeStage stage) throws Exception {
        interruptedAt(stage);

        sync.recover();

        boolean done = stage == ChangeStage.WRITING || stage == ChangeStage.WRITTEN;
        for (String file : List.of("a.txt", "b.txt")) {
            assertThat(project.resolve(file)).hasContent(done ? "new" : "old");
        }
        assertThat(temp.resolve("undo/s1").resolve(ID).toFile().exists()).isEqualTo(done);
        if (done) {
            assertThat(sync.newest("s1")).isEqualTo(ID);
            assertThat(sync.undo("s1", project, ID)).containsExactlyInAnyOrder("a.txt", "b.txt");
        }
    }

    @Test
    void aPreparedChangeCannotBeUndoneAndIsNotTheNewest() throws Exception {
        interruptedAt(ChangeStage.PREPARED);
        assertThatThrownBy(() -> sync.newest("s1")).hasMessageContaining("no sync to the working tree");
        assertThatThrownBy(() -> sync.undo("s1", project, ID)).hasMessageContaining("is not known");
        assertThat(temp.resolve("undo/s1").resolve(ID)).isDirectory();
    }

    @Test
    void onlyAChangeThatWasNotWrittenIsDiscarded() throws Exception {
        interruptedAt(ChangeStage.PREPARED);
        WorktreeSync.PreparedChange change = new WorktreeSync.PreparedChange(ID, "s1", 2, List.of());
        assertThat(sync.write(change, project)).isEqualTo(ID);
        sync.discard(change);
        assertThat(sync.undo("s1", project, ID)).hasSize(2);
        sync.discard(change);

        interruptedAt(ChangeStage.PREPARED);
        sync.discard(change);
        assertThat(temp.resolve("undo/s1").resolve(ID)).doesNotExist();
        assertThat(project.resolve("a.txt")).hasContent("old");
    }

    @Test
    void aChangeThatCannotBeReadIsKept() throws Exception {
        interruptedAt(ChangeStage.PREPARED);
        Path record = temp.resolve("undo/s1").resolve(ID).resolve("record.json");
        Files.writeString(record, "{");
        sync.recover();
        assertThat(record).exists();
        assertThatThrownBy(() -> sync.undo("s1", project, sync.newest("s1"))).hasMessageContaining("cannot be read");
    }
}
