package dev.belljar.agent.gateway.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.gateway.ProcessFinder;
import dev.belljar.agent.host.CommandException;
import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.NetOp;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.RuleLayer;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tests that allowed flows of a real Linux stack are carried, in both directions, to servers on this host's
/// loopback.
@Tag("vm")
@TestInstance(Lifecycle.PER_CLASS)
class CarriedStackTest {
    private static final Logger LOG = LoggerFactory.getLogger(CarriedStackTest.class);
    private static final String ALLOWED = "198.51.100.1";
    private static final String HELD = "198.51.100.2";

    private final Seen seen = new Seen();
    private final ScriptedPolicy policy = new ScriptedPolicy()
            .allow(to -> to.address().equals(ALLOWED) || "good.example".equals(to.name()))
            .hold(to -> to.address().equals(HELD));
    private final TestNameServer names =
            new TestNameServer(Map.of("good.example", "198.51.100.3", "bad.example", "198.51.100.3"));
    private final LoopbackServer server = new LoopbackServer();
    private final String port = Integer.toString(server.port());
    private NamespacedMachine machine;
    private SocketGateway gateway;

    CarriedStackTest(@TempDir Path folder) throws CommandException, IOException, InterruptedException {
        String missing = NamespacedMachine.missing().orElse("");
        assumeTrue(missing.isEmpty(), () -> "this host lacks " + missing);
        machine = NamespacedMachine.start(folder);
        gateway = SocketGateway.open(
                machine.socket(),
                policy,
                ProcessFinder.NONE,
                seen,
                NamespacedMachine.MAC,
                TestSupplies.of(List.of()),
                outside -> new MappedOutside(outside, List.of(names.server())));
    }

    @BeforeAll
    void leaseAnAddress() throws CommandException, InterruptedException {
        assertThat(machine.lease()).contains("lease ip=10.213.0.2");
    }

    @AfterAll
    void stop() {
        gateway.close();
        machine.close();
        server.close();
        names.close();
    }

    @Test
    void oneByteIsUploadedAndItsHashReturned() throws Exception {
        assertThat(client("up", ALLOWED, "1")).startsWith("1 x same");
    }

    @Test
    void tenMegabytesAreUploadedIntact() throws Exception {
        assertThat(client("up", ALLOWED, "10000000")).startsWith("1 x same");
    }

    @Test
    void tenMegabytesAreDownloadedWhenTheServerClosesFirst() throws Exception {
        String whole = LoopbackServer.hash(LoopbackServer.pattern(10_000_000));
        assertThat(client("down", ALLOWED, "10000000")).startsWith("1 x " + whole + " 10000000");
    }

    @Test
    void bytesFlowBothWaysAtOnceAndAfterAHalfClose() throws Exception {
        assertThat(client("echo", ALLOWED, "10000000")).matches("(?s)1 x \\w{64} 10000000\n.*");
    }

    @Test
    void twoHundredConcurrentConnectionsComplete() throws Exception {
        assertThat(client("up", ALLOWED, "100000", "200")).startsWith("200 x same");
        assertThat(client("down", ALLOWED, "100000", "200")).startsWith("200 x ");
    }

    @Test
    void aSlowReaderSlowsTheSender() throws Exception {
        assertThat(client("slow", ALLOWED, "10000000")).startsWith("1 x same");
    }

    @Test
    void aRefusedPortIsRefused() throws Exception {
        int closed;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = socket.getLocalPort();
        }
        assertThat(machine.probe("tcp", ALLOWED, Integer.toString(closed))).startsWith("ECONNREFUSED");
        assertThat(last(ALLOWED + ":" + closed).rule()).endsWith("connection refused by the server");
    }

    @Test
    void anAddressThatIsNotAllowedIsStillRefused() throws Exception {
        assertThat(machine.probe("tcp", "198.51.100.9", port)).startsWith("ECONNREFUSED");
    }

    @Test
    void aHeldConnectionProceedsWhenTheUserAllowsIt() throws Exception {
        Thread person = Thread.ofVirtual()
                .name("person")
                .start(() -> policy.answerNext(
                        FlowDecision.allowed("a person said so", ScriptedPolicy.naming(), RuleLayer.SANDBOX)));
        assertThat(client("up", HELD, "1000")).startsWith("1 x same");
        person.join();
        assertThat(seen.all().stream()
                        .filter(e -> e.dst().equals(HELD + ":" + port))
                        .map(NetEvent::verdict))
                .startsWith(Verdict.HELD)
                .endsWith(Verdict.ALLOWED);
    }

    @Test
    void aFlowIsReportedWithItsBytesAndItsEnd() throws Exception {
        client("down", ALLOWED, "123456");
        Awaitility.await()
                .atMost(Durations.TWO_MINUTES)
                .until(() -> last(ALLOWED + ":" + port).op() == NetOp.CLOSE);
        NetEvent end = last(ALLOWED + ":" + port);
        assertThat(end.op()).isEqualTo(NetOp.CLOSE);
        assertThat(end.verdict()).isEqualTo(Verdict.ALLOWED);
        assertThat(end.down()).isGreaterThan(123_456);
    }

    @Test
    void throughputAndConnectionsAreMeasured() throws Exception {
        assertThat(client("sink", ALLOWED, "100000000")).startsWith("1 x ok");
        assertThat(client("pour", ALLOWED, "100000000")).startsWith("1 x 100000000");
        assertThat(client("sink", ALLOWED, "25000000", "4")).startsWith("4 x ok");
        assertThat(client("trips", ALLOWED, "2000")).startsWith("1 x done");
        assertThat(client("up", ALLOWED, "1", "1000")).startsWith("1000 x same");
    }

    @Test
    void aServerIsReachedOnlyByItsAllowedName() throws Exception {
        String url = "http://good.example:" + port + "/";
        assertThat(machine.run("curl", "-sS", "-m", "30", "--http0.9", url)).contains("what?");
        assertThat(machine.run("curl", "-sS", "-m", "30", "-H", "Host: bad.example", url))
                .contains("exit 56");
        assertThat(machine.run("curl", "-sS", "-m", "30", "http://bad.example:" + port + "/"))
                .contains("exit 6");
        assertThat(last("198.51.100.3:" + port).rule())
                .isEqualTo("allowed by test, but the HTTP request is for bad.example");
    }

    @Test
    void datagramsAreCarriedBothWays() throws Exception {
        try (DatagramSocket echo = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().name("echo").start(() -> echo(echo));
            assertThat(machine.probe("udp", ALLOWED, Integer.toString(echo.getLocalPort())))
                    .startsWith("got 5 bytes");
        }
    }

    private static void echo(DatagramSocket socket) {
        try {
            DatagramPacket packet = new DatagramPacket(new byte[100], 100);
            socket.receive(packet);
            socket.send(packet);
        } catch (IOException e) {
            // Closed: the test is over.
        }
    }

    private NetEvent last(String to) {
        return seen.all().stream().filter(e -> e.dst().equals(to)).toList().getLast();
    }

    private String client(String kind, String address, String size) throws CommandException, InterruptedException {
        return client(kind, address, size, "1");
    }

    private String client(String kind, String address, String size, String many)
            throws CommandException, InterruptedException {
        String script = machine.file("client.py");
        String said = machine.run("python3", script, kind, address, port, size, many);
        LOG.info("{} {} x {}: {}", kind, size, many, said.strip());
        return said;
    }
}
