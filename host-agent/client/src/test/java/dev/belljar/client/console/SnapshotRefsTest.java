package dev.belljar.client.console;

import static dev.belljar.client.command.Saved.sandbox;
import static dev.belljar.client.command.Saved.snapshot;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.client.AgentException;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.sandbox.SnapshotReason;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SnapshotRefsTest {
    private final Sandbox shop = sandbox("aaaa11112222", "shop", null);
    private final Sandbox web = sandbox("aaaa33334444", "web", null);
    private final SnapshotRefs refs = new SnapshotRefs(
            List.of(shop, web),
            List.of(
                    snapshot("bbbb11112222", shop, null, "before", 1),
                    snapshot("bbbb33334444", shop, "bbbb11112222", "good", 2),
                    snapshot("cccc11112222", web, null, "good", 3),
                    snapshot("dddd11112222", web, "cccc11112222", "shop", 4),
                    snapshot("eeee11112222", web, "dddd11112222", "bbbb11112222", 5),
                    snapshot("ffff11112222", web, "eeee11112222", null, 6)));

    @ParameterizedTest
    @CsvSource({
        "web,          aaaa33334444",
        "before,       bbbb11112222",
        "bbbb11112222, bbbb11112222",
        "ffff11112222, ffff11112222",
        "ffff,         ffff11112222",
        "aaaa3,        aaaa33334444",
    })
    void anIdPrecedesANameAndANamePrecedesAnIdPrefix(String word, String id) throws Exception {
        assertThat(refs.any(word).id()).isEqualTo(id);
    }

    @ParameterizedTest
    @CsvSource({"shop", "good", "aaaa", "bbbb"})
    void anAmbiguousReferenceIsRefusedWithItsCandidates(String word) {
        assertThatThrownBy(() -> refs.any(word))
                .isInstanceOfSatisfying(
                        AgentException.class,
                        refusal -> assertThat(refusal.code().code()).isEqualTo("snapshot.ambiguous"))
                .hasMessageContaining("\"" + word + "\" matches 2 snapshots or sandboxes: ")
                .hasMessageContaining("; ");
    }

    @Test
    void anAutomaticSnapshotMakesNoOtherNameAmbiguous() throws Exception {
        Snapshot own = snapshot("bbbb11112222", shop, null, "before approving a.org", 1);
        Snapshot other = snapshot("cccc11112222", shop, null, "before approving a.org", 2);
        Snapshot automatic = new Snapshot(
                other.id(),
                other.sandbox(),
                other.sandboxName(),
                null,
                other.name(),
                null,
                2,
                0,
                null,
                null,
                null,
                0,
                0,
                0,
                SnapshotReason.APPROVAL);
        SnapshotRefs both = new SnapshotRefs(List.of(shop), List.of(own, automatic));
        assertThat(both.snapshot("before approving a.org")).isEqualTo(own);
        assertThat(both.snapshot("cccc11112222")).isEqualTo(automatic);
    }

    @Test
    void aSandboxNameIsNotTakenForASnapshot() throws Exception {
        assertThat(refs.snapshot("shop").id()).isEqualTo("dddd11112222");
        assertThatThrownBy(() -> refs.snapshot("web"))
                .isInstanceOfSatisfying(
                        AgentException.class,
                        refusal -> assertThat(refusal.code().code()).isEqualTo("snapshot.not-found"));
    }

    @ParameterizedTest
    @CsvSource({"nothing", "fff", "before.", "''"})
    void anUnknownReferenceIsRefused(String word) {
        assertThatThrownBy(() -> refs.any(word))
                .isInstanceOf(AgentException.class)
                .hasMessageContaining("no snapshot or sandbox has this id or name");
    }
}
