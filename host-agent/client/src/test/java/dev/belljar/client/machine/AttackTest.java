package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.AgentPlace;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.SecretApi;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.session.ExecResult;
import dev.belljar.testing.FewNames;
import dev.belljar.testing.OwnAddress;
import dev.belljar.testing.TestProject;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests attacks from a real machine in which the attacker is root: each is refused, reaches no server on
/// this host, and is recorded. All attacks use one machine. The flood comes last, because it fills the
/// journal. Attacks by address alone come first: once a name was resolved to the address, the name's rule
/// applies too.
@Tag("vm")
@Tag("alone")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class AttackTest {
    private static final int FLOOD = 100_000;
    private static final long POURED_MOST = 512L << 20;
    /// The maximum growth of the host agent's memory during an attack, in bytes: the gateway's buffers for
    /// one machine (64 MiB), and the young generation (a third of a heap of 512 MiB), which is not collected
    /// before it is full.
    private static final long GROWN_MOST = (64L + 192) << 20;

    private final AgentUnderTest agent;
    private final InetAddress own;
    private final String host;
    private final FewNames names;
    /// A server that no attack may reach.
    private final HostListener forbidden;
    /// How often the forbidden server had been reached when the current test began.
    private long reached;

    private GuestAttacker attacker;

    AttackTest() throws IOException {
        agent = new AgentUnderTest();
        own = OwnAddress.find();
        host = own.getHostAddress();
        forbidden = new HostListener(own);
        names = new FewNames(Map.of(
                "good.test",
                own,
                "bad.test",
                own,
                "rebind.test",
                InetAddress.ofLiteral("10.0.0.7"),
                "turn.test",
                InetAddress.ofLiteral("127.0.0.1"),
                "loop.test",
                InetAddress.ofLiteral("127.0.0.1")));
        attacker = new GuestAttacker(new RunningMachine(agent, ""));
    }

    @BeforeAll
    void bootOnce() throws Exception {
        agent.set("BELLJAR_NAME_SERVERS", names.address());
        agent.start();
        RunningMachine machine = RunningMachine.begun(
                agent, TestProject.in(agent.folder(), "shop").folder());
        machine.awaitState(SandboxState.RUNNING);
        attacker = new GuestAttacker(machine);
        attacker.arm();
    }

    @AfterAll
    void end() throws Exception {
        try {
            assertThat(agent.client().call(SecretApi.VERIFY_AUDIT).intact()).isTrue();
            assertThat(forbidden.all()).isZero();
        } finally {
            agent.end();
            forbidden.close();
            names.close();
        }
    }

    @BeforeEach
    void closed() throws Exception {
        attacker.machine().ensureRuns();
        attacker.networkMode(NetworkMode.CLOSED);
        reached = forbidden.all();
    }

    @Test
    @Order(1)
    void anAddressThatNoRuleNamesIsRefused() throws Exception {
        assertThat(attacker.tries("tcp", host, forbidden.port())).isEqualTo("ECONNREFUSED");
        assertThat(attacker.tries("udp", host, forbidden.port())).isEqualTo("ECONNREFUSED");
        assertThat(attacker.tries("tcp", "93.184.216.34", 443)).isEqualTo("ECONNREFUSED");
        attacker.assertRefused(host, forbidden.port());
        attacker.assertRefused("93.184.216.34", 443);
        assertThat(forbidden.all()).isEqualTo(reached);
    }

    @Test
    @Order(1)
    void ipv6IsRefused() throws Exception {
        assertThat(attacker.tries("tcp", "2606:4700:4700::1111", 443)).isIn("ENETUNREACH", "EADDRNOTAVAIL", "EACCES");
        assertThat(attacker.tries("ipv6")).isEqualTo("sent 1");
        attacker.assertRefusedBecause("IPv6 is off");
    }

    @Test
    @Order(1)
    void privateAndMetadataAddressesAreRefusedInEverySpelling() throws Exception {
        attacker.networkMode(NetworkMode.OPEN);
        List<String> spelled = List.of(
                "169.254.169.254",
                "2852039166",
                "0xA9FEA9FE",
                "0251.0376.0251.0376",
                "169.254.43518",
                "100.100.100.200",
                "168.63.129.16",
                "10.0.0.7",
                "172.16.0.1",
                "192.168.1.1",
                "100.64.0.1",
                "198.18.0.1",
                "224.0.0.1",
                "255.255.255.255",
                "::ffff:169.254.169.254",
                "64:ff9b::a9fe:a9fe",
                "2002:a9fe:a9fe::1");
        String said = attacker.tries(
                Stream.concat(Stream.of("spelled", "80"), spelled.stream()).toArray());
        assertThat(said.lines()).hasSize(spelled.size()).noneMatch(line -> line.endsWith(" connected"));
        for (String address : List.of("169.254.169.254", "10.0.0.7", "172.16.0.1", "192.168.1.1", "100.64.0.1")) {
            attacker.assertRefused(address, 80);
        }
    }

    @Test
    @Order(1)
    void theHostsOwnServicesAreNotReachedUnderTheMostOpenPreset() throws Exception {
        attacker.networkMode(NetworkMode.OPEN);
        int api = java.util.Objects.requireNonNull(
                AgentPlace.from(agent.environment()).address().orElseThrow().port());
        for (String to : List.of("10.213.0.1", host)) {
            for (int port : new int[] {api, 2019, 22, forbidden.port()}) {
                assertThat(attacker.tries("tcp", to, port))
                        .as("%s:%d", to, port)
                        .isEqualTo("ECONNREFUSED");
                attacker.assertRefused(to, port);
            }
        }
        assertThat(forbidden.all()).isEqualTo(reached);
    }

    @Test
    @Order(1)
    void otherNameServersAreRefusedUnderTheMostOpenPreset() throws Exception {
        attacker.networkMode(NetworkMode.OPEN);
        assertThat(attacker.tries("dns", "8.8.8.8", "secret.example")).isEqualTo("ECONNREFUSED");
        for (int port : new int[] {53, 853, 5353}) {
            assertThat(attacker.tries("tcp", "8.8.8.8", port)).isEqualTo("ECONNREFUSED");
            attacker.assertRefused("8.8.8.8", port);
        }
        attacker.assertRefused(flow -> "secret.example".equals(flow.name()));
        attacker.assertRefusedBecause("a name server other than the gateway");
    }

    @Test
    @Order(1)
    void dnsOverHttpsIsAConnectionLikeAnyOther() throws Exception {
        attacker.rule("allow good.test at " + host);
        assertThat(attacker.tries("tcp", "1.1.1.1", 443)).isEqualTo("ECONNREFUSED");
        assertThat(attacker.tries("tcp", "dns.google", 443)).isEqualTo("ECONNREFUSED");
        attacker.assertRefused(flow -> "dns.google".equals(flow.name()));
        assertThat(names.asked("dns.google")).isZero();
    }

    @Test
    @Order(1)
    void aDnsTunnelThroughAnAllowedSuffixIsLimited() throws Exception {
        attacker.rule("allow *.tunnel.test dns");
        String said = attacker.tries("tunnel", "tunnel.test", 300);
        assertThat(said).startsWith("answered 1");
        assertThat(names.asked(".tunnel.test")).isBetween(1L, 150L);
        attacker.assertRefusedBecause("too many different names");
    }

    @Test
    @Order(1)
    void pingsAreRefusedUnderTheMostOpenPreset() throws Exception {
        attacker.networkMode(NetworkMode.OPEN);
        assertThat(attacker.tries("ping", "8.8.8.8")).isEqualTo("type 3");
        attacker.assertRefused(flow -> flow.proto().equals("icmp") && flow.dst().startsWith("8.8.8.8"));
    }

    /// Runs in the machine, because its kernel has control groups of version 2: a confined program that takes
    /// as much as it can get, like an escaped QEMU, is limited to the memory and threads of its own group.
    @Test
    void aConfinedProgramIsHeldToItsControlGroup() throws Exception {
        Path launcher = AgentUnderTest.home().resolve("host-agent/confine/build/belljar-confine");
        String text = Base64.getEncoder().encodeToString(Files.readAllBytes(launcher));
        attacker.machine().run("base64 -d >/tmp/confine <<'END'\n" + text + "\nEND\nchmod +x /tmp/confine");
        ExecResult result = attacker.machine().asRoot("""
                set -eu
                cd /sys/fs/cgroup
                echo '+memory +pids' >cgroup.subtree_control
                mkdir confined
                echo '+memory +pids' >confined/cgroup.subtree_control
                own=/sys/fs/cgroup/confined/machine-one
                /tmp/confine --probe --cgroup /sys/fs/cgroup/confined/probe --cgroup-limit memory.max=67108864
                confined() {
                    /tmp/confine --namespaces --cgroup $own --cgroup-limit memory.max=50331648 --cgroup-limit memory.swap.max=0 \
                        --cgroup-limit pids.max=8 --system --dev /dev/null --dev /dev/zero -- "$@"
                }
                confined sleep 30 &
                until grep -q . $own/cgroup.procs 2>/dev/null; do sleep 0.2; done
                cat /proc/$(cat $own/cgroup.procs)/cgroup $own/memory.max $own/pids.max
                kill $(cat $own/cgroup.procs)
                confined tail /dev/zero || echo ended with $?
                grep oom_kill $own/memory.events
                confined sh -c 'for i in 1 2 3 4 5 6 7 8 9 10; do sleep 1 & done; wait' 2>/dev/null || echo no more threads
                until rmdir $own 2>/dev/null; do sleep 0.2; done
                ls -d confined/machine-one confined/probe 2>&1 || true
                """);
        String said = RunningMachine.text(result.stdout());
        assertThat(said)
                .as(RunningMachine.text(result.stderr()))
                .contains("\"cgroup\":true")
                .contains("0::/confined/machine-one\n50331648\n8\n")
                .contains("ended with 137\n")
                .contains("oom_kill 1\n")
                .contains("no more threads\n")
                .contains("cannot access 'confined/machine-one'")
                .contains("cannot access 'confined/probe'");
    }

    @Test
    @Order(2)
    void anAllowedDestinationIsReached() throws Exception {
        try (HostListener allowed = new HostListener(own)) {
            attacker.rule("allow good.test at " + host);
            assertThat(attacker.tries("upload", "good.test", allowed.port(), 1_000))
                    .isEqualTo("got 10");
            assertThat(allowed.bytes.get()).isEqualTo(1_000);
        }
    }

    @Test
    @Order(3)
    void quicIsNotAllowedByARuleForAName() throws Exception {
        attacker.rule("allow good.test at " + host);
        String initial = "c00000000108" + "0102030405060708" + "00".repeat(1_180);
        assertThat(attacker.tries("udp", "good.test", forbidden.port(), initial))
                .isEqualTo("ECONNREFUSED");
        assertThat(attacker.tries("udp", "good.test", 443)).isEqualTo("ECONNREFUSED");
        attacker.assertRefused(flow -> flow.proto().equals("udp") && flow.dst().equals(host + ":443"));
        assertThat(forbidden.all()).isEqualTo(reached);
    }

    @ParameterizedTest
    @Order(3)
    @CsvSource({
        "bad.test, ''",
        "sub.good.test, ''",
        "good.test, dot",
        "good.test, percent",
        "good.test, nul",
    })
    void aTlsHelloForAnotherNameSendsNothing(String name, String ending) throws Exception {
        attacker.rule("allow good.test at " + host);
        try (HostListener server = new HostListener(own)) {
            String said = attacker.tries("sni", "good.test", server.port(), name, ending);
            assertThat(said).isIn("ECONNRESET", "closed", "EPIPE");
            assertThat(server.bytes).hasValue(0);
            attacker.assertRefused(host, server.port());
        }
    }

    @ParameterizedTest
    @Order(3)
    @CsvSource({
        "1503010002015a, bad.test",
        "1503010002015a1503010002015a, bad.test",
        "140301000101, bad.test",
        "150f0000020164, bad.test",
        "802e01030300150000001000009c, ''",
    })
    void aTlsHelloBehindOtherRecordsOrOfAnOldFormatSendsNothing(String first, String name) throws Exception {
        attacker.rule("allow good.test at " + host);
        try (HostListener server = new HostListener(own)) {
            assertThat(attacker.tries("behind", "good.test", server.port(), first, name))
                    .isIn("ECONNRESET", "closed", "EPIPE");
            assertThat(server.bytes).hasValue(0);
            attacker.assertRefused(flow -> flow.dst().equals(host + ":" + server.port())
                    && String.valueOf(flow.rule()).contains("TLS"));
        }
    }

    @Test
    @Order(3)
    void aTlsHelloForAnotherNameAfterAnotherProtocolIsRefused() throws Exception {
        attacker.rule("allow good.test at " + host);
        try (HostListener server = new HostListener(own)) {
            assertThat(attacker.tries("behind", "good.test", server.port(), "5354415254544c530d0a16", "bad.test"))
                    .isIn("ECONNRESET", "closed", "EPIPE");
            attacker.assertRefused(flow -> flow.dst().equals(host + ":" + server.port())
                    && String.valueOf(flow.rule()).contains("the TLS ClientHello is for bad.test"));
        }
    }

    @Test
    @Order(3)
    void anEncryptedTlsHelloSendsNothingThoughItsOuterNameIsRight() throws Exception {
        attacker.rule("allow good.test at " + host);
        try (HostListener server = new HostListener(own)) {
            assertThat(attacker.tries("ech", "good.test", server.port(), "good.test"))
                    .isIn("ECONNRESET", "closed", "EPIPE");
            assertThat(server.bytes).hasValue(0);
            attacker.assertRefused(host, server.port());
            attacker.assertRefusedBecause("encrypted (ECH)");
        }
    }

    @ParameterizedTest
    @Order(3)
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\\r\\nHost: bad.test\\r\\n\\r\\n",
                "GET http://bad.test/ HTTP/1.1\\r\\nHost: good.test\\r\\n\\r\\n",
                "GET / HTTP/1.1\\r\\nHost: good.test\\r\\nHost: bad.test\\r\\n\\r\\n",
                "GET / HTTP/1.1\\r\\nHost : bad.test\\r\\nHost: good.test\\r\\n\\r\\n",
                "GET / HTTP/1.1\\r\\nHost: good.test\\x00.bad.test\\r\\n\\r\\n",
                "GET / HTTP/1.1\\r\\nHost: good.test@bad.test\\r\\n\\r\\n",
                "CONNECT bad.test:443 HTTP/1.1\\r\\nHost: good.test\\r\\n\\r\\n",
            })
    void anHttpRequestForAnotherHostSendsNothing(String request) throws Exception {
        attacker.rule("allow good.test at " + host);
        try (HostListener server = new HostListener(own)) {
            assertThat(attacker.tries("http", "good.test", server.port(), request))
                    .isIn("ECONNRESET", "closed", "EPIPE");
            assertThat(server.bytes).hasValue(0);
            attacker.assertRefused(host, server.port());
        }
    }

    @Test
    @Order(3)
    void aNameThatResolvesToAPrivateAddressIsRefused() throws Exception {
        attacker.rule("allow rebind.test");
        attacker.rule("allow loop.test");
        assertThat(attacker.tries("tcp", "rebind.test", 80)).startsWith("no such name");
        assertThat(attacker.tries("tcp", "loop.test", forbidden.port())).startsWith("no such name");
        attacker.assertRefusedBecause("to allow it, add a rule that names it");
        assertThat(forbidden.all()).isEqualTo(reached);
    }

    @Test
    @Order(3)
    void aNameThatLaterResolvesToLoopbackIsRefused() throws Exception {
        try (HostListener inside = new HostListener(InetAddress.getLoopbackAddress())) {
            attacker.rule("allow turn.test");
            names.answerNext("turn.test", InetAddress.ofLiteral("93.184.216.40"));
            assertThat(attacker.tries("rebind", "turn.test", inside.port()))
                    .startsWith("93.184.216.40, then no such name");
            attacker.assertRefused(flow -> "turn.test".equals(flow.name())
                    && String.valueOf(flow.rule()).contains("127.0.0.1"));
            assertThat(inside.all()).isZero();
        }
    }

    @Test
    @Order(4)
    void framesWithASpoofedMacOrIpAddressAreDropped() throws Exception {
        try (HostListener server = new HostListener(own)) {
            attacker.rule("allow " + host + ":" + server.port());
            assertThat(attacker.tries("spoof", host, server.port())).isEqualTo("sent 3");
            attacker.assertRefusedBecause("spoofed: sent from an address");
            attacker.assertRefusedBecause("spoofed: sent from 52:54:00:ba:db:ad");
            attacker.assertRefusedBecause("spoofed: claims an address");
            assertThat(server.connections).hasValue(0);
        }
    }

    @Test
    @Order(4)
    void ipFragmentsAreNotReassembled() throws Exception {
        try (HostListener server = new HostListener(own)) {
            attacker.rule("allow " + host + ":" + server.port());
            assertThat(attacker.tries("fragments", host, server.port())).isEqualTo("sent 4");
            attacker.assertRefusedBecause("IP fragments are not supported");
            assertThat(server.connections).hasValue(0);
        }
    }

    @Test
    @Order(4)
    void overlappingTcpSegmentsDoNotReplaceReceivedBytes() throws Exception {
        try (HostListener server = new HostListener(own)) {
            attacker.rule("allow " + host + ":" + server.port());
            assertThat(attacker.tries("overlapping", host, server.port())).isEqualTo("sent");
            RunningMachine.await(() -> server.bytes.get() >= 18);
            assertThat(server.heard.toString(StandardCharsets.ISO_8859_1))
                    .isIn("\0first+newgap!late", "\0first+newgap!XXXX");
        }
    }

    @Test
    @Order(1)
    void anUploadEndsWithTheLastByteOfItsBudget() throws Exception {
        try (HostListener server = new HostListener(own)) {
            attacker.rule("allow " + host + ":" + server.port() + " upload 100000");
            assertThat(attacker.tries("upload", host, server.port(), 100_001)).isNotEqualTo("got 10");
            RunningMachine.await(() -> server.bytes.get() >= 100_000);
            attacker.assertRefusedBecause("upload budget is used up");
            assertThat(attacker.tries("tcp", host, server.port())).isEqualTo("ECONNREFUSED");
            assertThat(server.bytes).hasValue(100_000);
        }
    }

    @Test
    @Order(4)
    void aSlowReaderDoesNotFillTheHostsMemory() throws Exception {
        try (HostListener server = new HostListener(own)) {
            attacker.rule("allow " + host + ":" + server.port());
            assertThat(grownWhile("held 20", "slow", host, server.port(), 20)).isLessThan(GROWN_MOST);
            assertThat(server.connections).hasValue(20);
            assertThat(server.poured.get()).isLessThan(POURED_MOST);
        }
    }

    @Test
    @Order(5)
    void aFloodOfSynsLeavesTheHostAgentAnswering() throws Exception {
        assertThat(grownWhile("sent " + FLOOD, "flood", "93.184.216.34", FLOOD)).isLessThan(GROWN_MOST);
        attacker.assertRefusedBecause("attempts, too frequent to list individually");
        assertThat(attacker.tries("tcp", "93.184.216.35", 443)).isEqualTo("ECONNREFUSED");
    }

    /// Runs an attack while the host agent must keep answering, and returns the maximum growth of its memory
    /// in bytes.
    private long grownWhile(String expected, Object... words) throws Exception {
        long before = resident();
        CompletableFuture<String> trying = CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return attacker.tries(words);
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                },
                Executors.newVirtualThreadPerTaskExecutor());
        LongAccumulator most = new LongAccumulator(Math::max, before);
        Awaitility.await().atMost(Duration.ofMinutes(20)).until(() -> {
            assertThat(agent.client().call(HostApi.HEALTH).ok()).isTrue();
            most.accumulate(resident());
            return trying.isDone();
        });
        assertThat(trying.join()).isEqualTo(expected);
        most.accumulate(resident());
        return most.get() - before;
    }

    /// Returns the resident memory of the host agent in bytes.
    private long resident() throws Exception {
        Path status = Path.of(
                "/proc", Long.toString(agent.client().call(HostApi.HEALTH).pid()), "status");
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1_024)
                .findFirst()
                .orElseThrow();
    }
}
