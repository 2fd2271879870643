package dev.belljar.agent.jail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.jail.plan.JailException;
import dev.belljar.contract.event.ApprovalEvent;
import dev.belljar.contract.jail.AccessChange;
import dev.belljar.contract.jail.JailMode;
import dev.belljar.contract.jail.JailReplay;
import dev.belljar.contract.jail.JailStatus;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.AuditEntry;
import dev.belljar.contract.policy.ParentProcess;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.jail.PrepareJail;
import dev.belljar.contract.request.policy.AnswerApproval;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Runs commands in real jails.
@Tag("slow")
class JailServiceTest {
    private static final int KILLED = 128 + 9;

    private JailFixture jail;

    @BeforeEach
    void open() throws Exception {
        jail = new JailFixture();
    }

    @AfterEach
    void close() throws Exception {
        jail.close();
    }

    @Test
    void aStaticJailHidesSecretsAndWritesOnlyToTheProject() throws Exception {
        JailFixture.RanJail ran = jail.run(jail.shell(
                JailMode.STATIC,
                "cat $HOME/.ssh/key; ls -A $HOME/.ssh; echo x > $HOME/new; echo y > made; echo z > .git/hooks/pre-commit;"
                        + " echo $BELLJAR_JAIL; env | grep -c .; exit 7"));
        assertThat(ran.code()).isEqualTo(7);
        assertThat(ran.printed())
                .doesNotContain(JailFixture.SECRET)
                .contains("Permission denied", "Read-only file system")
                .containsPattern("(?m)^k[0-9a-f]{6}$");
        assertThat(jail.project.resolve("made")).hasContent("y");
        assertThat(jail.home.resolve("new")).doesNotExist();
        assertThat(jail.project.resolve(".git/hooks")).isEmptyDirectory();
        assertThat(jail.jails.waiting()).isEmpty();
        assertThat(jail.events).isEmpty();
    }

    @Test
    void theBlacklistIsRefusedWithoutAsking() throws Exception {
        PrepareJail asking = jail.shell(JailMode.DYNAMIC, "cat $HOME/private/diary");
        PrepareJail request = new PrepareJail(
                asking.project(),
                asking.folder(),
                asking.command(),
                asking.environment(),
                false,
                null,
                false,
                List.of(),
                List.of(),
                List.of(jail.home.resolve("private").toString()));
        JailFixture.RanJail ran = jail.run(request);
        assertThat(ran.printed()).contains("Permission denied").doesNotContain("dear diary");
        assertThat(jail.events).isEmpty();
    }

    @Test
    void anAccessIsAskedAndGoesOnWhenAllowed() throws Exception {
        Process process = jail.start(jail.shell(JailMode.DYNAMIC, "cat $HOME/.ssh/key && cat $HOME/.ssh/other"));
        Approval asked = jail.asked();
        assertThat(asked.protocol()).isEqualTo("file");
        assertThat(asked.name()).isEqualTo(jail.home + "/.ssh/key");
        assertThat(asked.special()).isEqualTo("open");
        assertThat(Objects.requireNonNull(asked.asker()).name()).isEqualTo("cat");
        assertThat(asked.asker().parents()).extracting(ParentProcess::name).startsWith("sh");
        assertThat(jail.jails.list()).extracting(JailStatus::held).containsExactly(1);
        jail.jails.answer(asked.id(), answer(RuleAction.ALLOW, RuleScope.SANDBOX));
        JailFixture.RanJail ran = jail.ended(process);
        assertThat(ran).isEqualTo(new JailFixture.RanJail(0, JailFixture.SECRET + "\nanother key\n"));
        assertThat(jail.events)
                .extracting(event -> ((ApprovalEvent) event).op())
                .containsExactly("asked", "answered");
        assertThat(jail.audit.newest(10)).extracting(AuditEntry::what).contains("held", "answered");
    }

    @Test
    void onceIsForOneAccessAndADenialIsAnError() throws Exception {
        Process process = jail.start(jail.shell(JailMode.DYNAMIC, "cat $HOME/.ssh/key; cat $HOME/.ssh/key; echo $?"));
        Approval first = jail.asked();
        jail.jails.answer(first.id(), answer(RuleAction.ALLOW, null));
        Approval second = jail.asked();
        assertThat(second.id()).isNotEqualTo(first.id());
        jail.jails.answer(second.id(), answer(RuleAction.DENY, RuleScope.ONCE));
        JailFixture.RanJail ran = jail.ended(process);
        assertThat(ran.printed()).startsWith(JailFixture.SECRET + "\n").endsWith("Permission denied\n1\n");
        assertThatThrownBy(() -> jail.jails.answer(second.id(), answer(RuleAction.ALLOW, null)))
                .isInstanceOf(JailException.class);
    }

    @Test
    void whatIsHeldIsRefusedWhenTheHostAgentStops() throws Exception {
        Process process = jail.start(jail.shell(JailMode.DYNAMIC, "cat $HOME/.ssh/key; cat $HOME/.ssh/other; exit 5"));
        jail.asked();
        jail.jails.close();
        JailFixture.RanJail ran = jail.ended(process);
        assertThat(ran.code()).isEqualTo(5);
        assertThat(ran.printed()).contains("Permission denied").doesNotContain("key\n" + "another");
        assertThat(ran.printed()).doesNotContain(JailFixture.SECRET);
    }

