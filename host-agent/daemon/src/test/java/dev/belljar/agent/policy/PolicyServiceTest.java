package dev.belljar.agent.policy;

import static dev.belljar.agent.policy.PoliciesFixture.dns;
import static dev.belljar.agent.policy.PoliciesFixture.tcp;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.policy.approval.PolicySubject;
import dev.belljar.agent.policy.rule.PolicyException;
import dev.belljar.agent.policy.rule.RuleText;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.PolicyLayer;
import dev.belljar.contract.policy.PolicyProposal;
import dev.belljar.contract.policy.PolicyReplay;
import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.view.network.FlowRow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests layers in files, budgets, drafts and proposals.
class PolicyServiceTest {
    @TempDir
    private Path folder;

    private PoliciesFixture at;
    private PolicySubject shop;

    @BeforeEach
    void open() throws Exception {
        at = new PoliciesFixture(folder);
        shop = at.subject("s1");
    }

    @AfterEach
    void close() {
        at.close();
    }

    private Verdict verdict(Destination destination) {
        return at.of("s1").decide(destination).verdict();
    }

    private void write(Path file, String toml) throws Exception {
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, toml);
    }

    @Test
    void rulesAreKeptInTheirLayersAndOutliveTheHostAgent() throws Exception {
        Rule rule = at.policies.add(shop, "allow a.org:443", RuleScope.SANDBOX);
        at.policies.add(shop, "allow b.org", RuleScope.PROJECT);
        at.policies.add(shop, "deny c.org", RuleScope.USER);
        at.restart();
        PolicyView view = at.policies.view(shop);
        assertThat(view.layers())
                .extracting(PolicyLayer::scope)
                .containsExactly(RuleScope.ORGANIZATION, RuleScope.PROJECT, RuleScope.USER, RuleScope.SANDBOX);
        assertThat(view.layers().stream().map(layer -> layer.rules().size())).containsExactly(0, 1, 1, 1);
        assertThat(at.policies.remove(shop, rule.id()).match()).isEqualTo(rule.match());
        assertThat(at.policies.view(shop).layers().getLast().rules()).isEmpty();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(at.places.user())))
                .isEqualTo("rw-------");
    }

    @Test
    void theOrganizationsPolicyIsReadAndNeverWritten() throws Exception {
        write(at.places.organization(), "at-most = \"ask\"\n[[rule]]\ndeny = \"*.evil.org\"\n");
        at.restart();
        PolicyView view = at.policies.networkMode(shop, NetworkMode.OPEN, RuleScope.SANDBOX);
        assertThat(view.preset()).isEqualTo(NetworkMode.ASK);
        at.policies.add(shop, "allow *.evil.org", RuleScope.SANDBOX);
        assertThat(verdict(tcp("a.evil.org", 443))).isEqualTo(Verdict.REFUSED);
        assertThatThrownBy(() -> at.policies.add(shop, "allow a.org", RuleScope.ORGANIZATION))
                .isInstanceOfSatisfying(
                        PolicyException.class, e -> assertThat(e.code()).isEqualTo(PolicyException.READ_ONLY));
        String id = view.layers().getFirst().rules().getFirst().id();
        assertThatThrownBy(() -> at.policies.remove(shop, id)).isInstanceOf(PolicyException.class);
    }

    @Test
    void anUnreadableFileClosesTheNetworkAndIsNotOverwritten() throws Exception {
        at.policies.networkMode(shop, NetworkMode.OPEN, RuleScope.SANDBOX);
        assertThat(verdict(tcp("a.org", 443))).isEqualTo(Verdict.ALLOWED);
        write(at.places.user(), "preset = \"opne\"\n");
        at.restart();
        FlowDecision decision = at.of("s1").decide(tcp("a.org", 443));
        assertThat(decision.verdict()).isEqualTo(Verdict.REFUSED);
        assertThat(decision.rule()).contains("line 1: preset");
        assertThat(at.policies.view(shop).problem()).contains("line 1: preset");
        assertThatThrownBy(() -> at.policies.add(shop, "allow a.org", RuleScope.USER))
                .hasMessageContaining("line 1: preset");
        assertThat(Files.readString(at.places.user())).isEqualTo("preset = \"opne\"\n");
    }

    @Test
    void thePolicyIsShownAsItsFilesAreNow() throws Exception {
        write(at.places.user(), "preset = \"opne\"\n");
        assertThat(at.policies.view(shop).problem()).contains("line 1: preset");
        write(at.places.user(), "preset = \"open\"\n");
        PolicyView view = at.policies.view(shop);
        assertThat(view.problem()).isNull();
        assertThat(view.preset()).isEqualTo(NetworkMode.OPEN);
        assertThat(view.layers())
                .allSatisfy(layer -> assertThat(layer.problem()).isNull());
    }

    @Test
    void noFlowIsAllowedWhileTheAuditCannotBeWritten() throws Exception {
        at.policies.networkMode(shop, NetworkMode.OPEN, RuleScope.SANDBOX);
        assertThat(verdict(tcp("a.org", 443))).isEqualTo(Verdict.ALLOWED);
        Path anchor = at.folder.resolve("audit-head.json");
        Files.delete(anchor);
        Files.createDirectories(anchor.resolve("in the way"));
        at.policies.add(shop, "allow b.org", RuleScope.SANDBOX);
        FlowDecision decision = at.of("s1").decide(tcp("a.org", 443));
        assertThat(decision.verdict()).isEqualTo(Verdict.REFUSED);
        assertThat(decision.rule()).contains("audit log cannot be written");
        Files.delete(anchor.resolve("in the way"));
        Files.delete(anchor);
        at.later(Duration.ofSeconds(2));
        assertThat(verdict(tcp("a.org", 443))).isEqualTo(Verdict.ALLOWED);
    }

    @Test
    void aFlowWhoseAuditLineCannotBeWrittenIsRefused() throws Exception {
        at.policies.networkMode(shop, NetworkMode.OPEN, RuleScope.SANDBOX);
        String long2k = "x".repeat(2_000);
        while (Files.size(at.folder.resolve("audit/audit-000001.jsonl")) < (16 << 20) - 9_000) {
            assertThat(at.audit.record("opened", "other", long2k, "allowed", long2k))
                    .isTrue();
        }
        Path next = Files.createDirectories(at.folder.resolve("audit/audit-000002.jsonl"));
        FlowDecision first = at.of("s1").decide(tcp("a.org", 443));
        long letOut = 0;
        for (int port = 1; first.verdict() == Verdict.ALLOWED && port < 60; port++) {
            letOut++;
            first = at.of("s1").decide(tcp("a.org", port));
        }
        assertThat(first.verdict()).isEqualTo(Verdict.REFUSED);
        assertThat(first.rule()).contains("audit log cannot be written");
        Files.delete(next);
        long allowed = at.audit.newest(60).stream()
                .filter(entry -> entry.what().equals("opened") && "s1".equals(entry.sandbox()))
                .count();
        assertThat(allowed).as("each that was let out has its line").isEqualTo(letOut);
        at.later(Duration.ofSeconds(2));
        assertThat(verdict(tcp("a.org", 443))).isEqualTo(Verdict.ALLOWED);
    }

    @Test
    void dnsIsRefusedASecondAfterTheAuditBecameUnwritable() throws Exception {
        at.policies.networkMode(shop, NetworkMode.OPEN, RuleScope.SANDBOX);
        assertThat(verdict(dns("a.org"))).isEqualTo(Verdict.ALLOWED);
        String long2k = "x".repeat(2_000);
        while (Files.size(at.folder.resolve("audit/audit-000001.jsonl")) < (16 << 20) - 9_000) {
            at.audit.record("opened", "other", long2k, "allowed", long2k);
        }
        while (Files.size(at.folder.resolve("audit/audit-000001.jsonl")) < (16 << 20) - 900) {
            at.audit.record("opened", "other", "", "allowed", "");
        }
        Path next = Files.createDirectories(at.folder.resolve("audit/audit-000002.jsonl"));
        at.later(Duration.ofSeconds(1));
        FlowDecision decision = at.of("s1").decide(dns("a.org"));
        assertThat(decision.verdict()).isEqualTo(Verdict.REFUSED);
        assertThat(decision.rule()).contains("audit log cannot be written");
        Files.delete(next);
        at.later(Duration.ofSeconds(1));
        assertThat(verdict(dns("a.org"))).isEqualTo(Verdict.ALLOWED);
    }

    @Test
    void aWorldWritableFileIsNotTrusted() throws Exception {
        write(at.places.user(), "preset = \"open\"\n");
        Files.setPosixFilePermissions(at.places.user(), PosixFilePermissions.fromString("rw-rw-rw-"));
        assertThat(at.of("s1").decide(tcp("a.org", 443)).rule()).contains("every user can write to it");
    }

    @Test
    void aRemovedRuleEndsTheFlowsItAllowed() throws Exception {
        Rule rule = at.policies.add(shop, "allow a.org:443", RuleScope.SANDBOX);
        FlowDecision through = at.of("s1").decide(tcp("a.org", 443));
        assertThat(through.grant().stands()).isTrue();
        at.policies.remove(shop, rule.id());
        assertThat(through.grant().stands()).isFalse();
    }

    @Test
    void aDenialEndsTheFlowsThatAPresetAllowed() throws Exception {
        at.policies.networkMode(shop, NetworkMode.OPEN, RuleScope.SANDBOX);
        FlowDecision through = at.of("s1").decide(tcp("a.org", 443));
        assertThat(through.grant().stands()).isTrue();
        assertThat(through.grant().upload(1L << 40)).isEqualTo(1L << 40);
        at.policies.add(shop, "deny a.org", RuleScope.USER);
        assertThat(through.grant().stands()).isFalse();
    }

    @Test
    void connectionsOfABudgetAreCounted() throws Exception {
        at.policies.add(shop, "allow a.org connections 2", RuleScope.SANDBOX);
        assertThat(verdict(dns("a.org"))).isEqualTo(Verdict.ALLOWED);
        assertThat(verdict(tcp("a.org", 443))).isEqualTo(Verdict.ALLOWED);
        FlowDecision second = at.of("s1").decide(tcp("a.org", 443));
        assertThat(second.verdict()).isEqualTo(Verdict.ALLOWED);
        assertThat(verdict(tcp("a.org", 443))).isEqualTo(Verdict.REFUSED);
        assertThat(second.grant().stands()).isTrue();
        at.restart();
        assertThat(verdict(tcp("a.org", 443))).isEqualTo(Verdict.REFUSED);
        at.policies.add(shop, "allow a.org connections 2", RuleScope.SANDBOX);
        assertThat(verdict(tcp("a.org", 443))).isEqualTo(Verdict.ALLOWED);
    }

    @Test
    void connectionsThatNoBudgetCountsWriteNoUsage() throws Exception {
        at.policies.add(shop, "allow a.org minutes 10", RuleScope.SANDBOX);
        assertThat(verdict(tcp("a.org", 443))).isEqualTo(Verdict.ALLOWED);
        Path kept = shop.folder().resolve("policy-use.json");
        Object written = Files.getLastModifiedTime(kept);
        for (int i = 0; i < 20; i++) {
            assertThat(verdict(tcp("a.org", 443))).isEqualTo(Verdict.ALLOWED);
        }
        assertThat(Files.getLastModifiedTime(kept)).isEqualTo(written);
        at.later(Duration.ofMinutes(10));
        at.restart();
        assertThat(verdict(tcp("a.org", 443))).as("the first use is kept").isEqualTo(Verdict.REFUSED);
    }

    @Test
    void anUploadIsNeverOverItsBudgetNotEvenAfterARestart() throws Exception {
        at.policies.add(shop, "allow a.org upload 1000000", RuleScope.SANDBOX);
        long sent = at.of("s1").decide(tcp("a.org", 443)).grant().upload(600_000);
        assertThat(sent).isEqualTo(600_000);
        at.restart();
        FlowDecision again = at.of("s1").decide(tcp("a.org", 443));
        sent += again.grant().upload(400_001);
        assertThat(sent).isLessThanOrEqualTo(1_000_000);
        assertThat(again.grant().upload(1_000_000)).isZero();
        assertThat(again.grant().stands()).isFalse();
        assertThat(verdict(tcp("a.org", 443))).isEqualTo(Verdict.REFUSED);
    }

    @Test
    void minutesCountFromTheFirstUse() throws Exception {
        at.policies.add(shop, "allow a.org minutes 10", RuleScope.SANDBOX);
        at.later(Duration.ofHours(1));
        FlowDecision through = at.of("s1").decide(tcp("a.org", 443));
        at.later(Duration.ofMinutes(9));
        assertThat(through.grant().stands()).isTrue();
        at.later(Duration.ofMinutes(1));
        assertThat(through.grant().stands()).isFalse();
        assertThat(verdict(tcp("a.org", 443))).isEqualTo(Verdict.REFUSED);
    }

    @Test
    void onlyTheGrantOfAnAddressRuleNamesTheAddress() throws Exception {
        at.policies.add(shop, "allow 10.0.0.5:5432", RuleScope.SANDBOX);
        at.policies.add(shop, "allow a.org", RuleScope.SANDBOX);
        assertThat(at.of("s1")
                        .decide(new Destination("tcp", "10.0.0.5", 5432, null))
                        .grant()
                        .namesAddress())
                .isTrue();
        assertThat(at.of("s1").decide(tcp("a.org", 443)).grant().namesAddress()).isFalse();
    }

    @Test
    void aNameMayResolveToAPrivateAddressThatARuleNames() throws Exception {
        at.policies.add(shop, "allow db.corp.org", RuleScope.SANDBOX);
        at.policies.add(shop, "allow 10.0.0.5:5432", RuleScope.SANDBOX);
        at.policies.add(shop, "allow in.corp.org at 10.1.0.0/16", RuleScope.SANDBOX);
        assertThat(leads("db.corp.org", "10.0.0.5")).isTrue();
        assertThat(leads("db.corp.org", "10.0.0.6")).isFalse();
        assertThat(leads("db.corp.org", "10.1.0.6")).isFalse();
        assertThat(leads("in.corp.org", "10.1.0.6")).isTrue();
        assertThat(leads("in.corp.org", "127.0.0.1")).isFalse();
        FlowDecision through = at.of("s1").decide(new Destination("tcp", "10.0.0.5", 5432, "db.corp.org"));
        assertThat(through.verdict()).isEqualTo(Verdict.ALLOWED);
        assertThat(through.grant().namesAddress()).isTrue();
        assertThat(verdict(new Destination("tcp", "10.0.0.5", 22, "db.corp.org")))
                .isEqualTo(Verdict.REFUSED);
    }

    private boolean leads(String name, String address) {
        return at.of("s1")
                .decide(new Destination("dns", address, 53, name))
                .grant()
                .namesAddress();
    }

    @Test
    void aBranchHasTheRulesWithoutAnswersForOnce() throws Exception {
        at.policies.add(shop, "deny a.org", RuleScope.SANDBOX);
        at.policies.networkMode(shop, NetworkMode.CLOSED, RuleScope.SANDBOX);
        at.policies.snapshots().inherit(shop, "none", at.subject("s2"));
        assertThat(at.policies.view(at.subject("s2")).layers().getLast().rules())
                .isEqualTo(at.policies.view(shop).layers().getLast().rules());
        assertThat(at.policies.view(at.subject("s2")).preset()).isEqualTo(NetworkMode.CLOSED);
    }

    @Test
    void aBranchOfADestroyedSandboxHasTheRulesOfItsSnapshot() throws Exception {
        at.policies.add(shop, "deny a.org", RuleScope.SANDBOX);
        at.policies.snapshots().remember(shop, "snap1");
        at.policies.snapshots().inherit(null, "snap1", at.subject("s2"));
        assertThat(at.of("s2").decide(tcp("a.org", 443)).verdict()).isEqualTo(Verdict.REFUSED);
        at.policies.snapshots().forget("snap1");
        at.policies.snapshots().inherit(null, "snap1", at.subject("s3"));
        assertThat(at.of("s3").decide(tcp("a.org", 443)).verdict()).isEqualTo(Verdict.HELD);
    }

    @Test
    void aChangedPolicyHasAnotherVersion() throws Exception {
        int closed = at.policies.version(shop);
        assertThat(at.policies.version(at.subject("s2"))).isEqualTo(closed).isPositive();
        at.policies.add(shop, "deny a.org", RuleScope.SANDBOX);
        int denied = at.policies.version(shop);
        assertThat(denied).isNotEqualTo(closed).isEqualTo(at.policies.version(shop));
        assertThat(at.policies.version(at.subject("s2"))).isEqualTo(closed);
        at.policies.networkMode(shop, NetworkMode.REGISTRIES, RuleScope.USER);
        assertThat(at.policies.version(shop)).isNotEqualTo(denied);
        assertThat(at.policies.version(at.subject("s2"))).isNotEqualTo(closed);
    }

    @Test
    void anExportedPolicyCanBeImported() throws Exception {
        at.policies.add(shop, "allow a.org:443", RuleScope.SANDBOX);
        at.policies.networkMode(shop, NetworkMode.REGISTRIES, RuleScope.SANDBOX);
        String toml = at.policies.text(shop, RuleScope.SANDBOX).toml();
        PolicyView view = at.policies.replace(at.subject("s2"), toml, RuleScope.SANDBOX);
        assertThat(view.preset()).isEqualTo(NetworkMode.REGISTRIES);
        assertThat(view.layers().getLast().rules()).hasSize(1);
        assertThatThrownBy(() -> at.policies.replace(shop, "preset = 1", RuleScope.SANDBOX))
                .hasMessageContaining("line 1");
        assertThat(at.policies.text(shop, RuleScope.SANDBOX).toml()).isEqualTo(toml);
    }

    private static FlowRow flow(String proto, String dst, @Nullable String name, Verdict verdict, long up) {
        return new FlowRow(
                1, 1, 2L, 7, "curl", "/usr/bin/curl", proto, "10.213.0.2:4000", dst, name, up, 0, 1, verdict, "closed");
    }

    @Test
    void aDraftIsReplayedOnRecordedFlows() throws Exception {
        List<FlowRow> flows = List.of(
                flow("dns", "10.213.0.1:53", "a.org", Verdict.REFUSED, 30),
                flow("tcp", "93.184.216.7:443", "a.org", Verdict.REFUSED, 60),
                flow("tcp", "93.184.216.7:443", "a.org", Verdict.REFUSED, 60),
                flow("tcp", "93.184.216.8:22", null, Verdict.REFUSED, 60),
                flow("arp", "10.213.0.1:0", null, Verdict.LOCAL, 60));
        PolicyReplay replay = at.policies.replay(
                shop, "preset = \"closed\"\n[[rule]]\nallow = \"a.org:443\"\n", RuleScope.SANDBOX, flows);
        assertThat(replay.flows()).isEqualTo(4);
        assertThat(replay.same()).isEqualTo(1);
        assertThat(replay.changes()).hasSize(2);
        assertThat(replay.changes().getLast().count()).isEqualTo(2);
        assertThat(replay.changes().getLast().draft()).isEqualTo(Verdict.ALLOWED);
        assertThat(at.policies.view(shop).layers().getLast().rules()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"/usr/bin/curl, ALLOWED", "/usr/bin/wget, REFUSED"})
    void aReplayKnowsTheProgramsOfRecordedFlows(String program, Verdict verdict) throws Exception {
        String draft = "preset = \"closed\"\n[[rule]]\nallow = \"a.org:443\"\nprocess = \"%s\"\n".formatted(program);
        List<FlowRow> flows = List.of(flow("tcp", "93.184.216.7:443", "a.org", Verdict.REFUSED, 60));
        PolicyReplay replay = at.policies.replay(shop, draft, RuleScope.SANDBOX, flows);
        assertThat(replay.same()).isEqualTo(verdict == Verdict.REFUSED ? 1 : 0);
    }

    @Test
    void learntRulesAllowTheRecordedFlowsAndNoOthers() throws Exception {
        List<FlowRow> flows = List.of(
                flow("dns", "10.213.0.1:53", "a.org", Verdict.ALLOWED, 30),
                flow("tcp", "93.184.216.7:443", "a.org", Verdict.ALLOWED, 60),
                flow("dns", "10.213.0.1:53", "only.asked.org", Verdict.ALLOWED, 30),
                flow("tcp", "93.184.216.8:22", null, Verdict.ALLOWED, 60),
                flow("tcp", "10.0.0.1:80", null, Verdict.REFUSED, 60),
                flow("tcp", "93.184.216.9:80", null, Verdict.REFUSED, 60));
        assertThat(at.policies.learn(flows, false).rules())
                .extracting(RuleText::words)
                .containsExactly("allow a.org:443 tcp", "allow only.asked.org dns", "allow 93.184.216.8:22 tcp");
        assertThat(at.policies.learn(flows, true).rules())
                .extracting(RuleText::words)
                .contains("allow 93.184.216.9:80 tcp")
                .noneMatch(words -> words.contains("10.0.0.1"));
        String toml = at.policies.learn(flows, false).toml();
        at.policies.replace(shop, "preset = \"closed\"\n" + toml, RuleScope.SANDBOX);
        PolicyReplay replay = at.policies.replay(shop, null, RuleScope.SANDBOX, flows);
        assertThat(replay.changes()).isEmpty();
    }

    @Test
    void aNameWithAPrivateAddressIsLearntWithTheAddress() throws Exception {
        List<FlowRow> flows = List.of(flow("tcp", "10.0.0.5:443", "db.lan", Verdict.ALLOWED, 60));
        String toml = at.policies.learn(flows, false).toml();
        at.policies.replace(shop, "preset = \"closed\"\n" + toml, RuleScope.SANDBOX);
        assertThat(at.policies.replay(shop, null, RuleScope.SANDBOX, flows).changes())
                .isEmpty();
    }

    @Test
    void aProposalAppliesOnlyOnceItsExactTextIsAdopted() throws Exception {
        Path file = shop.project().resolve(".belljar/policy.toml");
        write(file, "[[rule]]\nallow = \"a.org:443\"\n");
        PolicyProposal proposal = at.policies.proposal(shop);
        assertThat(proposal.rules()).hasSize(1);
        assertThat(verdict(tcp("a.org", 443))).isEqualTo(Verdict.HELD);
        write(file, "[[rule]]\nallow = \"evil.org:443\"\n");
        assertThatThrownBy(() -> at.policies.adopt(shop, proposal.digest()))
                .isInstanceOfSatisfying(
                        PolicyException.class, e -> assertThat(e.code()).isEqualTo(PolicyException.CHANGED));
        write(file, "[[rule]]\nallow = \"a.org:443\"\n");
        at.policies.adopt(shop, proposal.digest());
        assertThat(verdict(tcp("a.org", 443))).isEqualTo(Verdict.ALLOWED);
        assertThat(at.policies.proposal(shop).rules()).isEmpty();
        assertThat(at.policies.view(shop).layers().get(1).rules()).hasSize(1);
    }

    @Test
    void aProposalMayNotBeALinkOrSetAPreset() throws Exception {
        assertThatThrownBy(() -> at.policies.proposal(shop))
                .isInstanceOfSatisfying(
                        PolicyException.class, e -> assertThat(e.code()).isEqualTo(PolicyException.NO_PROPOSAL));
        Path file = shop.project().resolve(".belljar/policy.toml");
        write(folder.resolve("elsewhere.toml"), "[[rule]]\nallow = \"a.org\"\n");
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.createSymbolicLink(file, folder.resolve("elsewhere.toml"));
        assertThatThrownBy(() -> at.policies.proposal(shop)).isInstanceOf(PolicyException.class);
        Files.delete(file);
        write(file, "preset = \"open\"\n");
        PolicyProposal proposal = at.policies.proposal(shop);
        assertThat(proposal.problem()).contains("only rules");
        assertThatThrownBy(() -> at.policies.adopt(shop, proposal.digest())).isInstanceOf(PolicyException.class);
        write(file, "preset = [\n");
        assertThat(at.policies.proposal(shop).problem()).contains("line");
    }

    @Test
    void changesAreInTheAudit() throws Exception {
        at.policies.networkMode(shop, NetworkMode.OPEN, RuleScope.SANDBOX);
        at.policies.add(shop, "allow a.org", RuleScope.PROJECT);
        for (int i = 0; i < 300; i++) {
            at.of("s1").decide(tcp("a.org", 443));
        }
        at.later(Duration.ofMinutes(2));
        at.restart();
        List<String> audited = at.audited();
        assertThat(audited).startsWith("policy", "policy").endsWith("summed");
        assertThat(audited.stream().filter("opened"::equals).count()).isLessThan(150);
        assertThat(at.audit.newest(1).getFirst().count())
                .isEqualTo(300 - audited.stream().filter("opened"::equals).count());
        assertThat(at.audit.verify().intact()).isTrue();
    }
}
