package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.EventSubscription;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SecretApi;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.sandbox.ListProcesses;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.storage.TrashItem;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// A host agent opens a data folder that a host agent of November 2026 wrote: nothing in it is lost.
///
/// That host agent created, by command line, the sandboxes `shop` (stopped, with a rule, a network mode and a
/// snapshot) and `blog` (in the trash, with work that was salvaged), and a rule for all sandboxes. The disks were then
/// replaced by empty ones and the memory of the snapshot left out, because of their size.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EarlierDataTest {
    private static final String SHOP = "c28dd3f2fb00";
    private static final String BLOG = "9d70b917362a";
    private static final String SNAPSHOT = "80f13e4be9bb";
    /// The number of the last event of `shop`.
    private static final int LAST = 1_037;

    private static final long MEMORY = 8L << 30;

    private final AgentUnderTest agent = agentUnderTest();
    private long recorded;

    private static AgentUnderTest agentUnderTest() {
        try {
            return new AgentUnderTest().withoutSharedTemplates();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @BeforeAll
    void openTheFolder() throws Exception {
        Path folder = agent.folder();
        try (InputStream packed =
                Objects.requireNonNull(EarlierDataTest.class.getResourceAsStream("data-folder-2026-11.tar.gz"))) {
            Files.copy(packed, folder.resolve("earlier.tar.gz"));
        }
        Process unpacking = new ProcessBuilder("tar", "-xzf", "earlier.tar.gz")
                .directory(folder.toFile())
                .inheritIO()
                .start();
        assertThat(unpacking.waitFor()).isZero();
        Path data = Files.createDirectories(folder.resolve("unpacked"));
        Files.move(folder.resolve("data"), data.resolve("belljar"));
        Files.move(data, folder.resolve("data"));
        Path config = Files.createDirectories(folder.resolve("unpacked-config"));
        Files.move(folder.resolve("config"), config.resolve("belljar"));
        Files.move(config, folder.resolve("config"));
        try (RandomAccessFile memory = new RandomAccessFile(
                folder.resolve("data/belljar/snapshots/" + SNAPSHOT + "/ram").toFile(), "rw")) {
            memory.setLength(MEMORY);
        }
        try (Stream<Path> journals = Files.list(folder.resolve("data/belljar/sandboxes/" + SHOP + "/events"))) {
            for (Path journal : journals.toList()) {
                recorded += Files.readAllLines(journal).size();
            }
        }
        agent.start();
    }

    @AfterAll
    void endTheHostAgent() throws Exception {
        agent.end();
    }

    @Test
    void theSandboxIsThereAsItWas() throws Exception {
        Sandbox shop = agent.client().call(SandboxApi.GET.at("shop"));
        assertThat(shop.id()).isEqualTo(SHOP);
        assertThat(shop.spec().project()).isEqualTo("/home/ann/code/shop");
        assertThat(shop.status().state()).isEqualTo(SandboxState.STOPPED);
        assertThat(shop.spec().limits().memoryMiB()).isEqualTo(8_192);
        assertThat(agent.client().call(SandboxApi.LIST)).hasSize(1);
    }

    @Test
    void theSnapshotIsThereWithItsNameAndNote() throws Exception {
        List<Snapshot> all = agent.client().call(SnapshotApi.LIST.at(SHOP));
        assertThat(all).hasSize(1);
        assertThat(all.getFirst().id()).isEqualTo(SNAPSHOT);
        assertThat(all.getFirst().name()).isEqualTo("before-lunch");
        assertThat(all.getFirst().note()).isEqualTo("tests pass");
        assertThat(all.getFirst().commit()).isEqualTo("79ac0483a90fa2f8cf4b1f3ae4df58c65ad406ef");
    }

    @Test
    void theRulesOfEachLayerAreInForce() throws Exception {
        PolicyView policy = agent.client().call(PolicyApi.POLICY.at(SHOP));
        assertThat(policy.problem()).isNull();
        assertThat(policy.preset()).isEqualTo(NetworkMode.ASK);
        assertThat(rules(policy, RuleScope.SANDBOX)).containsExactly("df3cdb36");
        assertThat(rules(policy, RuleScope.USER)).containsExactly("a1f00b9c");
    }

    private static List<String> rules(PolicyView policy, RuleScope scope) {
        return policy.layers().stream()
                .filter(layer -> layer.scope() == scope)
                .flatMap(layer -> layer.rules().stream())
                .map(Rule::id)
                .toList();
    }

    @Test
    void theTrashHasTheDestroyedSandbox() throws Exception {
        List<TrashItem> trash = agent.client().call(StorageApi.TRASH);
        assertThat(trash).hasSize(1);
        assertThat(trash.getFirst().id()).isEqualTo(BLOG);
        assertThat(trash.getFirst().name()).isEqualTo("blog");
        assertThat(trash.getFirst().salvage()).isEqualTo("refs/sandbox/salvage/" + BLOG);
        assertThat(trash.getFirst().restorable()).isTrue();
    }

    @Test
    void theAuditLogIsUnbroken() throws Exception {
        assertThat(agent.client().call(SecretApi.VERIFY_AUDIT).intact()).isTrue();
    }

    @Test
    void everyRecordedEventIsReadInOrder() throws Exception {
        List<Event> events = new CopyOnWriteArrayList<>();
        try (EventSubscription _ = agent.client().follow(SHOP, 0, EnumSet.allOf(EventType.class), events::addAll)) {
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> !events.isEmpty() && events.getLast().seq() >= LAST);
        }
        assertThat(events).extracting(Event::seq).isSorted().doesNotHaveDuplicates();
        assertThat(events.stream().filter(event -> event.seq() <= LAST)).hasSize(Math.toIntExact(recorded));
        assertThat(events).extracting(Event::type).contains(EventType.PROC, EventType.FILE);
    }

    @Test
    void theProcessesAreListed() throws Exception {
        assertThat(agent.client()
                        .call(SandboxApi.PROCESSES.at(SHOP), new ListProcesses(100))
                        .rows())
                .isNotEmpty();
    }
}
