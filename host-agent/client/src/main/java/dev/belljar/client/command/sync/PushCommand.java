package dev.belljar.client.command.sync;

import dev.belljar.client.AgentClient;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.PushApi;
import dev.belljar.contract.request.work.PushCommits;
import dev.belljar.contract.request.work.PushMode;
import dev.belljar.contract.view.work.PushResult;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `belljar push N`: puts the project's newest commits into a sandbox.
@CommandExamples({
    "belljar push shop | Put your new commits into the sandbox.",
    "belljar push shop --dry-run | Show what would be pushed, and where conflicts are expected.",
    "belljar push shop --rebase | Rebase the sandbox's commits onto yours."
})
@Command(
        exitCodeList = {
            "0:The sandbox has your commits, or --dry-run was given.",
            "1:Both sides have commits of their own, there are conflicts, or something in the sandbox is in the way. In"
                    + " the sandbox, your commits are on the remote-tracking branch host/BRANCH.",
            "2:Usage error."
        },
        name = "push",
        description = {
            "Push your project's new commits to a sandbox.",
            "The branch in the sandbox is fast-forwarded. If the sandbox has commits of its own, the branch stays"
                    + " unchanged unless you choose --merge or --rebase. Uncommitted changes are not touched unless you"
                    + " use --autostash."
        },
        mixinStandardHelpOptions = true)
final class PushCommand extends SandboxCommand {
    @ArgGroup(exclusive = true)
    JoinChoice join = new JoinChoice();

    @Option(
            names = "--autostash",
            description = "Stash uncommitted changes in the sandbox with git, and reapply them afterwards.")
    boolean autostash;

    @Option(names = "--dry-run", description = "Only show what would happen.")
    boolean dryRun;

    /// How to join commits of both sides.
    static final class JoinChoice {
        @Option(names = "--merge", description = "Merge your commits if the sandbox has commits of its own.")
        boolean merge;

        @Option(names = "--rebase", description = "Rebase the sandbox's commits onto yours.")
        boolean rebase;

        PushMode mode() {
            return merge ? PushMode.MERGE : rebase ? PushMode.REBASE : PushMode.FAST_FORWARD;
        }
    }

    PushCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        PushCommits request = new PushCommits(join.mode(), autostash, dryRun);
        AgentClient agent = session().agent();
        PushResult result = waiting()
                .duringOrOnce(
                        "Comparing the commits of " + sandbox, () -> agent.call(PushApi.PUSH.at(sandbox), request));
        if (json) {
            session().json(result);
        } else {
            new PushText(sandbox, request.how(), result)
                    .lines()
                    .forEach(line -> session().line("%s", line));
        }
        return dryRun || PushText.done(result) ? 0 : 1;
    }
}
