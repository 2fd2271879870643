package dev.belljar.agent.gateway.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.packet.TcpSegment;
import dev.belljar.agent.policy.PolicyService;
import dev.belljar.agent.policy.approval.PolicySubject;
import dev.belljar.agent.policy.file.PolicyFiles;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.RefusalReason;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.policy.AnswerApproval;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests what a guest gets for a name that is blocked: an address where every connection is refused, and nothing more.
class BlockedNameTest {
    private static final String ADDRESS = "10.213.0.4";
    private static final String ONE_ADDRESS = "5a0f8180" + "00010001";
    private static final String NO_ADDRESS = "5a0f8180" + "00010000";
    private static final String NO_TIME_AND_ADDRESS = "00000000" + "0004" + "0ad50004";
    private static final String REFUSED = "5a0f8105";
    private static final byte[] NOTHING = {};

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

    @Test
    void aBlockedNameHasAnAddressWithoutTimeAndIsNotLookedUp() {
        assertThat(FakeNetworkGuest.resolve(bench, "evil.example"))
                .contains(ONE_ADDRESS)
                .endsWith(NO_TIME_AND_ADDRESS);
        assertThat(bench.seen.last().verdict()).isEqualTo(Verdict.REFUSED);
        assertThat(bench.seen.last().reason()).isEqualTo(RefusalReason.NO_MATCHING_RULE);
        assertThat(bench.outside.sent).isEmpty();
    }

    @Test
    void aNameThatIsAllowedLaterHasItsOwnAddressAtOnce() throws Exception {
        assertThat(FakeNetworkGuest.resolve(bench, "good.example")).endsWith("0ad50004");
        Rule rule = rule("allow good.example");
        assertThat(FakeNetworkGuest.resolve(bench, "good.example", "93.184.216.34"))
                .endsWith("5db8d822");
        policies.remove(shop, rule.id());
        assertThat(FakeNetworkGuest.resolve(bench, "good.example")).endsWith("0ad50004");
    }

    @Test
    void aDenialOfTheDeveloperIsAnswered() throws Exception {
        policies.networkMode(shop, NetworkMode.ASK, RuleScope.SANDBOX);
        assertThat(FakeNetworkGuest.resolve(bench, "asked.example")).isNull();
        String id = policies.waiting(null).waiting().getFirst().id();
        policies.answer(id, new AnswerApproval(RuleAction.DENY, RuleScope.ONCE, null, null, null));
        bench.turn();
        assertThat(HexFormat.of().formatHex(bench.answers.getLast())).endsWith("0ad50004");
        assertThat(bench.seen.last().reason()).isEqualTo(RefusalReason.DENIED_BY_USER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "allow *",
                "allow * any",
                "allow 10.213.0.4",
                "allow 10.213.0.4:443 any",
                "allow 10.213.0.0/24 any",
                "allow 0.0.0.0/0 any",
                "allow evil.example any at 10.213.0.4",
                "deny evil.example"
            })
    void nothingIsBehindTheAddress(String words) throws Exception {
        rule(words);
        for (NetworkMode mode : NetworkMode.values()) {
            policies.networkMode(shop, mode, RuleScope.SANDBOX);
            FakeNetworkGuest.resolve(bench, "evil.example", ADDRESS);
            for (int port : new int[] {22, 53, 81, 443, 8082}) {
                bench.outside.calls.clear();
                bench.answers.clear();
                bench.send(Frames.tcp(ports++, ADDRESS, port, TcpSegment.SYN, 1, 0, NOTHING));
                assertThat(bench.outside.calls).as(mode + " " + port).isEmpty();
                assertThat(new FakeNetworkGuest(bench, ADDRESS, port).wasReset())
                        .isTrue();
                assertThat(bench.seen.last().verdict()).isEqualTo(Verdict.LOCAL);
                int sent = bench.outside.sent.size();
                bench.send(Frames.udp("10.213.0.2", ports++, ADDRESS, port, "x".getBytes(StandardCharsets.UTF_8)));
                // Type 3, code 3: programs report that the connection was refused.
                assertThat(HexFormat.of().formatHex(bench.answers.getLast(), 34, 36))
                        .isEqualTo("0303");
                assertThat(bench.outside.sent).hasSize(sent);
            }
        }
        assertThat(policies.waiting(null).waiting().stream().map(each -> String.valueOf(each.address())))
                .doesNotContain(ADDRESS);
    }

