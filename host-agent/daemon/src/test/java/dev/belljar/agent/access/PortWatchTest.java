package dev.belljar.agent.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.guest.ListeningPort;
import dev.belljar.agent.route.SandboxSite;
import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.request.network.ChooseMain;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that listening ports of a machine are found and recorded, also if the guest reports nonsense.
public class PortWatchTest {
    @TempDir
    private Path folder;

    private SandboxFixture fixture;
    private String id = "";

    @BeforeEach
    void start() throws Exception {
        fixture = new SandboxFixture(folder);
        id = fixture.running();
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    private void listens(ListeningPort... ports) {
        fixture.openers().link().listens(List.of(ports));
    }

    private static ListeningPort port(String address, int number, String comm) {
        return new ListeningPort(address, number, 7, 1000, comm);
    }

    private SandboxSite looked() throws Exception {
        return fixture.agent().sites().fresh(fixture.agent().sites().all().getFirst());
    }

    /// Requests the ports until this many are found: a request that takes too long returns the previous
    /// result.
    private SandboxSite seen(int ports) throws Exception {
        SandboxSite only = fixture.agent().sites().all().getFirst();
        SandboxFixture.until(() -> fixture.agent().sites().fresh(only).ports().size() == ports);
        return looked();
    }

    private List<String> facts() throws Exception {
        List<String> facts = new ArrayList<>();
        try (var cursor = fixture.api().queries().journal(id).cursor(0, EnumSet.of(EventType.PORT))) {
            for (Event event : cursor.next(1_000, Duration.ofSeconds(5))) {
                if (event instanceof HostEvent.PortChanged fact) {
                    facts.add(fact.port() + (fact.open() ? " open" : " closed"));
                }
            }
        }
        return facts;
    }

    @Test
    void aPortIsListedOnceAndRecordedAsOpenAndClosed() throws Exception {
        listens(port("127.0.0.1", 5173, "node"), port("::1", 5173, "node"), port("10.0.2.15", 9000, "elsewhere"));
        assertThat(seen(1).ports()).singleElement().satisfies(port -> {
            assertThat(port.port()).isEqualTo(5173);
            assertThat(port.process()).isEqualTo("node");
        });
        assertThat(looked().main()).hasValue(5173);
        listens();
        assertThat(seen(0).ports()).isEmpty();
        assertThat(facts()).containsExactly("5173 open", "5173 closed");
    }

    @Test
    void tenThousandClaimedPortsAreCutToTheLimit() throws Exception {
        listens(IntStream.range(0, 10_000)
                .mapToObj(i -> port("0.0.0.0", 2_000 + i, "claim"))
                .toArray(ListeningPort[]::new));
        SandboxSite site = seen(SandboxSite.MOST);
        assertThat(site.ports()).hasSize(SandboxSite.MOST);
        assertThat(site.unlisted()).isEqualTo(10_000 - SandboxSite.MOST);
        assertThat(site.main()).hasValue(3000);
        assertThat(facts()).hasSizeLessThanOrEqualTo(31);
    }

    @Test
    void processNamesAreCleanedAndCut() throws Exception {
        listens(port("::", 3000, "a\u202eb\n" + "x".repeat(100)));
        assertThat(seen(1).ports().getFirst().process()).startsWith("a?b?xxx").hasSize(40);
    }

    @Test
    void watchingPortsDoesNotCountAsUse() throws Exception {
        fixture.later(Duration.ofHours(1));
        listens(port("::", 3000, "node"));
        assertThat(seen(1).ports()).hasSize(1);
        assertThat(fixture.registry().find(id).observation().activity().idle()).isGreaterThan(Duration.ofMinutes(59));
        fixture.agent().sites().used(looked());
        assertThat(fixture.registry().find(id).observation().activity().idle()).isLessThan(Duration.ofMinutes(1));
    }

    @Test
    void aChosenMainPortOutlivesTheHostAgentUntilItIsReset() throws Exception {
        listens(port("::", 3000, "node"), port("::", 8000, "python3"));
        assertThat(fixture.api()
                        .access()
                        .routes()
                        .main(id, new ChooseMain(8000))
                        .main())
                .isEqualTo(8000);
        fixture.stopAgent();
        assertThat(fixture.agent().sites().all().getFirst().main()).hasValue(8000);
        assertThat(fixture.api()
                        .access()
                        .routes()
                        .main(id, new ChooseMain(null))
                        .chosen())
                .isFalse();
    }
}
