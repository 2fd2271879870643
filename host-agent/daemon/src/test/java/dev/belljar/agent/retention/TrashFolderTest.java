package dev.belljar.agent.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.SandboxDependencies;
import dev.belljar.agent.host.FileTrees;
import dev.belljar.agent.lifecycle.TrashMove;
import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.StorageTier;
import dev.belljar.contract.view.storage.TrashItem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a destroyed sandbox can be restored, and that unsaved work is never deleted automatically.
public class TrashFolderTest {
    @TempDir
    private Path temp;

    private SandboxFixture host;

    @BeforeEach
    void open() throws Exception {
        host = new SandboxFixture(temp);
    }

    @AfterEach
    void close() {
        host.close();
    }

    @Test
    void aDestroyedSandboxIsRestoredWithItsDiskAndItsJournal() throws Exception {
        String id = destroyed();
        assertThat(host.folder(id)).doesNotExist();
        Sandbox back = trash().restore(id);
        assertThat(back.id()).isEqualTo(id);
        assertThat(back.spec().name()).isEqualTo("shop");
        assertThat(back.status().state()).isEqualTo(SandboxState.STOPPED);
        assertThat(back.status().lastSeq()).isGreaterThan(3);
        assertThat(disk(id)).hasContent("a disk");
        assertThat(trash().trash()).isEmpty();
        assertThat(host.trash(id)).doesNotExist();
        host.start(id);
        assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
    }

    @Test
    void aRestoredSandboxIsThereForTheNextHostAgent() throws Exception {
        String id = destroyed();
        trash().restore(id);
        host.stopAgent();
        assertThat(host.state(id)).isEqualTo(SandboxState.STOPPED);
        assertThat(host.record(id).salvaged()).isTrue();
    }

    @Test
    void restoringByNameTakesTheNewestItem() throws Exception {
        String older = destroyed();
        String newer = destroyed();
        assertThat(trash().trash()).extracting(TrashItem::id).containsExactly(newer, older);
        assertThat(trash().trash("shop").id()).isEqualTo(newer);
        assertThat(trash().trash(older).id()).isEqualTo(older);
        assertThat(trash().restore("shop").id()).isEqualTo(newer);
    }

    @Test
    void aRestoredSandboxWithATakenNameGetsANumber() throws Exception {
        String id = destroyed();
        host.create();
        assertThat(trash().restore(id).spec().name()).isEqualTo("shop-2");
        assertThat(host.record(id).spec().name()).isEqualTo("shop-2");
    }

    @Test
    void aSandboxThatNeverRanIsRestoredAsCreated() throws Exception {
        String id = host.create();
        host.api().sandboxes().destroy(id);
        assertThat(trash().restore(id).status().state()).isEqualTo(SandboxState.CREATED);
    }

    @Test
    void aHibernatedSandboxIsRestoredHibernated() throws Exception {
        host.keep(host.left("hibernated", SandboxState.STOPPED)
                .withDelivered()
                .withSalvaged(true)
                .withTier(StorageTier.HOT));
        Path memory = write(host.folder("hibernated").resolve("disk/frozen/ram"), "memory");
        write(disk("hibernated"), "a disk");
        host.api().sandboxes().destroy("hibernated");
        assertThat(memory).doesNotExist();
        assertThat(trash().restore("hibernated").tier()).isEqualTo(StorageTier.HOT);
        assertThat(memory).hasContent("memory");
    }

    @Test
    void anItemWithoutItsDiskNamesTheRefOfItsWork() throws Exception {
        String id = destroyed();
        FileTrees.delete(host.trash(id).resolve("disk"));
        assertThat(trash().trash().getFirst().restorable()).isFalse();
        assertThatThrownBy(() -> trash().restore(id)).isInstanceOfSatisfying(BelljarException.class, refusal -> {
            assertThat(refusal.problem().code()).isEqualTo("trash.only-work");
            assertThat(refusal).hasMessageContaining("refs/sandbox/salvage/" + id);
            assertThat(refusal.hint()).contains("git fetch /repository.git refs/sandbox/salvage/" + id);
        });
    }

    @Test
    void anUnknownItemIsRefused() {
        assertThatThrownBy(() -> trash().restore("../sandboxes"))
                .isInstanceOfSatisfying(
                        BelljarException.class,
                        refusal -> assertThat(refusal.problem().code()).isEqualTo("trash.not-found"));
    }

