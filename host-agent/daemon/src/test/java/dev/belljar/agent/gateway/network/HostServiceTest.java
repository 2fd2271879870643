package dev.belljar.agent.gateway.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.packet.ArpPacket;
import dev.belljar.agent.packet.IpAddress;
import dev.belljar.agent.packet.TcpSegment;
import dev.belljar.agent.policy.PolicyService;
import dev.belljar.agent.policy.approval.PolicySubject;
import dev.belljar.agent.policy.file.PolicyFiles;
import dev.belljar.agent.policy.rule.PolicyException;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.AuditEntry;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.policy.AnswerApproval;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that a guest reaches exactly the services of the host that a rule names, with real policies and a gateway in
/// memory.
class HostServiceTest {
    private static final byte[] NOTHING = {};
    private static final String NAME = "host.belljar.internal";
    private static final String HOST = "10.213.0.3";
    private static final String HOST_HEX = "0ad50003";
    private static final String REFUSED = "5a0f8105";
    private static final String ONE_ADDRESS = "5a0f8180" + "00010001";

    @TempDir
    private Path folder;

    private final SetClock clock = new SetClock();
    private AuditLog audit;
    private PolicyService policies;
    private PolicySubject shop;
    private Bench bench;
    private int ports = 40_000;

    @BeforeEach
    void open() throws BelljarException, IOException {
        audit = AuditLog.open(folder.resolve("audit"), clock);
        policies = PolicyService.open(
                new PolicyFiles(folder.resolve("o"), folder.resolve("u"), folder.resolve("p"), NetworkMode.CLOSED),
                audit,
                clock);
        shop = new PolicySubject(
                "s1", "shop", folder.resolve("project"), Files.createDirectories(folder.resolve("sandbox")));
        bench = new Bench(policies.of(shop, event -> {}));
    }

    @AfterEach
    void close() {
        policies.close();
        audit.close();
    }

    private Rule rule(String words) throws BelljarException {
        return policies.add(shop, words, RuleScope.SANDBOX);
    }

    private void mode(NetworkMode mode) throws BelljarException {
        policies.networkMode(shop, mode, RuleScope.SANDBOX);
    }

    /// Where the gateway connects for a new connection of the guest; empty if it does not.
    private String dialed(String address, int port) {
        bench.outside.calls.clear();
        bench.send(Frames.tcp(ports++, address, port, TcpSegment.SYN, 1, 0, NOTHING));
        return bench.outside.calls.isEmpty()
                ? ""
                : bench.outside.calls.getFirst().to() + ":"
                        + bench.outside.calls.getFirst().port();
    }

