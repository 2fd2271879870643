package dev.belljar.agent.branch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.agent.sync.ComparisonBase;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.request.sandbox.TakeSnapshot;
import dev.belljar.contract.request.work.ReadReview;
import dev.belljar.contract.request.work.ReviewBase;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.review.ReviewQueue;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests which snapshot, sandbox or branch a name means as the base of a review.
class ReviewBaseLookupTest {
    @TempDir
    private Path temp;

    private SandboxFixture host;
    private String id;

    @BeforeEach
    void open() throws Exception {
        host = new SandboxFixture(temp);
        id = host.running();
    }

    @AfterEach
    void close() {
        host.close();
    }

    private ComparisonBase base(@Nullable String name) throws Exception {
        ReviewQueue _ = host.api().queries().review(id, new ReadReview(true, name));
        return host.workspace().bases().getLast();
    }

    private String another(String name, Path project) throws Exception {
        String other = host.api()
                .sandboxes()
                .create(new CreateSandbox(project.toString(), name, 256, 1, 1024, null, false, false))
                .id();
        host.start(other);
        return other;
    }

    @Test
    void theStartAndTheLastSyncHaveNamesOfTheirOwn() throws Exception {
        assertThat(base(null)).isEqualTo(ComparisonBase.START);
        assertThat(base(ReviewBase.START)).isEqualTo(ComparisonBase.START);
        assertThat(base(ReviewBase.LAST_SYNC)).isEqualTo(ComparisonBase.LAST_SYNC);
    }

    @Test
    void aSnapshotIsMeantBeforeABranchOfTheSameName() throws Exception {
        host.openers().link().executes();
        Snapshot saved = host.api().snapshots().taken().snapshot(id, new TakeSnapshot("main", null));
        assertThat(base("main")).isEqualTo(new ComparisonBase.OtherWork(String.valueOf(saved.work())));
        assertThat(base(saved.id())).isEqualTo(base("main"));
        assertThat(base("refs/heads/main")).isEqualTo(new ComparisonBase.ProjectBranch("main"));
        assertThat(base("topic")).isEqualTo(new ComparisonBase.ProjectBranch("topic"));
    }

    @Test
    void anotherSandboxOfTheProjectCanBeABase() throws Exception {
        String other = another("try", host.registry().find(id).project());
        assertThat(base("try")).isEqualTo(new ComparisonBase.OtherWork("c0ffee"));
        assertThat(base(other)).isEqualTo(base("try"));
    }

    @Test
    void aSandboxIsNotComparedWithItself() {
        assertThatThrownBy(() -> base("shop")).hasMessageContaining("shop cannot be compared with itself");
    }

    @Test
    void aSandboxOfAnotherProjectDoesNotHideABranch() throws Exception {
        String other = another("docs", Files.createDirectories(temp.resolve("docs")));
        assertThat(base("docs")).isEqualTo(new ComparisonBase.ProjectBranch("docs"));
        assertThat(base(other)).isEqualTo(new ComparisonBase.ProjectBranch(other));
    }

    @Test
    void aSnapshotOfAnotherProjectIsRefusedWithAHint() throws Exception {
        String other = another("docs", Files.createDirectories(temp.resolve("docs")));
        host.openers().link().executes();
        Snapshot _ = host.api().snapshots().taken().snapshot(other, new TakeSnapshot("topic", null));
        assertThatThrownBy(() -> base("topic"))
                .hasMessageContaining("topic belongs to another project")
                .isInstanceOfSatisfying(
                        BelljarException.class, e -> assertThat(e.hint()).contains("use refs/heads/topic"));
    }
}
