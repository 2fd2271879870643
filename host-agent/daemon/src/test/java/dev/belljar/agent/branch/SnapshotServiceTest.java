package dev.belljar.agent.branch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.sandbox.BranchSandbox;
import dev.belljar.contract.request.sandbox.TakeSnapshot;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.work.SkippedFile;
import dev.belljar.contract.view.work.WorkspaceComparison;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a failed snapshot or branch leaves no files behind.
public class SnapshotServiceTest {
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
    void theRulesOfAFailedSnapshotAreDeleted() throws Exception {
        String id = ruled();
        host.driver().machine().saves(false);
        assertThatThrownBy(() -> snapshot(id)).hasMessageContaining("0 MiB are free");
        assertThat(rules()).isEmpty();
    }

    @Test
    void onlyRulesOfExistingSnapshotsAreKept() throws Exception {
        Snapshot saved = snapshot(ruled());
        host.stopAgent();
        Path own = host.folders().data().resolve("policies/snapshot-" + saved.id() + ".toml");
        Files.copy(own, own.resolveSibling("snapshot-000000000001.toml"));
        assertThat(host.api().snapshots().taken().snapshots(null)).hasSize(1);
        assertThat(rules()).containsExactly(own);
    }

    @Test
    void allBranchesAreUndoneIfOneIsRefused() throws Exception {
        String id = host.running();
        Snapshot saved = snapshot(id);
        host.workspace().heirs(2);
        assertThatThrownBy(() -> host.api().snapshots().branches().branch(saved.id(), new BranchSandbox(null, 3)))
                .hasMessageContaining("no space for another ref");
        assertThat(host.api().sandboxes().list()).extracting(Sandbox::id).containsExactly(id);
        assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
        host.workspace().heirs(3);
        assertThat(host.api().snapshots().branches().branch(saved.id(), new BranchSandbox(null, 3)))
                .hasSize(3);
    }

    @Test
    void aBranchOfADeletedSandboxKeepsItsInspection() throws Exception {
        String id = host.running();
        host.openers().link().executes();
        host.api().policies().inspect(id, true, List.of("a.org"));
        Snapshot saved = snapshot(id);
        host.api().sandboxes().destroy(id);
        host.api().storage().trash().empty(true);
        host.stopAgent();
        Sandbox branch = host.api()
                .snapshots()
                .branches()
                .branch(saved.id(), new BranchSandbox(null, 1))
                .getFirst();
        assertThat(host.api().policies().inspection(branch.id()).names()).containsExactly("a.org");
    }

    @Test
    void aDamagedInspectionFileIsStillDamagedInABranch() throws Exception {
        String id = host.running();
        Path folder = Files.createDirectories(host.folder(id).resolve("inspection"));
        Files.write(folder.resolve("inspection.json"), new byte[] {(byte) 0xff, (byte) 0xfe});
        Snapshot saved = snapshot(id);
        Sandbox branch = host.api()
                .snapshots()
                .branches()
                .branch(saved.id(), new BranchSandbox(null, 1))
                .getFirst();
        assertThatThrownBy(() -> host.api().policies().inspection(branch.id())).hasMessageContaining("cannot be read");
    }

    @Test
    void aSnapshotIsTakenWithoutFilesThatTakeTooLong() throws Exception {
        String id = host.running();
        host.workspace().slowness(Duration.ofSeconds(30));
        Snapshot saved = snapshot(id);
        assertThat(host.api().snapshots().taken().snapshots(id)).containsExactly(saved);
        assertThatThrownBy(() -> host.api().snapshots().comparisons().compare(saved.id(), id))
                .hasMessageContaining("were not recorded when it was taken");
        host.workspace().slowness(Duration.ofSeconds(10));
        assertThat(snapshot(id).work()).isNotNull();
    }

    @Test
    void aComparisonNamesFilesThatWereNotFetched() throws Exception {
        String id = host.running();
        Snapshot before = snapshot(id);
        SkippedFile huge = new SkippedFile("huge.img", 1L << 40, "too large (1.1 TB)");
        host.workspace().leavesOut(List.of(huge, new SkippedFile("other.img", 1L << 40, "too large (1.1 TB)")));
        WorkspaceComparison since = host.api().snapshots().comparisons().compare(before.id(), id);
        assertThat(since.skipped()).containsExactly(huge);
        assertThat(since.left()).isEqualTo(2);
        assertThat(host.api().snapshots().comparisons().compare(id, id).skipped())
                .containsExactly(huge);
        assertThat(host.api()
                        .snapshots()
                        .comparisons()
                        .compare(before.id(), before.id())
                        .left())
                .isZero();
    }

    private String ruled() throws Exception {
        String id = host.running();
        host.dependencies()
                .egress()
                .policies()
                .add(host.registry().find(id).subject(), "deny a.org", RuleScope.SANDBOX);
        return id;
    }

    private Snapshot snapshot(String id) throws Exception {
        host.openers().link().executes();
        return host.api().snapshots().taken().snapshot(id, new TakeSnapshot("before", null));
    }

    private List<Path> rules() throws IOException {
        Path folder = host.folders().data().resolve("policies");
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().contains("snapshot-")).toList();
        }
    }
}
