package dev.belljar.app.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.SyncChanged;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sync.SyncSettings;
import dev.belljar.contract.sync.SyncState;
import dev.belljar.contract.sync.SyncStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests that each sandbox has the newest known state of its sync.
class HostReducerTest {
    private final HostState host = SampleStates.host(
            List.of(),
            SampleStates.sandbox("shop", SandboxState.RUNNING),
            SampleStates.sandbox("docs", SandboxState.RUNNING));

    @Test
    void aSandboxGetsTheStateOfItsSyncAndKeepsItWhenItIsListedAgain() {
        SyncStatus waiting = status("shop", SyncState.WAITING);
        HostState next = HostReducer.syncs(host, List.of(waiting, status("gone", SyncState.CONFLICT)));
        assertThat(next.sandboxes())
                .extracting(SandboxViewState::waitsForReview)
                .containsExactly(true, false);
        HostState again = HostReducer.list(
                next, next.sandboxes().stream().map(SandboxViewState::reported).toList());
        assertThat(again.sandbox("shop").orElseThrow().sync()).isEqualTo(waiting);
        assertThat(HostReducer.syncs(again, List.of())
                        .sandbox("shop")
                        .orElseThrow()
                        .sync())
                .isNull();
    }

    @Test
    void onlyWorkThatSomebodyHasToLookAtWaits() {
        for (SyncState state : SyncState.values()) {
            HostState next = HostReducer.syncs(host, List.of(status("shop", state)));
            assertThat(next.sandbox("shop").orElseThrow().waitsForReview())
                    .isEqualTo(state == SyncState.WAITING || state == SyncState.CONFLICT);
        }
    }

    @Test
    void aChangedSyncMakesOnlyTheSyncsOutdated() {
        Event event = new SyncChanged(1, 1, "shop", status("shop", SyncState.WAITING));
        assertThat(HostList.changedBy(event)).containsExactly(HostList.SYNCS);
    }

    private static SyncStatus status(String sandbox, SyncState state) {
        return new SyncStatus(sandbox, SyncSettings.USUAL, state, 1, 0, 0, false, null, null);
    }
}
