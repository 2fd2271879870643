package dev.belljar.agent.gateway.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.policy.PolicyService;
import dev.belljar.agent.policy.approval.PolicySubject;
import dev.belljar.agent.policy.file.PolicyFiles;
import dev.belljar.agent.sniff.Hello;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.problem.BelljarException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests, with real policies and a gateway in memory that inspects nothing, that no byte passes where rules tell
/// requests
/// apart and nobody sees them.
class RequestRuleStackTest {
    private static final String FAR = "93.184.216.34";
    private static final String GET = "GET /acme/x HTTP/1.1\r\nHost: good.example\r\n\r\n";
    private static final String TLS = new String(Hello.tls("good.example"), StandardCharsets.ISO_8859_1);
    private static final String SSH = "SSH-2.0-client\r\n";

    @TempDir
    private Path folder;

    private final SetClock clock = new SetClock();
    private AuditLog audit;
    private PolicyService policies;
    private PolicySubject shop;
    private Bench bench;

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

    private FakeNetworkGuest guest(int port) {
        FakeNetworkGuest.resolve(bench, "good.example", FAR);
        return new FakeNetworkGuest(bench, FAR, port);
    }

    private static String first(String protocol) {
        return switch (protocol) {
            case "tls" -> TLS;
            case "http" -> GET;
            default -> SSH;
        };
    }

    @ParameterizedTest
    @CsvSource({
        "allow GET good.example/acme/*, 443, tls",
        "allow GET good.example/acme/*, 443, http",
        "allow GET good.example/acme/*, 80, http",
        "allow GET good.example:22/acme/*, 22, ssh",
        "allow good.example/*, 443, tls",
        "allow good.example any; deny POST good.example, 443, tls",
        "allow good.example any; deny POST good.example, 22, ssh",
    })
    void nothingPassesThatNobodyInspects(String rules, int port, String protocol) throws Exception {
        for (String words : rules.split("; ")) {
            rule(words);
        }
        FakeNetworkGuest guest = guest(port);
        FakeStream stream = guest.open();
        guest.say(first(protocol));
        assertThat(stream.taken()).isEmpty();
        assertThat(guest.wasReset()).isTrue();
        assertThat(bench.seen.last().verdict()).isEqualTo(Verdict.REFUSED);
        assertThat(bench.seen.last().rule()).contains("the rules tell HTTP requests to");
    }

    @Test
    void theServerMayNotSendFirstEither() throws Exception {
        rule("allow GET good.example:22/acme/*");
        FakeNetworkGuest guest = guest(22);
        FakeStream stream = guest.open();
        stream.give("hello");
        bench.turn();
        assertThat(guest.wasReset()).isTrue();
        assertThat(guest.last().payload().hasRemaining()).isFalse();
    }

    @Test
    void aConnectionThatNobodyInspectsEndsWhenARuleAboutRequestsIsAdded() throws Exception {
        rule("allow good.example");
        FakeNetworkGuest guest = guest(443);
        FakeStream stream = guest.open();
        guest.say(TLS);
        assertThat(stream.taken()).isNotEmpty();
        bench.pass(2);
        assertThat(guest.wasReset()).isFalse();
        rule("deny POST good.example");
        bench.pass(2);
        assertThat(guest.wasReset()).isTrue();
        assertThat(bench.seen.all().stream()
                        .anyMatch(event -> String.valueOf(event.rule()).contains("turn inspection on")))
                .isTrue();
    }

    @Test
    void otherNamesAreNotConcerned() throws Exception {
        rule("allow good.example");
        rule("allow GET other.example/acme/*");
        rule("deny POST third.example");
        FakeNetworkGuest guest = guest(443);
        FakeStream stream = guest.open();
        guest.say(TLS);
        assertThat(stream.taken()).isEqualTo(TLS);
    }
}