    @Test
    void aRuleOpensOnePortAndTheName() throws Exception {
        assertThat(FakeNetworkGuest.resolve(bench, NAME)).contains(REFUSED);
        assertThat(dialed(HOST, 5432)).isEmpty();
        assertThat(bench.seen.last().rule()).contains("no matching rule", "`allow " + NAME + ":5432 tcp`");
        Rule rule = rule("allow " + NAME + ":5432");
        assertThat(FakeNetworkGuest.resolve(bench, NAME)).contains(ONE_ADDRESS).endsWith(HOST_HEX);
        assertThat(FakeNetworkGuest.resolve(bench, "HOST.Belljar.internal")).endsWith(HOST_HEX);
        assertThat(dialed(HOST, 5432)).isEqualTo("127.0.0.1:5432");
        assertThat(bench.seen.last().verdict()).isEqualTo(Verdict.ALLOWED);
        assertThat(bench.seen.last().name()).isEqualTo(NAME);
        assertThat(bench.seen.last().dst()).isEqualTo(HOST + ":5432");
        for (int other : new int[] {5431, 5433, 22, 80, 443}) {
            assertThat(dialed(HOST, other)).as("port " + other).isEmpty();
        }
        assertThat(bench.outside.sent).as("no name server is asked").isEmpty();
        policies.remove(shop, rule.id());
        assertThat(dialed(HOST, 5432)).isEmpty();
        assertThat(FakeNetworkGuest.resolve(bench, NAME)).contains(REFUSED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "allow *",
                "allow *:5432 any",
                "allow *.belljar.internal:5432",
                "allow other.belljar.internal:5432",
                "allow sub.host.belljar.internal:5432",
                "allow 10.213.0.3:5432",
                "allow 10.213.0.0/24:5432 any",
                "allow 127.0.0.1:5432",
                "allow 0.0.0.0/0",
                "allow localhost:5432",
                "allow host.belljar.internal:5432 by /usr/bin/psql",
                "deny host.belljar.internal"
            })
    void nothingButARuleThatNamesItOpensAService(String words) throws Exception {
        rule(words);
        for (NetworkMode mode : List.of(NetworkMode.CLOSED, NetworkMode.REGISTRIES, NetworkMode.OPEN)) {
            mode(mode);
            assertThat(dialed(HOST, 5432)).as(mode.toString()).isEmpty();
            assertThat(FakeNetworkGuest.resolve(bench, NAME))
                    .as(mode.toString())
                    .contains(REFUSED);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"deny *", "deny *.belljar.internal:5432", "deny 10.213.0.3"})
    void whatDeniesTheNameOrTheAddressClosesAService(String words) throws Exception {
        rule("allow " + NAME + ":5432");
        rule(words);
        assertThat(dialed(HOST, 5432)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.213.0.3", "10.213.0.1", "127.0.0.1", "127.0.0.53", "0.0.0.0"})
    void anotherNameThatANameServerGivesSuchAnAddressStaysBlocked(String address) throws Exception {
        rule("allow " + NAME + ":5432");
        rule("allow evil.example:5432 any");
        rule("allow *.belljar.internal:5432 any");
        for (String name : List.of("evil.example", "host2.belljar.internal")) {
            assertThat(FakeNetworkGuest.resolve(bench, name, address)).contains(REFUSED);
        }
        mode(NetworkMode.OPEN);
        assertThat(FakeNetworkGuest.resolve(bench, "open.example", address)).contains(REFUSED);
        mode(NetworkMode.ASK);
        assertThat(FakeNetworkGuest.resolve(bench, "evil.example", address)).contains(REFUSED);
        assertThat(policies.waiting(null).waiting()).isEmpty();
        assertThat(dialed(address, 6_000)).isEmpty();
    }

    @Test
    void aNameThatIsReboundLaterDoesNotReachTheHost() throws Exception {
        rule("allow evil.example:5432 any");
        assertThat(FakeNetworkGuest.resolve(bench, "evil.example", "93.184.216.34"))
                .endsWith("5db8d822");
        bench.pass(61);
        assertThat(FakeNetworkGuest.resolve(bench, "evil.example", HOST)).contains(REFUSED);
        assertThat(dialed(HOST, 5432)).isEmpty();
        assertThat(dialed("93.184.216.34", 5432)).isEqualTo("93.184.216.34:5432");
    }

    @Test
    void theNameIsNotAcceptedInAConnectionToAnotherAddress() throws Exception {
        rule("allow " + NAME + ":80");
        rule("allow good.example:80");
        FakeNetworkGuest.resolve(bench, "good.example", "93.184.216.34");
        FakeNetworkGuest guest = new FakeNetworkGuest(bench, "93.184.216.34", 80);
        FakeStream stream = guest.open();
        guest.say("GET / HTTP/1.1\r\nHost: " + NAME + "\r\n\r\n");
        assertThat(guest.wasReset()).isTrue();
        assertThat(stream.taken()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {NAME + ":8080", NAME})
    void httpForTheServiceIsCarried(String host) throws Exception {
        rule("allow " + NAME + ":8080");
        FakeNetworkGuest.resolve(bench, NAME);
        FakeNetworkGuest guest = new FakeNetworkGuest(bench, HOST, 8080);
        FakeStream stream = guest.open();
        guest.say("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
        assertThat(stream.taken()).startsWith("GET / HTTP/1.1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "localhost:8080", HOST + ":8080"})
    void httpForAnotherNameIsNotCarriedToTheService(String host) throws Exception {
        rule("allow " + NAME + ":8080");
        FakeNetworkGuest.resolve(bench, NAME);
        FakeNetworkGuest guest = new FakeNetworkGuest(bench, HOST, 8080);
        FakeStream stream = guest.open();
        guest.say("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
        assertThat(guest.wasReset()).isTrue();
        assertThat(stream.taken()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(NetworkMode.class)
    void portsOfBelljarItselfAreNeverOpened(NetworkMode mode) throws Exception {
        mode(mode);
        bench.outside.ownPorts.add(8082);
        rule("allow " + NAME + ":8082 any");
        assertThat(dialed(HOST, 8082)).isEmpty();
        assertThat(bench.seen.last().verdict()).isEqualTo(Verdict.REFUSED);
        assertThat(bench.seen.last().rule()).contains("Belljar itself listens on port 8082");
        assertThat(audit.newest(100)).extracting(AuditEntry::what).doesNotContain("opened");
        if (mode == NetworkMode.ASK) {
            bench.outside.ownPorts.add(8443);
            assertThat(dialed(HOST, 8443)).isEmpty();
            assertThat(policies.waiting(null).waiting())
                    .as("is not even asked about")
                    .isEmpty();
        }
    }

    @Test
    void theDeveloperIsAskedOnceAboutThePortWithItsProgram() throws Exception {
        mode(NetworkMode.ASK);
        bench.outside.listeners.put(5432, "postgres (pid 812)");
        assertThat(FakeNetworkGuest.resolve(bench, NAME)).endsWith(HOST_HEX);
        assertThat(policies.waiting(null).waiting())
                .as("the name alone is no question")
                .isEmpty();
        assertThat(dialed(HOST, 5432)).isEmpty();
        assertThat(dialed(HOST, 5432)).isEmpty();
        Approval asked = policies.waiting(null).waiting().getFirst();
        assertThat(policies.waiting(null).waiting()).hasSize(1);
        assertThat(asked.name()).isEqualTo(NAME);
        assertThat(asked.port()).isEqualTo(5432);
        assertThat(asked.address()).isNull();
        assertThat(asked.special()).isEqualTo("a service of this computer: postgres (pid 812)");
        Rule made = policies.answer(asked.id(), new AnswerApproval(RuleAction.ALLOW, RuleScope.SANDBOX, null, null))
                .rule();
        assertThat(made).isNotNull();
        assertThat(made.match().name()).isEqualTo(NAME);
        assertThat(made.match().ports()).isEqualTo("5432");
        assertThat(made.match().address()).isNull();
        bench.turn();
        assertThat(bench.outside.calls)
                .hasSize(2)
                .allSatisfy(call -> assertThat(call.to() + ":" + call.port()).isEqualTo("127.0.0.1:5432"));
        assertThat(dialed(HOST, 5433)).as("another port is another question").isEmpty();
        assertThat(policies.waiting(null).waiting()).hasSize(1);
    }

    @Test
    void anAnswerForOnceOpensOnlyWhatWaits() throws Exception {
        mode(NetworkMode.ASK);
        assertThat(dialed(HOST, 5432)).isEmpty();
        String id = policies.waiting(null).waiting().getFirst().id();
        assertThatThrownBy(() ->
                        policies.answer(id, new AnswerApproval(RuleAction.ALLOW, RuleScope.SANDBOX, null, "any", null)))
                .isInstanceOf(PolicyException.class)
                .hasMessageContaining("each port of this computer listed individually");
        assertThatThrownBy(() -> policies.answer(
                        id, new AnswerApproval(RuleAction.ALLOW, RuleScope.SANDBOX, null, null, "10.0.0.0/8")))
                .isInstanceOf(PolicyException.class);
        policies.answer(id, new AnswerApproval(RuleAction.ALLOW, RuleScope.ONCE, null, null));
        bench.turn();
        assertThat(bench.outside.calls).hasSize(1);
        assertThat(dialed(HOST, 5432)).isEmpty();
        assertThat(policies.waiting(null).waiting()).hasSize(1);
    }

    @Test
    void anAnswerAfterBelljarTookThePortOpensNothing() throws Exception {
        mode(NetworkMode.ASK);
        assertThat(dialed(HOST, 5432)).isEmpty();
        bench.outside.ownPorts.add(5432);
        policies.answer(
                policies.waiting(null).waiting().getFirst().id(),
                new AnswerApproval(RuleAction.ALLOW, RuleScope.SANDBOX, null, null));
        bench.turn();
        assertThat(bench.outside.calls).isEmpty();
    }

    @Test
    void onlyTcpIsCarriedAndAddressesOfIpv6AreNotGiven() throws Exception {
        rule("allow " + NAME + ":5432 any");
        bench.send(Frames.udp(HOST, 5432, new byte[] {1, 2, 3}));
        assertThat(bench.seen.last().rule()).contains("only over TCP");
        assertThat(bench.outside.sockets).isZero();
        byte[] six = Frames.question(NAME);
        six[six.length - 3] = 28;
        String answer = bench.answer(Frames.udp("10.213.0.1", 53, six));
        assertThat(answer).contains("5a0f8180" + "00010000");
        mode(NetworkMode.ASK);
        bench.send(Frames.udp(HOST, 5433, new byte[] {1, 2, 3}));
        assertThat(policies.waiting(null).waiting()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "allow host.belljar.internal                        | each port of this computer listed individually",
                "allow host.belljar.internal:5000-6000              | each port of this computer listed individually",
                "allow HOST.belljar.internal.:1-65535               | each port of this computer listed individually",
                "allow host.belljar.internal:5432 at 127.0.0.1      | no address, because",
                "allow host.belljar.internal:5432 at ::1            | no address, because",
                "allow host.belljar.internal:5432 udp               | \"tcp\" or \"any\"",
                "allow host.belljar.internal dns                    | \"tcp\" or \"any\"",
                "allow *.internal:5432                              | at least two labels",
                "allow [::ffff:127.0.0.1]:5432                      | expected an address",
            })
    void aRuleForAServiceNamesItsPort(String words, String message) {
        assertThatThrownBy(() -> rule(words))
                .isInstanceOf(PolicyException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aRuleOfTheProjectOpensTheServiceToItsSandboxes() throws Exception {
        policies.add(shop, "allow " + NAME + ":5432,6379", RuleScope.PROJECT);
        assertThat(dialed(HOST, 5432)).isEqualTo("127.0.0.1:5432");
        assertThat(dialed(HOST, 6379)).isEqualTo("127.0.0.1:6379");
        assertThat(dialed(HOST, 6380)).isEmpty();
        PolicySubject other = new PolicySubject(
                "s2", "other", folder.resolve("elsewhere"), Files.createDirectories(folder.resolve("sandbox2")));
        bench = new Bench(policies.of(other, event -> {}));
        assertThat(dialed(HOST, 5432)).isEmpty();
    }

    @Test
    void theGatewayAnswersForTheAddressAndForNoOther() throws Exception {
        byte[] asked = Frames.REAL_ARP_ELSEWHERE.clone();
        asked[asked.length - 1] = 3;
        String answer = bench.answer(asked);
        assertThat(answer).contains("0002" + "525400be1101" + HOST_HEX);
        assertThat(ArpPacket.parse(ByteBuffer.wrap(HexFormat.of().parseHex(answer), 14, 28))
                        .sender())
                .isEqualTo(IpAddress.four(10, 213, 0, 3));
        bench.answers.clear();
        bench.send(Frames.REAL_ARP_ELSEWHERE);
        assertThat(bench.answers).isEmpty();
    }
}
