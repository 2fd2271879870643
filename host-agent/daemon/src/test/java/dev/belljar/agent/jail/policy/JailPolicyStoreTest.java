package dev.belljar.agent.jail.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.jail.plan.JailException;
import dev.belljar.agent.jail.syscall.SyscallPolicyException;
import dev.belljar.contract.jail.AccessChange;
import dev.belljar.contract.jail.JailPolicy;
import dev.belljar.contract.jail.JailPolicyLayer;
import dev.belljar.contract.jail.JailReplay;
import dev.belljar.contract.jail.PathRule;
import dev.belljar.contract.jail.RecordedAccess;
import dev.belljar.contract.jail.SyscallPreset;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.Generator;
import dev.belljar.testing.property.Generators;
import dev.belljar.testing.property.Property;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the layers of policies for jails.
class JailPolicyStoreTest {
    private static final String SHOP = "/home/anna/shop";
    private static final String DENY_AWS = "{\"paths\":[{\"path\":\"~/.aws\",\"action\":\"deny\"}]}";
    private static final String ALLOW_AWS =
            "{\"paths\":[{\"path\":\"~/.aws/config\",\"action\":\"allow\"},{\"path\":\"/srv/x\",\"action\":\"allow\"}],"
                    + "\"presets\":[\"no_debugging\"]}";

    @TempDir
    Path folder;

    private JailPolicyFiles files;
    private AccessRecord accesses;
    private AuditLog audit;
    private JailPolicyStore store;

    @BeforeEach
    void open() throws Exception {
        files = new JailPolicyFiles(
                folder.resolve("etc/jail-policy.json"), folder.resolve("user.json"), folder.resolve("projects"));
        accesses = new AccessRecord(folder.resolve("jails"));
        audit = AuditLog.open(folder.resolve("audit"), InstantSource.system());
        store = new JailPolicyStore(files, accesses, audit, "/home/anna");
    }

    @AfterEach
    void close() {
        audit.close();
    }

    @Test
    void whatOneLayerDeniesNoOtherLayerAllows() throws Exception {
        write(files.organization(), DENY_AWS);
        store.replace(null, SHOP, ALLOW_AWS, false);
        store.add(RuleScope.PROJECT, SHOP, new PathRule("/home/anna/.kube", RuleAction.ALLOW));
        MergedJailPolicy merged = store.merged(SHOP, "/home/anna");
        assertThat(merged.paths().allowed()).containsExactly("/home/anna/.kube", "/srv/x");
        assertThat(merged.paths().denied()).containsExactly("/home/anna/.aws");
        assertThat(merged.presets()).containsExactly(SyscallPreset.NO_DEBUGGING);
        assertThat(store.merged("/home/anna/other", "/home/anna").paths().allowed())
                .containsExactly("/srv/x");
        assertThat(store.layers(SHOP))
                .extracting(JailPolicyLayer::layer)
                .containsExactly(RuleScope.ORGANIZATION, RuleScope.PROJECT, RuleScope.USER);
        assertThat(audit.newest(5)).extracting(entry -> entry.detail()).anyMatch(text -> text.contains("allow /home"));
    }

    static Generator<List<JailPolicy>> layers() {
        Generator<PathRule> rule = choices -> new PathRule(
                Generators.of("/a", "/a/b", "/a/b/c", "/ab", "/d", "~/a").next(choices),
                Generators.of(RuleAction.ALLOW, RuleAction.DENY).next(choices));
        return choices -> choices.list(1, 3, c -> new JailPolicy(c.list(0, 4, rule::next), List.of(), null));
    }

    @Property
    void deniedPathsAreNeverAllowed(@ForAll("layers") List<JailPolicy> layers) {
        MergedJailPolicy merged = MergedJailPolicy.of(layers, "/home/anna");
        for (JailPolicy layer : layers) {
            for (PathRule rule : layer.paths()) {
                String path = rule.path().replace("~", "/home/anna");
                if (rule.action() == RuleAction.DENY) {
                    assertThat(merged.paths().denied()).contains(path);
                    assertThat(merged.decision(access(path, path, true))).isEqualTo("denied");
                    assertThat(merged.decision(access(path + "/x", path, true))).isEqualTo("denied");
                }
            }
        }
        assertThat(MergedJailPolicy.of(layers.reversed(), "/home/anna")).isEqualTo(merged);
    }

    @Test
    void aFileThatIsNoPolicyStopsEverything() throws Exception {
        for (String text : List.of(
                "{",
                "{\"path\":[]}",
                "{\"paths\":[{\"path\":\"relative\",\"action\":\"deny\"}]}",
                "{\"paths\":[{\"path\":\"/a/../b\",\"action\":\"deny\"}]}",
                "{\"paths\":[{\"path\":\"/\",\"action\":\"allow\"}]}",
                "{\"paths\":[{\"path\":\"/a\"}]}",
                "{\"presets\":[\"no_fun\"]}",
                "{\"syscalls\":{\"otherwise\":{\"effect\":\"notify\"}}}")) {
            write(files.organization(), text);
            assertThatThrownBy(() -> store.merged(SHOP, "/home/anna")).as(text).isInstanceOf(JailException.class);
        }
    }

    @Test
    void layersAreExportedAndImported() throws Exception {
        store.replace(RuleScope.PROJECT, SHOP, ALLOW_AWS, false);
        store.replace(RuleScope.PROJECT, SHOP, "read: 1\nmkdir: return EPERM\n", true);
        assertThat(store.text(RuleScope.PROJECT, SHOP, true))
                .isEqualTo("@default kill-process\nread: allow\nmkdir: return 1\n");
        String exported = store.text(RuleScope.PROJECT, SHOP, false);
        JailPolicyLayer user = store.replace(RuleScope.USER, SHOP, exported, false);
        assertThat(user.policy()).isEqualTo(store.layers(SHOP).get(1).policy());
        assertThat(user.policy().paths()).hasSize(2);
        assertThatThrownBy(() -> store.replace(RuleScope.ORGANIZATION, SHOP, exported, false))
                .hasMessageContaining("not changed by Belljar");
        assertThatThrownBy(() -> store.replace(RuleScope.ONCE, SHOP, exported, false))
                .hasMessageContaining("the scope");
        assertThatThrownBy(() -> store.replace(RuleScope.USER, SHOP, "opne: 1", true))
                .isInstanceOf(SyscallPolicyException.class);
    }

    @Test
    void aDraftIsAppliedToRecordedAccesses() throws Exception {
        accesses.add(access("/home/anna/.aws/config", "/home/anna/.aws", true));
        accesses.add(access("/home/anna/.ssh/key", "/home/anna/.ssh", false));
        accesses.add(
                new RecordedAccess(1, "k2", "/home/anna/other", "/home/anna/.aws/x", "/home/anna/.aws", null, true));
        Files.writeString(folder.resolve("jails/accesses.jsonl"), "{\"ts\":1,\"ja", StandardOpenOption.APPEND);
        JailReplay replay = store.replay(null, SHOP, DENY_AWS, false);
        assertThat(replay.accesses()).isEqualTo(2);
        assertThat(replay.changes()).extracting(AccessChange::draft).containsExactly("denied", "asked");
        assertThat(store.layers(SHOP)).extracting(JailPolicyLayer::policy).containsOnly(JailPolicy.EMPTY);
    }

    private static RecordedAccess access(String path, String mask, boolean allowed) {
        return new RecordedAccess(1, "k1", SHOP, path, mask, "/usr/bin/cat", allowed);
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