    @Test
    void aWebRequestIsAnsweredWithTheStatusForbidden() {
        String page = page("GET / HTTP/1.1\r\nUser-Agent: x\r\nhost: Evil.Example:80\r\n\r\n");
        assertThat(page)
                .startsWith("HTTP/1.1 403 Blocked by Belljar\r\n")
                .endsWith(
                        "\r\n\r\nBelljar blocked Evil.Example. Run belljar-why: it tells why, and what can be done.\n");
        int body = page.length() - page.indexOf("\r\n\r\n") - 4;
        assertThat(page).contains("\r\nContent-Length: " + body + "\r\n");
        assertThat(bench.seen.last().verdict()).isEqualTo(Verdict.LOCAL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\nHost: a b\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: <script>\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\u001b]0;x\u0007\r\n\r\n",
                "\u0016\u0003\u0001",
                "x"
            })
    void whatIsNoNameIsNotRepeated(String request) {
        assertThat(page(request)).contains("\r\n\r\nBelljar blocked this name. ");
    }

    @Test
    void theAnswerToHeadHasNoBody() {
        assertThat(page("HEAD / HTTP/1.1\r\nHost: evil.example\r\n\r\n")).endsWith("\r\n\r\n");
    }

    /// What comes back for the first bytes of a connection to port 80.
    private String page(String request) {
        FakeNetworkGuest guest = new FakeNetworkGuest(bench, ADDRESS, 80);
        guest.syn();
        TcpSegment answer = guest.last();
        assertThat(answer.flags()).isEqualTo(TcpSegment.SYN | TcpSegment.ACK);
        byte[] bytes = request.getBytes(StandardCharsets.ISO_8859_1);
        int next = answer.seq() + 1;
        bench.send(Frames.tcp(ADDRESS, 80, TcpSegment.ACK, answer.ack(), next, NOTHING));
        bench.send(Frames.tcp(ADDRESS, 80, TcpSegment.ACK | TcpSegment.PSH, answer.ack(), next, bytes));
        TcpSegment page = guest.last();
        assertThat(page.ack()).isEqualTo(answer.ack() + bytes.length);
        assertThat(page.has(TcpSegment.FIN)).isTrue();
        // More of a body is acknowledged, but gets no second answer, and no reset that would overtake the first one.
        int after = page.ack();
        bench.send(Frames.tcp(ADDRESS, 80, TcpSegment.ACK, after, page.next(), bytes));
        assertThat(guest.last().flags()).isEqualTo(TcpSegment.ACK);
        assertThat(guest.last().payload().hasRemaining()).isFalse();
        bench.send(Frames.tcp(ADDRESS, 80, TcpSegment.ACK | TcpSegment.FIN, after, page.next(), NOTHING));
        assertThat(guest.last().ack()).isEqualTo(after + 1);
        assertThat(bench.outside.calls).isEmpty();
        return StandardCharsets.ISO_8859_1.decode(page.payload()).toString();
    }

    @Test
    void aSegmentWithoutAConnectionIsReset() {
        FakeNetworkGuest guest = new FakeNetworkGuest(bench, ADDRESS, 80);
        bench.send(Frames.tcp(ADDRESS, 80, TcpSegment.FIN, 5, 0, NOTHING));
        assertThat(guest.wasReset()).isTrue();
        bench.send(Frames.tcp(ADDRESS, 80, TcpSegment.SYN | TcpSegment.ACK, 5, 5, NOTHING));
        assertThat(guest.wasReset()).isTrue();
        int answers = bench.answers.size();
        bench.send(Frames.tcp(ADDRESS, 80, TcpSegment.RST, 5, 0, NOTHING));
        assertThat(bench.answers).hasSize(answers);
    }

    /// Types: 28 an IPv6 address, 65 an HTTPS service, 16 a text, 15 a mail server.
    @ParameterizedTest
    @CsvSource({"28, " + NO_ADDRESS, "65, " + NO_ADDRESS, "16, " + REFUSED, "15, " + REFUSED})
    void otherQuestionsGetNoRecord(int type, String answer) {
        byte[] question = Frames.question("evil.example");
        question[question.length - 3] = (byte) type;
        bench.answers.clear();
        bench.send(Frames.udp("10.213.0.1", 53, question));
        assertThat(HexFormat.of().formatHex(bench.answers.getLast())).contains(answer);
        assertThat(bench.seen.last().verdict()).isEqualTo(Verdict.REFUSED);
        assertThat(bench.outside.sent).isEmpty();
    }

    @Test
    void whatIsNoNameIsRefused() {
        assertThat(FakeNetworkGuest.resolve(bench, "no name.example")).contains(REFUSED);
        policies.contain(shop, "the sandbox is stopping");
        assertThat(FakeNetworkGuest.resolve(bench, "evil.example")).contains(REFUSED);
    }

    @Test
    void theReasonIsInAnAnswerThatMayHaveIt() throws Exception {
        assertThat(extended("evil.example"))
                .contains(ONE_ADDRESS.substring(0, 8))
                .endsWith(error("000f"));
        rule("deny evil.example");
        assertThat(extended("evil.example")).endsWith(error("0011"));
        policies.contain(shop, "the sandbox is stopping");
        assertThat(extended("evil.example")).contains(REFUSED).endsWith(error("000f"));
        assertThat(FakeNetworkGuest.resolve(bench, "evil.example")).doesNotContain(text());
    }

    private String extended(String name) {
        byte[] question = Frames.join(
                Frames.question(name), HexFormat.of().parseHex("00" + "0029" + "04d0" + "00000000" + "0000"));
        question[11] = 1;
        bench.answers.clear();
        bench.send(Frames.udp("10.213.0.1", 53, question));
        return HexFormat.of().formatHex(bench.answers.getLast());
    }

    /// The EDNS record: its length, and the option 15 with its length, the code and the text.
    private static String error(String code) {
        int words = text().length() / 2;
        return "00" + "0029" + "04d0" + "00000000" + "%04x".formatted(words + 6) + "000f" + "%04x".formatted(words + 2)
                + code + text();
    }

    private static String text() {
        return HexFormat.of()
                .formatHex("Belljar blocked this name; belljar-why tells why".getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void theAddressIsOnTheNetwork() {
        byte[] request = Frames.REAL_ARP_ELSEWHERE.clone();
        System.arraycopy(Frames.address(ADDRESS), 0, request, request.length - 4, 4);
        bench.answers.clear();
        bench.send(request);
        assertThat(bench.answers).hasSize(1);
        assertThat(HexFormat.of().formatHex(bench.answers.getLast())).contains("525400be1101" + "0ad50004");
    }
}