    @Test
    void aRestoreInterruptedBeforeTheMoveCanBeRepeated() throws Exception {
        String id = destroyed();
        // Its record was rewritten, and then the host agent ended.
        Files.writeString(
                host.trash(id).resolve("sandbox.json"),
                Files.readString(host.trash(id).resolve("sandbox.json")).replace("DESTROYED", "STOPPED"));
        host.stopAgent();
        assertThat(host.api().sandboxes().list()).isEmpty();
        assertThat(trash().restore(id).status().state()).isEqualTo(SandboxState.STOPPED);
    }

    @Test
    void anInterruptedDestroyIsFinishedWithItsSavedWork() throws Exception {
        String id = host.running();
        write(disk(id), "a disk");
        host.stop(id);
        SandboxDependencies parts = host.dependencies();
        new TrashMove(
                        host.folders(),
                        parts.saved().snapshots().layers(),
                        parts.records().index(),
                        parts.records().catalog())
                .announce(host.record(id), "refs/sandbox/salvage/" + id);
        host.stopAgent();
        host.keep(host.record(id).withState(SandboxState.DESTROYED, 1, null));
        assertThat(host.api().sandboxes().list()).isEmpty();
        TrashItem item = trash().trash().getFirst();
        assertThat(item.saved()).isTrue();
        assertThat(item.salvage()).isEqualTo("refs/sandbox/salvage/" + id);
        assertThat(item.restorable()).isTrue();
    }

    @Test
    void emptyingKeepsUnsavedWork() throws Exception {
        String unsaved = unsaved();
        String saved = destroyed();
        assertThat(trash().empty(false).freed()).hasSize(1);
        assertThat(host.trash(saved)).doesNotExist();
        assertThat(host.trash(unsaved).resolve("disk/disk.qcow2")).exists();
        assertThat(trash().empty(true).freed()).hasSize(1);
        assertThat(host.trash(unsaved)).doesNotExist();
    }

    @Test
    void aSingleItemCanBeDeleted() throws Exception {
        String id = destroyed();
        String other = destroyed();
        trash().discard(id);
        assertThat(trash().trash()).extracting(TrashItem::id).containsExactly(other);
        assertThat(host.workspace().forgotten()).containsExactly(id);
    }

    @Test
    void aDeletionThatWasInterruptedIsFinishedByTheNextHostAgent() throws Exception {
        Path left = write(host.trash(".gone-5a9").resolve("disk/disk.qcow2"), "a disk");
        assertThat(host.api().sandboxes().list()).isEmpty();
        assertThat(left).doesNotExist();
    }

    @Test
    void onlySavedWorkIsDeletedWhenItExpires() throws Exception {
        String unsaved = unsaved();
        String saved = destroyed();
        host.later(Duration.ofDays(6));
        IdleReaperTest.over(host).look();
        assertThat(host.trash(saved)).exists();
        host.later(Duration.ofDays(2));
        IdleReaperTest.over(host).look();
        assertThat(host.trash(saved)).doesNotExist();
        host.later(Duration.ofDays(4_000));
        IdleReaperTest.over(host).look();
        assertThat(host.trash(unsaved)).exists();
    }

    @Test
    void aRetentionOfZeroDaysKeepsForever() throws Exception {
        host.keeps(Map.of("BELLJAR_TRASH_DAYS", "0"));
        String id = destroyed();
        assertThat(trash().trash().getFirst().until()).isNull();
        host.later(Duration.ofDays(4_000));
        IdleReaperTest.over(host).look();
        assertThat(host.trash(id)).exists();
    }

    private String destroyed() throws Exception {
        String id = host.running();
        write(disk(id), "a disk");
        host.stop(id);
        host.api().sandboxes().destroy(id);
        return id;
    }

    private String unsaved() throws Exception {
        String id = host.running();
        write(disk(id), "a disk");
        host.workspace().saves(false);
        host.api().sandboxes().destroy(id);
        host.workspace().saves(true);
        return id;
    }

    private TrashService trash() throws Exception {
        return host.api().storage().trash();
    }

    private Path disk(String id) {
        return host.folder(id).resolve("disk/disk.qcow2");
    }

    private static Path write(Path file, String text) throws Exception {
        Files.createDirectories(java.util.Objects.requireNonNull(file.getParent()));
        return Files.writeString(file, text);
    }
}
