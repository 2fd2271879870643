package dev.belljar.client.command.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.command.Belljar;
import dev.belljar.client.command.ScriptedClient;
import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.operation.PushApi;
import dev.belljar.contract.request.work.PushCommits;
import dev.belljar.contract.request.work.PushMode;
import dev.belljar.contract.view.work.PushResult;
import dev.belljar.contract.view.work.PushState;
import dev.belljar.contract.view.work.WorkCommit;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests what `belljar push` asks for and says.
class PushWordsTest {
    private final List<PushCommits> asked = new ArrayList<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private PushState state = PushState.FAST_FORWARDED;
    private List<WorkCommit> own = List.of();
    private List<String> conflicts = List.of("main.c");

    @Test
    void theOptionsAreSent() {
        run("push", "shop");
        run("push", "shop", "--merge", "--autostash");
        run("push", "shop", "--rebase", "--dry-run");
        assertThat(asked)
                .containsExactly(
                        new PushCommits(PushMode.FAST_FORWARD, false, false),
                        new PushCommits(PushMode.MERGE, true, false),
                        new PushCommits(PushMode.REBASE, false, true));
    }

    @ParameterizedTest
    @EnumSource
    void everyStateIsDescribedAndSetsTheExitCode(PushState each) {
        state = each;
        boolean done = Set.of(PushState.UP_TO_DATE, PushState.FAST_FORWARDED, PushState.MERGED, PushState.REBASED)
                .contains(each);
        assertThat(run("push", "shop")).isEqualTo(done ? 0 : 1);
        assertThat(text()).contains("commit 0123456789  From the host", "Changed on both sides:", "  README.md");
        assertThat(run("push", "shop", "--dry-run")).isZero();
    }

    @Test
    void whatToDoNextIsSaid() {
        state = PushState.DIVERGED;
        run("push", "shop");
        assertThat(text())
                .contains(
                        "1 commit was pushed to host/main in shop. The checked-out branch was not moved, because it has 2"
                                + " commits of its own.",
                        "belljar push shop --merge",
                        "belljar push shop --rebase");
        state = PushState.CONFLICTS;
        run("push", "shop");
        assertThat(text())
                .contains("Conflicts:\n  main.c", "`git rebase --continue`", "Git output from the sandbox:\n  no");
        state = PushState.BLOCKED;
        run("push", "shop");
        assertThat(text()).contains("--autostash");
    }

    @Test
    void aDryRunSaysWhatTheChosenWayWouldDo() {
        state = PushState.DIVERGED;
        run("push", "shop", "--dry-run");
        assertThat(text()).contains("To combine them in the sandbox: belljar push shop --merge");
        run("push", "shop", "--merge", "--dry-run");
        assertThat(text())
                .endsWith("Without --dry-run, your commits would be merged with the commits in shop.\n")
                .doesNotContain("To combine");
        run("push", "shop", "--rebase", "--dry-run");
        assertThat(text()).endsWith("Without --dry-run, the commits in shop would be rebased onto yours.\n");
    }

    @Test
    void aBranchThatWasRewrittenAfterAMergeIsRecognized() {
        state = PushState.DIVERGED;
        run("push", "shop", "--dry-run");
        assertThat(text()).doesNotContain("rewritten");
        own = List.of(
                new WorkCommit("fedcba9876543210", "From the host", "Pat", 7),
                new WorkCommit("aaaaaaaaaa", "From the host", "Kim", 7));
        run("push", "shop", "--dry-run");
        assertThat(text())
                .contains("1 commit in the sandbox has the same author and subject as one of yours. Was your branch")
                .contains("With --rebase, git leaves out commits whose changes you already have.");
        state = PushState.CONFLICTS;
        run("push", "shop", "--merge");
        assertThat(text()).contains("If so, a merge will conflict");
        state = PushState.REBASED;
        run("push", "shop", "--rebase");
        assertThat(text()).doesNotContain("rewritten");
    }

    @Test
    void anUnfinishedMergeIsToBeFinishedAndNotStashed() {
        state = PushState.UNFINISHED;
        run("push", "shop");
        assertThat(text())
                .contains(
                        "An earlier merge in the sandbox still has conflicts. Your commits are in the sandbox as"
                                + " host/main; nothing was merged.",
                        "Finish or abort the merge, rebase or cherry-pick in the sandbox, then push again.")
                .doesNotContain("--autostash", "pushed");
        conflicts = List.of();
        run("push", "shop");
        assertThat(text())
                .contains("An earlier merge, rebase or cherry-pick in the sandbox is not finished.")
                .doesNotContain("conflicts");
    }

    @Test
    void programsReadTheResult() throws Exception {
        assertThat(run("push", "shop", "--json")).isZero();
        assertThat(ContractJson.readStrict(text(), PushResult.class).ref()).isEqualTo("host/main");
    }

    private String text() {
        String text = out.toString(StandardCharsets.UTF_8);
        out.reset();
        return text;
    }

    private int run(String... words) {
        ScriptedClient agent = new ScriptedClient().on(PushApi.PUSH, (id, request) -> {
            asked.add(request);
            return result(request);
        });
        PrintStream printer = new PrintStream(out, true, StandardCharsets.UTF_8);
        return Belljar.line(CommandSession.with(agent, question -> null, printer, printer))
                .execute(words);
    }

    private PushResult result(PushCommits request) {
        return new PushResult(
                state,
                request.dryRun(),
                "0123456789abcdef",
                "host/main",
                1,
                2,
                List.of(new WorkCommit("0123456789abcdef", "From the host", "Pat", 0)),
                own,
                List.of("README.md"),
                conflicts,
                List.of("notes.txt"),
                "no");
    }
}