    @Test
    void thePolicyForSystemCallsHolds() throws Exception {
        JailFixture.RanJail ran = jail.run(jail.shell(
                JailMode.STATIC,
                "grep -E 'NoNewPrivs|Seccomp:|CapEff' /proc/self/status; unshare -U true; echo $?;"
                        + " ip -o link 2>/dev/null | wc -l; ls /proc | grep -c '^[0-9]'"));
        assertThat(ran.printed())
                .containsPattern("NoNewPrivs:\\s+1")
                .containsPattern("Seccomp:\\s+2")
                .containsPattern("CapEff:\\s+0+\\n")
                .contains("Operation not permitted");
    }

    @Test
    void aJailIsListedAndKilled() throws Exception {
        Process process = jail.start(jail.shell(JailMode.STATIC, "echo started; exec sleep 600"));
        JailStatus status = Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(
                        jail.jails::list,
                        list -> list.size() == 1 && list.getFirst().pid() != null)
                .getFirst();
        Awaitility.await()
                .until(() -> Files.readString(jail.root.resolve("printed")).contains("started"));
        assertThat(status.mode()).isEqualTo(JailMode.STATIC);
        assertThat(status.project()).isEqualTo(jail.project.toString());
        jail.jails.kill(status.id());
        assertThat(jail.ended(process).code()).isEqualTo(KILLED);
        Awaitility.await().until(() -> jail.jails.list().isEmpty());
        assertThat(jail.root.resolve("run/jails")).isEmptyDirectory();
        assertThatThrownBy(() -> jail.jails.kill(status.id())).hasMessageContaining("expected the id of a jail");
    }

    @Test
    void changesToAnOverlayAreKeptApart() throws Exception {
        PrepareJail plain = jail.shell(JailMode.STATIC, "echo more >> $HOME/private/diary; cat $HOME/private/diary");
        PrepareJail request = new PrepareJail(
                plain.project(),
                plain.folder(),
                plain.command(),
                plain.environment(),
                false,
                JailMode.STATIC,
                false,
                List.of(),
                List.of(jail.home.resolve("private").toString()),
                List.of());
        assertThat(jail.run(request).printed()).isEqualTo("dear diary\nmore\n");
        assertThat(jail.home.resolve("private/diary")).hasContent("dear diary");
        assertThat(jail.run(request).printed()).isEqualTo("dear diary\nmore\nmore\n");
    }

    @Test
    void anAnswerForTheProjectIsRememberedByLaterJails() throws Exception {
        Process process = jail.start(jail.shell(JailMode.DYNAMIC, "cat $HOME/.ssh/key"));
        jail.jails.answer(jail.asked().id(), answer(RuleAction.ALLOW, RuleScope.PROJECT));
        assertThat(jail.ended(process).printed()).isEqualTo(JailFixture.SECRET + "\n");
        assertThat(jail.run(jail.shell(JailMode.STATIC, "cat $HOME/.ssh/other")).printed())
                .isEqualTo("another key\n");
        String forbids = "{\"paths\":[{\"path\":\"~/.ssh\",\"action\":\"deny\"}]}";
        JailReplay replay = jail.jails.policies().replay(RuleScope.USER, jail.project.toString(), forbids, false);
        assertThat(replay.changes()).extracting(AccessChange::draft).containsExactly("denied");
        jail.jails.policies().replace(RuleScope.USER, "", forbids, false);
        assertThat(jail.run(jail.shell(JailMode.DYNAMIC, "cat $HOME/.ssh/other"))
                        .printed())
                .contains("Permission denied");
    }

    @Test
    void aFileInAHiddenFolderIsShownByAPolicy() throws Exception {
        jail.jails
                .policies()
                .replace(RuleScope.USER, "", "{\"paths\":[{\"path\":\"~/.ssh/other\",\"action\":\"allow\"}]}", false);
        Process process = jail.start(jail.shell(JailMode.DYNAMIC, "cat $HOME/.ssh/other; cat $HOME/.ssh/key"));
        Approval asked = jail.asked();
        assertThat(asked.name()).isEqualTo(jail.home + "/.ssh/key");
        jail.jails.answer(asked.id(), answer(RuleAction.DENY, RuleScope.SANDBOX));
        assertThat(jail.ended(process).printed()).startsWith("another key\n").contains("key: Permission denied");
    }

    @Test
    void aStoredPolicyForSystemCallsHolds() throws Exception {
        jail.jails
                .policies()
                .replace(
                        RuleScope.PROJECT,
                        jail.project.toString(),
                        "@denylist\n{mkdir, mkdirat}: return EXDEV\n",
                        true);
        JailFixture.RanJail ran = jail.run(jail.shell(JailMode.STATIC, "mkdir made; echo $?; touch file; echo $?"));
        assertThat(ran.printed()).contains("Invalid cross-device link", "1\n0\n");
        assertThat(jail.project.resolve("file")).exists();
    }

    private static AnswerApproval answer(RuleAction action, @Nullable RuleScope scope) {
        return new AnswerApproval(action, scope, null, null);
    }
}
