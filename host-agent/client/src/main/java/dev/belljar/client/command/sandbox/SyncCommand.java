package dev.belljar.client.command.sandbox;

import dev.belljar.client.AgentClient;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.console.SkippedFilesText;
import dev.belljar.client.console.WaitingLine;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.SyncApi;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.SyncResult;
import dev.belljar.contract.view.work.WorkCommit;
import java.io.Console;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `belljar sync N`: shows the review of a machine's work, then puts it on a branch of the project.
@CommandExamples({
    "belljar sync shop --dry-run | Show what would be synced.",
    "belljar sync shop | Review the changes, then sync them to branch belljar/shop.",
    "belljar sync shop --yes --allow Makefile | Sync without asking, and include the Makefile, which "
            + "Belljar marks as risky."
})
@Command(
        exitCodeList = {
            "0:The changes were synced, there was nothing to sync, or --dry-run was given.",
            "1:Nothing was synced: you declined, there was no terminal for the confirmation prompt, or a "
                    + "problem occurred.",
            "2:Usage error."
        },
        name = "sync",
        description = {
            "Review the changes in a sandbox and sync them to your project.",
            "The changes go to branch belljar/SANDBOX. Your working tree and index are not changed. Files that could"
                    + " run on this computer (▲) are excluded unless you allow them."
        },
        mixinStandardHelpOptions = true)
final class SyncCommand extends SandboxCommand {
    @Option(names = "--dry-run", description = "Only show what would be synced.")
    boolean dryRun;

    @Option(
            names = {"-y", "--yes"},
            description = "Sync without asking. Files that could run on this computer are excluded unless you allow"
                    + " them.")
    boolean yes;

    @Option(
            names = "--allow",
            paramLabel = "PATH",
            description = "Include this file although it could run on this computer. Can be repeated.")
    List<String> allow = new ArrayList<>();

    @Option(
            names = {"-q", "--quiet"},
            description = "Hide progress output.")
    boolean quiet;

    @Option(names = "--allow-all", description = "Include every file that could run on this computer.")
    boolean allowAll;

    SyncCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        AgentClient agent = session().agent();
        WaitingLine waiting = quiet ? WaitingLine.silent(session().err()) : waiting();
        SyncPlan plan = waiting.duringOrOnce(
                "Fetching and checking the changes in " + sandbox, () -> agent.call(SyncApi.PLAN.at(sandbox)));
        if (!json) {
            show(plan);
        }
        // With --json the review is only printed: nothing is accepted without --yes.
        if (plan.upToDate() || dryRun || (json && !yes)) {
            if (json) {
                session().json(plan);
            }
            return 0;
        }
        if (!yes && !confirmed()) {
            session().aside("Nothing was synced.");
            return 1;
        }
        AcceptSync request = new AcceptSync(plan.commit(), allowed(plan));
        SyncResult result = waiting.duringOrOnce(
                "Syncing to " + plan.target(), () -> agent.call(SyncApi.ACCEPT.at(sandbox), request));
        if (json) {
            session().json(result);
            return 0;
        }
        tell(plan, result);
        return 0;
    }

    private void tell(SyncPlan plan, SyncResult result) {
        session().line("Synced %s to branch %s at %.10s", files(result.files()), result.branch(), result.commit());
        if (!result.withheld().isEmpty()) {
            session().line("%s excluded: %s", files(result.withheld().size()), String.join(", ", result.withheld()));
            if (plan.commits().size() > 1) {
                session()
                        .aside(
                                "The %d commits from the sandbox were combined into one commit without these files."
                                        + " To sync the commits unchanged, use --allow-all.",
                                plan.commits().size());
            }
        }
        session()
                .aside(
                        "Your working tree was not changed. To review: git log -p HEAD..%1$s   To merge: git merge"
                                + " %1$s (commit your own changes first, or stash them with git stash -u)",
                        result.branch());
    }

    private void show(SyncPlan plan) {
        SkippedFilesText.of(plan.diff()).forEach(line -> session().line("%s", line));
        if (plan.upToDate()) {
            session()
                    .line("Nothing to sync: your project, or its branch from an earlier sync, already has every"
                            + " change.");
            return;
        }
        for (WorkCommit commit : plan.commits()) {
            session().line("commit %.10s  %s", commit.id(), commit.subject());
        }
        if (plan.uncommitted() > 0) {
            session().line("uncommitted changes in %s", files(plan.uncommitted()));
        }
        session().line("Changed in the sandbox: %s", files(plan.diff().files().size()));
        plan.diff().files().forEach(this::show);
        if (!plan.own().files().isEmpty()) {
            session()
                    .line(
                            "Your own uncommitted changes from when the sandbox was created: %s",
                            files(plan.own().files().size()));
            plan.own().files().forEach(this::show);
        }
        SyncOutcome.of(plan, allowed(plan)).lines().forEach(line -> session().line("%s", line));
    }

    private void show(FileChange change) {
        String risk = change.risk() == null ? "" : "   ▲ " + change.risk();
        session().line("  %s %s%s", change.status(), change.path(), risk);
    }

    private static String files(int count) {
        return count == 1 ? "1 file" : count + " files";
    }

    private boolean confirmed() {
        Console console = System.console();
        if (console == null || !console.isTerminal()) {
            session()
                    .aside("Standard input is not a terminal, so Belljar cannot ask. Use --yes to sync without"
                            + " being asked, or --dry-run to show only the review.");
            return false;
        }
        String answer = console.readLine(
                "Sync these changes to the project? Files marked ▲ are excluded unless allowed with --allow. [y/N] ");
        return answer != null && answer.strip().toLowerCase(Locale.ROOT).startsWith("y");
    }

    private List<String> allowed(SyncPlan plan) {
        return allowAll
                ? plan.diff().files().stream()
                        .filter(c -> c.risk() != null)
                        .map(FileChange::path)
                        .toList()
                : allow;
    }
}
