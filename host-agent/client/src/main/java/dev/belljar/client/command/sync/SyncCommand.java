package dev.belljar.client.command.sync;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.console.SkippedFilesText;
import dev.belljar.client.console.WaitingLine;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.SyncApi;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.ReadReview;
import dev.belljar.contract.request.work.UndoSync;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.SyncResult;
import dev.belljar.contract.view.work.SyncUndone;
import dev.belljar.contract.view.work.WorkCommit;
import java.io.Console;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// `belljar sync N`: shows the review of a machine's work, then puts it on a branch of the project.
@CommandExamples({
    "belljar sync shop --dry-run | Show what would be synced.",
    "belljar sync shop | Review the changes, then sync them to branch belljar/shop.",
    "belljar sync shop --artifacts 'dist/**' --artifacts '*.log' --to out | Copy build output and logs to the folder"
            + " out.",
    "belljar sync shop --artifacts | Copy the files that the project proposes in .belljar/sync.toml.",
    "belljar sync shop --yes --allow Makefile | Sync without asking, and allow the Makefile, which Belljar marks ▲.",
    "belljar sync shop --accept safe --onto worktree | Merge everything except files that could run code on this"
            + " computer into your project's files.",
    "belljar sync shop --yes --onto worktree --resolve notes.md=both | Merge without asking; where changes to"
            + " notes.md conflict, keep both versions.",
    "belljar sync shop --base before-refactoring --onto worktree | Merge only what changed since a snapshot.",
    "belljar sync shop --undo | Restore the files that the last sync to the working tree changed.",
    "belljar sync shop --mode auto-commit | Fetch the changes for review at each commit.",
    "belljar sync shop --mode auto-idle --idle 60 | Fetch the changes for review after a minute without writes.",
    "belljar sync shop --status | Show whether the sandbox has changes, without fetching them."
})
@Command(
        exitCodeList = {
            "0:The changes were synced, fetched or undone, there was nothing to sync, or no sync was requested"
                    + " (--dry-run, --status, --mode).",
            "1:Nothing was synced: you declined, there was no terminal for the confirmation prompt, a file was not "
                    + "allowed, a conflict was not resolved, or a problem occurred.",
            "2:Usage error."
        },
        name = "sync",
        description = {
            "Review the changes in a sandbox and sync them to your project.",
            "By default, the changes go to branch belljar/SANDBOX, and your working tree and index are not changed. To"
                    + " choose another target, use --onto. Files that could run code on this computer (▲) are excluded"
                    + " unless you allow them."
        },
        mixinStandardHelpOptions = true)
final class SyncCommand extends SandboxCommand {
    private static final String NEWEST = "newest";
    private static final int NAMED = 20;

    @Mixin
    SyncModeOptions modes = new SyncModeOptions();

    @Option(names = "--dry-run", description = "Only show what would be synced.")
    boolean dryRun;

    @Option(
            names = {"-y", "--yes"},
            description = "Sync without asking. Files that could run code on this computer are excluded unless you"
                    + " allow them.")
    boolean yes;

    @Option(
            names = {"-q", "--quiet"},
            description = "Hide progress output.")
    boolean quiet;

    @Option(
            names = "--accept",
            paramLabel = "CHANGES",
            description = "Sync without asking: safe (everything except files that could run code on this computer),"
                    + " all (everything, but you must also allow each file that could run code on this computer) or"
                    + " none (only fetch the changes for a later review).")
    @Nullable
    AcceptedChanges accept;

    @Option(
            names = "--undo",
            arity = "0..1",
            fallbackValue = NEWEST,
            paramLabel = "ID",
            description =
                    "Restore the files changed by the most recent --onto worktree sync, or by the sync with this id.")
    @Nullable
    String undo;

    @Mixin
    BaseOption base = new BaseOption();

    @Mixin
    SyncTargetOptions target = new SyncTargetOptions();

    @Mixin
    ArtifactOptions artifacts = new ArtifactOptions();

    /// The changes that are synced without asking.
    enum AcceptedChanges {
        ALL,
        SAFE,
        NONE
    }

    SyncCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        String fault = fault();
        if (fault != null) {
            throw new ParameterException(spec().commandLine(), fault);
        }
        if (modes.given()) {
            return modes.run(session(), spec(), sandbox, json);
        }
        if (artifacts.requested()) {
            return artifacts.run(new ArtifactOptions.ArtifactRequest(session(), waiting(), sandbox, json, yes));
        }
        AgentClient agent = session().agent();
        if (undo != null) {
            return undo(agent, undo);
        }
        if (accept == AcceptedChanges.NONE) {
            return fetch(agent);
        }
        WaitingLine waiting = quiet ? WaitingLine.silent(session().err()) : waiting();
        SyncPlan plan = waiting.duringOrOnce("Fetching and checking the changes in " + sandbox, () -> plan(agent));
        if (!json) {
            show(plan);
        }
        boolean sure = yes || accept != null;
        // With --json the review is only printed: nothing is accepted without --yes.
        if (plan.upToDate() || dryRun || (json && !sure)) {
            if (json) {
                session().json(plan);
            }
            return 0;
        }
        return decided(plan) ? sync(agent, plan, waiting) : 1;
    }

    private SyncPlan plan(AgentClient agent) throws AgentException, InterruptedException {
        SyncPlan whole = agent.call(SyncApi.PLAN.at(sandbox));
        if (base.start()) {
            return BaseOption.again(whole);
        }
        ReviewQueue queue = agent.call(SyncApi.REVIEW.at(sandbox), new ReadReview(false, base.base));
        if (!queue.commit().equals(whole.commit())) {
            queue = agent.call(SyncApi.REVIEW.at(sandbox), new ReadReview(true, base.base));
        }
        return BaseOption.part(whole, queue);
    }

    // True if the user decided to sync, by the options or when asked.
    private boolean decided(SyncPlan plan) {
        List<String> risky = SyncOutcome.of(plan, allowed(plan)).withheld();
        if (accept == AcceptedChanges.ALL && !risky.isEmpty()) {
            session()
                    .aside(
                            "Nothing was synced: with --accept all, you must allow these files, because they could run"
                                    + " code on this computer: %s. Use --allow PATH, --allow-all, or --accept safe.",
                            String.join(", ", risky));
            return false;
        }
        if (yes || accept != null || confirmed()) {
            return true;
        }
        session().aside("Nothing was synced.");
        return false;
    }

    private int sync(AgentClient agent, SyncPlan plan, WaitingLine waiting) throws Exception {
        AcceptSync request = target.request(plan.commit(), plan.base(), allowed(plan), List.of());
        SyncResult result = new ConflictPrompt(session(), sandbox, target.choices(), openConflicts())
                .accept(
                        request,
                        each -> waiting.duringOrOnce(
                                "Syncing to " + target.where(plan.target()),
                                () -> agent.call(SyncApi.ACCEPT.at(sandbox), each)));
        if (result == null) {
            session().aside("Nothing was synced.");
            return 1;
        }
        if (json) {
            session().json(result);
        } else {
            target.tell(session(), sandbox, result);
        }
        return 0;
    }

    private ConflictPrompt.OpenConflicts openConflicts() {
        if (json) {
            return ConflictPrompt.OpenConflicts.LIST_AS_JSON;
        }
        return yes || accept != null ? ConflictPrompt.OpenConflicts.LIST : ConflictPrompt.OpenConflicts.ASK;
    }

    private @Nullable String fault() {
        if (accept != null && dryRun) {
            return "--accept and --dry-run cannot be combined";
        }
        if (undo != null && (accept != null || dryRun || yes)) {
            return "--undo cannot be combined with --accept, --dry-run or --yes";
        }
        boolean options = accept != null || undo != null || dryRun || target.given() || base.given();
        if (modes.given() && (options || artifacts.requested())) {
            return "--mode, --idle, --project, --apply and --status cannot be combined with options for a sync";
        }
        if (!artifacts.requested() && artifacts.options.onlyForCopies()) {
            return "--to, --force, --executable and --max-size require --artifacts";
        }
        if (artifacts.requested() && options) {
            return "--artifacts copies files instead of syncing, and cannot be combined with options for a sync";
        }
        return target.fault(sandbox);
    }

    private int undo(AgentClient agent, String id) throws Exception {
        SyncUndone undone = agent.call(SyncApi.UNDO.at(sandbox), new UndoSync(id.equals(NEWEST) ? null : id));
        if (json) {
            session().json(undone);
        } else {
            int count = undone.restored().size();
            String more = count > NAMED ? " and %d more".formatted(count - NAMED) : "";
            List<String> named = undone.restored().subList(0, Math.min(NAMED, count));
            session().line("Restored %s: %s%s", files(count), String.join(", ", named), more);
        }
        return 0;
    }

    private int fetch(AgentClient agent) throws Exception {
        ReviewQueue queue = waiting()
                .duringOrOnce(
                        "Fetching and checking the changes in " + sandbox,
                        () -> agent.call(SyncApi.REVIEW.at(sandbox), new ReadReview(true, base.base)));
        if (json) {
            session().json(queue);
            return 0;
        }
        if (queue.upToDate()) {
            session().line(base.nothing());
            return 0;
        }
        queue.entries()
                .forEach(entry -> session()
                        .line(
                                "%s, %s",
                                ReviewText.title(entry), files(entry.files().size())));
        session().aside("To review: belljar review %s%s", sandbox, base.again());
        return 0;
    }

    private void show(SyncPlan plan) {
        SkippedFilesText.of(plan.diff()).forEach(line -> session().line("%s", line));
        if (plan.upToDate()) {
            session()
                    .line(
                            "Nothing to sync: you have already synced every change.%s",
                            base.start() ? "" : " To sync all changes again, use --base start.");
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
        SyncOutcome.of(plan, allowed(plan))
                .lines(target)
                .forEach(line -> session().line("%s", line));
    }

    private void show(FileChange change) {
        String risk = change.risk() == null ? "" : "   ▲ " + change.risk();
        session().line("  %s %s%s", change.status(), change.path(), risk);
    }

    private static String files(int count) {
        return SyncTargetOptions.files(count);
    }

    private boolean confirmed() {
        String answer = session()
                .ask(
                        "Sync these changes to the project? Files marked ▲ are excluded unless allowed with --allow. [y/N] ");
        Console console = System.console();
        if (answer == null && (console == null || !console.isTerminal())) {
            session()
                    .aside("Standard input is not a terminal, so Belljar cannot ask. Use --yes to sync without"
                            + " being asked, or --dry-run to show only the review.");
        }
        return answer != null && answer.strip().toLowerCase(Locale.ROOT).startsWith("y");
    }

    private List<String> allowed(SyncPlan plan) {
        return artifacts.options.allowAll
                ? plan.diff().files().stream()
                        .filter(c -> c.risk() != null)
                        .map(FileChange::path)
                        .toList()
                : artifacts.options.allow;
    }
}
