package dev.belljar.client.command;

import dev.belljar.client.AgentClient;
import dev.belljar.contract.request.AcceptSync;
import dev.belljar.contract.view.FileChange;
import dev.belljar.contract.view.SyncPlan;
import dev.belljar.contract.view.SyncResult;
import dev.belljar.contract.view.WorkCommit;
import java.io.Console;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `belljar sync N`: review what the machine made, then bring it to a branch of the project.
@Command(
        name = "sync",
        description = "Bring the work back to branch belljar/<sandbox> of the project, after a review.",
        mixinStandardHelpOptions = true)
final class SyncCommand extends SandboxCommand {
    @Option(names = "--dry-run", description = "Only show what it would bring.")
    boolean dryRun;

    @Option(
            names = {"-y", "--yes"},
            description = "Accept without asking; files that could run on this computer stay out.")
    boolean yes;

    @Option(
            names = "--allow",
            paramLabel = "PATH",
            description = "Bring this file even though it could run on this computer; repeatable.")
    List<String> allow = new ArrayList<>();

    @Option(names = "--allow-all", description = "Bring every file.")
    boolean allowAll;

    SyncCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        AgentClient agent = session().agent();
        WaitingLine waiting = WaitingLine.on(session().err());
        SyncPlan plan =
                waiting.during("Fetching the work of " + sandbox + " and checking it", () -> agent.plan(sandbox));
        if (!json) {
            show(plan);
        }
        // By program, a look is a look: only --yes brings anything.
        if (plan.upToDate() || dryRun || (json && !yes)) {
            if (json) {
                session().json(plan);
            }
            return 0;
        }
        if (!yes && !confirmed()) {
            session().aside("Nothing was brought.");
            return 1;
        }
        AcceptSync wanted = new AcceptSync(plan.commit(), allowed(plan));
        SyncResult result = waiting.during("Putting it on " + plan.target(), () -> agent.accept(sandbox, wanted));
        if (json) {
            session().json(result);
            return 0;
        }
        session().line("%s on branch %s at %.10s", files(result.files()), result.branch(), result.commit());
        if (!result.withheld().isEmpty()) {
            session().line("%d held back: %s", result.withheld().size(), String.join(", ", result.withheld()));
            if (plan.commits().size() > 1) {
                session()
                        .aside(
                                "Its %d commits became one, without them. Commits are kept as they are if nothing is held back (--allow-all).",
                                plan.commits().size());
            }
        }
        session()
                .aside(
                        "Your working tree is as it was. To look: git log -p HEAD..%1$s   To take it: git merge %1$s (first commit"
                                + " your own changes, or put them aside with git stash -u)",
                        result.branch());
        return 0;
    }

    private void show(SyncPlan plan) {
        SkippedFilesText.of(plan.diff()).forEach(line -> session().line("%s", line));
        if (plan.upToDate()) {
            session()
                    .line("Nothing to bring: the project, or its branch from an earlier sync, already has everything.");
            return;
        }
        for (WorkCommit commit : plan.commits()) {
            session().line("commit %.10s  %s", commit.id(), commit.subject());
        }
        if (plan.uncommitted() > 0) {
            session().line("and uncommitted work in %s", files(plan.uncommitted()));
        }
        session().line("Changed in the machine: %s", files(plan.diff().files().size()));
        plan.diff().files().forEach(this::show);
        if (!plan.own().files().isEmpty()) {
            session()
                    .line(
                            "Your own uncommitted changes: %s",
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
            session().aside("There is no terminal to ask on: use --yes to accept, or --dry-run to only look.");
            return false;
        }
        String answer = console.readLine("Bring this to the project? Files marked ▲ stay out unless --allow. [y/N] ");
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
