package dev.belljar.client.command.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.AgentClient;
import dev.belljar.client.command.Belljar;
import dev.belljar.client.command.Saved;
import dev.belljar.client.command.ScriptedClient;
import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SyncApi;
import dev.belljar.contract.policy.ApprovalResult;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.policy.AnswerApproval;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.network.FlowRow;
import dev.belljar.contract.view.network.FlowTable;
import dev.belljar.contract.view.process.ProcessRow;
import dev.belljar.contract.view.process.ProcessTable;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Tests the output of `net`, `ps`, `list`, `allow` and `deny` for answers of the host agent.
class NetworkRowsTest {
    private static final FlowRow FIRST = flow(1, 10, "http", "192.0.2.1:80", "deb.debian.org", 1_000, Verdict.ALLOWED);
    private static final List<FlowRow> FLOWS = List.of(
            FIRST,
            flow(2, 11, "http", "192.0.2.2:80", "deb.debian.org", 2_000, Verdict.ALLOWED),
            flow(3, 12, "http", "192.0.2.2:443", "deb.debian.org", 1, Verdict.ALLOWED),
            flow(4, 10, "http", "192.0.2.1:80", "deb.debian.org", 0, Verdict.REFUSED),
            flow(5, 13, "curl", "192.0.2.1:80", "deb.debian.org", 0, Verdict.ALLOWED),
            flow(6, 10, "http", "192.0.2.1:80", "deb.debian.org", 3_000, Verdict.ALLOWED));

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final List<AnswerApproval> answers = new ArrayList<>();

    @Test
    void repeatedConnectionsAreOneRowWithTheirSum() {
        assertThat(run("net", "shop")).isZero();
        List<String> rows = text(out).lines().toList();
        assertThat(rows).hasSize(1 + 4);
        assertThat(rows.get(1)).contains("  3 ", "http (2 processes)", "192.0.2.1:80 and 1 more", "6.0 kB", "allowed");
        assertThat(rows.get(2)).contains("  1 ", "192.0.2.2:443");
        assertThat(text(err)).contains("6 connections are grouped into 4 rows; use --all to show each connection.");
    }

    @Test
    void everyConnectionIsListedWithAllAndInJson() throws Exception {
        assertThat(run("net", "shop", "--all")).isZero();
        assertThat(text(out).lines()).hasSize(1 + 6);
        assertThat(text(err)).doesNotContain("grouped");
        assertThat(run("net", "shop", "--json")).isZero();
        assertThat(ContractJson.read(text(out), FlowTable.class).flows()).isEqualTo(FLOWS);
    }

    @Test
    void anAnswerIsForTheSandboxUnlessAnotherScopeIsNamed() {
        assertThat(run("allow", "q1")).isZero();
        assertThat(answers.removeLast().scope()).isEqualTo(RuleScope.SANDBOX);
        assertThat(text(out)).contains("allowed for this sandbox; 2 waiting connections released");
        assertThat(text(err)).contains("--scope project or user");
        assertThat(run("deny", "q1", "--scope", "once")).isZero();
        assertThat(answers.removeLast().scope()).isEqualTo(RuleScope.ONCE);
        assertThat(text(out)).contains("denied once; 2 waiting connections blocked");
        assertThat(text(err)).doesNotContain("project or user");
    }

    @Test
    void unknownValuesOfAProcessAreLeftEmpty() {
        assertThat(run("ps", "shop", "--tree")).isZero();
        assertThat(text(out)).contains("true").doesNotContain("-1");
    }

    @Test
    void theBranchColumnOfTheListIsCalledBaseBranch() {
        assertThat(run("list")).isZero();
        assertThat(text(out)).contains("BASE BRANCH").doesNotContain("  BRANCH");
    }

    private int run(String... words) {
        out.reset();
        err.reset();
        PrintStream said = new PrintStream(out, true, StandardCharsets.UTF_8);
        PrintStream aside = new PrintStream(err, true, StandardCharsets.UTF_8);
        return Belljar.run(CommandSession.with(agent(), _ -> null, said, aside), words);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private AgentClient agent() {
        return new ScriptedClient()
                .on(SandboxApi.FLOWS, (_, _) -> new FlowTable(1, FLOWS.size(), 0, 0, 1, FLOWS))
                .on(SandboxApi.PROCESSES, (_, _) -> new ProcessTable(1, 1, List.of(process())))
                .on(SandboxApi.LIST, (_, _) -> List.of(Saved.sandbox("a", "shop", null, SandboxState.STOPPED, null)))
                .on(HostApi.DAMAGED, (_, _) -> List.of())
                .on(SyncApi.ALL, (_, _) -> List.of())
                .on(PolicyApi.ANSWER, (_, answer) -> {
                    answers.add(answer);
                    RuleScope scope = answer.scope() == null ? RuleScope.ONCE : answer.scope();
                    return new ApprovalResult("q1", answer.action(), scope, 2, null, null);
                });
    }

    private static ProcessRow process() {
        return new ProcessRow(
                7, -1, 1, 0, -1, "true", null, List.of("true"), null, 1_000, 2_000L, -1, null, null, null);
    }

    private static FlowRow flow(
            long id, int pid, String process, String to, @Nullable String name, long down, Verdict verdict) {
        return new FlowRow(
                id, id, null, pid, process, null, "tcp", "10.0.2.15:1", to, name, 10, down, 1, verdict, null);
    }
}
