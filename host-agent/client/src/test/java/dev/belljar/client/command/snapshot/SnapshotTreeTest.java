package dev.belljar.client.command.snapshot;

import static dev.belljar.client.command.Saved.sandbox;
import static dev.belljar.client.command.Saved.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.console.SnapshotRefs;
import dev.belljar.client.console.TextTable;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.sandbox.SnapshotReason;
import dev.belljar.contract.sandbox.StorageTier;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class SnapshotTreeTest {
    private static final long NOW = 7_200_000;

    private final Sandbox shop = sandbox("shop-id", "shop", null);
    private final Snapshot first = snapshot("one", shop, null, "before", 0);
    private final Snapshot second = snapshot("two", shop, "one", null, NOW - 12_000);

    @Test
    void branchesAreDrawnBeneathTheirOrigin() {
        Sandbox left = sandbox("left-id", "shop-1", "one", SandboxState.STOPPED, StorageTier.HOT);
        Sandbox right = sandbox("right-id", "shop-2", "one");
        Snapshot deep = snapshot("three", left, "one", "\033[31mred", NOW);
        SnapshotRefs refs = new SnapshotRefs(
                List.of(shop, left, right, sandbox("other-id", "other", null)), List.of(first, second, deep));

        assertThat(drawn(SnapshotTree.all(refs, NOW))).isEqualTo("""
                                NAME          AGE       SIZE      PAUSE  NOTE
                shop            running
                ├─ one          before        2 h ago   130.0 MB  85 ms
                │  ├─ shop-1    stopped, hot
                │  │  └─ three  ?[31mred      0 s ago   130.0 MB  85 ms
                │  └─ shop-2    running
                └─ two                        12 s ago  130.0 MB  85 ms
                """);
    }

    @Test
    void anAutomaticSnapshotIsMarked() {
        Snapshot quiet = new Snapshot(
                "two",
                shop.id(),
                "shop",
                null,
                "at a quiet moment",
                null,
                NOW,
                0,
                null,
                null,
                null,
                0,
                85,
                130_000_000,
                SnapshotReason.QUIET);
        assertThat(drawn(SnapshotTree.all(new SnapshotRefs(List.of(shop), List.of(first, quiet)), NOW)))
                .contains("at a quiet moment  0 s ago  130.0 MB  85 ms  automatic\n");
    }

    @Test
    void aDestroyedSandboxIsDrawnWhileItHasSnapshots() {
        Sandbox gone = sandbox("gone-id", "shop-1", "one");
        Snapshot left = snapshot("three", gone, "one", null, NOW);
        Sandbox child = sandbox("child-id", "child", "three");

        assertThat(names(SnapshotTree.all(new SnapshotRefs(List.of(shop, child), List.of(first, left)), NOW)))
                .containsExactly("shop", "└─ one", "   └─ shop-1", "      └─ three", "         └─ child");
        assertThat(names(SnapshotTree.all(new SnapshotRefs(List.of(child), List.of(left)), NOW)))
                .containsExactly("shop-1", "└─ three", "   └─ child");
    }

    @Test
    void aBranchOfADeletedSnapshotStartsANewTree() {
        Sandbox branch = sandbox("left-id", "shop-1", "deleted");

        assertThat(names(SnapshotTree.all(new SnapshotRefs(List.of(shop, branch), List.of(second)), NOW)))
                .containsExactly("shop", "└─ two", "shop-1");
    }

    @Test
    void theTreeOfOneSandboxShowsOnlyItsDescendants() {
        Sandbox branch = sandbox("left-id", "shop-1", "one");
        Snapshot deep = snapshot("three", branch, "one", null, NOW);
        SnapshotRefs refs = new SnapshotRefs(List.of(shop, branch), List.of(first, second, deep));

        assertThat(names(SnapshotTree.of(refs, "left-id", NOW))).containsExactly("shop-1", "└─ three");
    }

    @Test
    void originsInACycleAreDrawnOnce() {
        Sandbox one = sandbox("a", "a", "of-b");
        Sandbox two = sandbox("b", "b", "of-a");
        SnapshotRefs refs = new SnapshotRefs(
                List.of(one, two), List.of(snapshot("of-a", one, null, null, 0), snapshot("of-b", two, null, null, 0)));

        assertThat(names(SnapshotTree.of(refs, "a", NOW))).containsExactly("a", "└─ of-a", "   └─ b", "      └─ of-b");
    }

    private static List<String> names(TextTable columns) {
        return drawn(columns)
                .lines()
                .skip(1)
                .map(line -> line.replaceFirst("^((?:[│├└─ ]*)\\S+).*", "$1"))
                .toList();
    }

    private static String drawn(TextTable columns) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        columns.print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
