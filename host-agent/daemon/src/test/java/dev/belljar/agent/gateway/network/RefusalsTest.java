package dev.belljar.agent.gateway.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.packet.TcpSegment;
import dev.belljar.agent.policy.PolicyService;
import dev.belljar.agent.policy.approval.PolicySubject;
import dev.belljar.agent.policy.file.PolicyFiles;
import dev.belljar.agent.sniff.Hello;
import dev.belljar.contract.policy.AuditEntry;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.problem.BelljarException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that every refusal at the gateway, by any part, is in the audit of real policies.
class RefusalsTest {
    private static final byte[] NOTHING = {};
    private static final String FAR = "93.184.216.34";
    private static final int FLOOD = 100_000;

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

    private void rule(String words) throws BelljarException {
        policies.add(shop, words, RuleScope.SANDBOX);
    }

    @Test
    void theReverseArpFrameOfABootIsCountedButNotRefused() throws Exception {
        byte[] payload = new byte[46];
        bench.send(Frames.join(Frames.hex("ffffffffffff525400be11028035"), payload));
        bench.pass(2);
        assertThat(bench.totals().framesUp()).isEqualTo(1);
        assertThat(bench.totals().flows()).isZero();
        assertThat(refused()).isEmpty();
        bench.send(Frames.join(Frames.hex("ffffffffffff525400be110288b5"), payload));
        assertThat(only().subject()).contains("eth-88b5");
    }

    private void syn(String address, int port) {
        bench.send(Frames.tcp(address, port, TcpSegment.SYN, 1, 0, NOTHING));
    }

    private List<AuditEntry> refused() throws BelljarException {
        return audit.newest(1_000).stream()
                .filter(entry -> entry.what().equals("refused"))
                .toList();
    }

    private AuditEntry only() throws BelljarException {
        assertThat(refused()).hasSize(1);
        AuditEntry entry = refused().getFirst();
        assertThat(entry.sandbox()).isEqualTo("s1");
        assertThat(entry.verdict()).isEqualTo("refused");
        assertThat(audit.verify().intact()).isTrue();
        return entry;
    }

    @Test
    void aRefusalByThePresetIsInTheAudit() throws Exception {
        syn(FAR, 443);
        syn(FAR, 443);
        assertThat(only().subject()).isEqualTo("tcp " + FAR + ":443");
        assertThat(only().detail()).isEqualTo("closed: no matching rule");
    }

    @Test
    void aRefusalByARuleIsInTheAudit() throws Exception {
        policies.networkMode(shop, NetworkMode.OPEN, RuleScope.SANDBOX);
        rule("deny " + FAR);
        bench.send(Frames.udp(FAR, 9, NOTHING));
        assertThat(only().subject()).isEqualTo("udp " + FAR + ":9");
        assertThat(only().detail()).startsWith("deny " + FAR);
    }

    @Test
    void aRefusalByTheBoundaryIsInTheAudit() throws Exception {
        policies.networkMode(shop, NetworkMode.OPEN, RuleScope.SANDBOX);
        syn("8.8.8.8", 853);
        assertThat(only().detail())
                .contains("a name server other than the gateway is allowed only by a rule that names it");
    }

    @Test
    void aRefusedNameIsInTheAuditOnceAMinute() throws Exception {
        FakeNetworkGuest.resolve(bench, "bad.example");
        FakeNetworkGuest.resolve(bench, "bad.example");
        assertThat(only().subject()).isEqualTo("dns bad.example");
    }

    @Test
    void aRefusalByTheTlsNameIsInTheAudit() throws Exception {
        rule("allow good.example");
        FakeNetworkGuest.resolve(bench, "good.example", FAR);
        FakeNetworkGuest guest = new FakeNetworkGuest(bench, FAR, 443);
        guest.open();
        guest.say(Hello.tls("bad.example"));
        assertThat(only().subject()).isEqualTo("tcp good.example (" + FAR + "):443");
        assertThat(only().detail()).endsWith(", but the TLS ClientHello is for bad.example");
    }

    @Test
    void aSpoofedFrameIsInTheAudit() throws Exception {
        byte[] frame = Frames.tcp(FAR, 443, TcpSegment.SYN, 1, 0, NOTHING);
        System.arraycopy(Frames.hex("525400badbad"), 0, frame, 6, 6);
        bench.send(frame);
        assertThat(only().detail()).startsWith("spoofed: sent from 52:54:00:ba:db:ad");
    }

    @Test
    void aFloodIsSummedUpAndHidesNoAllowedFlow() throws Exception {
        rule("allow good.example");
        for (int i = 0; i < FLOOD; i++) {
            bench.send(Frames.tcp(1024 + i % 60_000, "1.2." + i / 60_000 + ".4", 80, TcpSegment.SYN, 1, 0, NOTHING));
            bench.answers.clear();
        }
        FakeNetworkGuest.resolve(bench, "good.example", FAR);
        assertThat(refused()).hasSize(100);
        policies.close();
        List<AuditEntry> all = audit.newest(1_000);
        assertThat(all.stream().filter(entry -> entry.what().equals("opened"))).hasSize(1);
        AuditEntry sum = all.getLast();
        assertThat(sum.what()).isEqualTo("summed");
        assertThat(sum.verdict()).isEqualTo("refused");
        assertThat(sum.count()).isEqualTo(FLOOD - 100);
        assertThat(sum.detail()).startsWith("refused but not listed; the last was tcp 1.2.1.4:80, reason: closed");
        assertThat(audit.verify().intact()).isTrue();
    }
}
