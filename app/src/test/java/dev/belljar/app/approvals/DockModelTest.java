package dev.belljar.app.approvals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.approval.ApprovalList;
import dev.belljar.contract.policy.Approval;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Tests which approval the dock shows.
class DockModelTest {
    private final DockModel model = new DockModel();

    @Test
    void approvalsOfTheSandboxInFrontComeFirst() {
        assertThat(show("docs", "", "shop", "docs")).isTrue();
        assertThat(model.id()).isEqualTo("docs");
        assertThat(model.position()).isEqualTo(1);
        assertThat(model.count()).isEqualTo(2);
    }

    @Test
    void approvalsThatTheScreenShowsItselfAreLeftOut() {
        show("shop", "shop", "shop", "docs");
        assertThat(model.id()).isEqualTo("docs");
        assertThat(model.count()).isEqualTo(1);
    }

    @Test
    void theShownApprovalStaysWhileItIsPending() {
        show("", "", "shop");
        assertThat(show("docs", "", "shop", "docs")).isFalse();
        assertThat(model.id()).isEqualTo("shop");
        assertThat(show("docs", "", "docs")).as("another one takes its place").isTrue();
        assertThat(show("", "")).as("nothing can be answered by mistake").isFalse();
        assertThat(model.open()).isFalse();
    }

    @Test
    void pagingStopsAtTheEnds() {
        show("", "", "a", "b");
        assertThat(model.page(-1)).isFalse();
        assertThat(model.page(1)).isTrue();
        assertThat(model.position()).isEqualTo(2);
        assertThat(model.canPage(1)).isFalse();
    }

    @Test
    void aHiddenDockIsShownAgainAfterTheLastApprovalEnded() {
        show("", "", "a");
        model.fold(true);
        show("", "", "a", "b");
        assertThat(model.open()).isFalse();
        show("", "");
        show("", "", "c");
        assertThat(model.open()).isTrue();
    }

    private boolean show(String front, String elsewhere, String... sandboxes) {
        List<Approval> waiting =
                Stream.of(sandboxes).map(DockModelTest::approval).toList();
        return model.show(new ApprovalList(waiting, List.of(), Set.of("a")), front, elsewhere);
    }

    private static Approval approval(String sandbox) {
        return new Approval(sandbox, sandbox, sandbox, 0, 60_000, "tcp", "a.example", "192.0.2.1", 443, null, 1);
    }
}
