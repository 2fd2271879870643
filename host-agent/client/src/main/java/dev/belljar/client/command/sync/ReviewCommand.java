package dev.belljar.client.command.sync;

import dev.belljar.client.AgentClient;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.SyncApi;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.ReadHunks;
import dev.belljar.contract.request.work.ReadReview;
import dev.belljar.contract.view.review.FileHunks;
import dev.belljar.contract.view.review.ReviewEntry;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.SyncResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// `belljar review N`: shows the work that waits for review, or asks about it hunk by hunk and syncs what was
/// accepted.
@CommandExamples({
    "belljar review shop | List the commits and files that are waiting for review.",
    "belljar review shop --hunks | Also show the changes.",
    "belljar review shop --base start | Also list what you have already synced.",
    "belljar review shop --base main | List what is not yet in the project's main branch.",
    "belljar review shop --interactive --onto worktree | Accept or skip each hunk, then write the accepted hunks to"
            + " your files."
})
@Command(
        exitCodeList = {
            "0:The review was shown, the accepted changes were synced, or there was nothing to sync.",
            "1:Nothing was synced: you quit, there was no terminal for the questions, a conflict was not resolved,"
                    + " or a problem occurred.",
            "2:Usage error."
        },
        name = "review",
        description = {
            "Show a sandbox's changes that are waiting for review.",
            "If the sandbox is running, Belljar first fetches any new changes. With --interactive, Belljar asks"
                    + " about each hunk; hunks in files that could run code on this computer (▲) come last."
        },
        mixinStandardHelpOptions = true)
final class ReviewCommand extends SandboxCommand {
    @Option(
            names = {"-p", "--hunks"},
            description = "Also show the changed lines.")
    boolean hunks;

    @Option(
            names = {"-i", "--interactive"},
            description = "Ask about each hunk, then sync the accepted ones.")
    boolean interactive;

    @Option(names = "--fetch", description = "Fetch the changes even if there seem to be no new ones.")
    boolean fetch;

    @Mixin
    BaseOption base = new BaseOption();

    @Mixin
    SyncTargetOptions target = new SyncTargetOptions();

    ReviewCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        String fault = interactive && json ? "--interactive and --json cannot be combined" : target.fault(sandbox);
        if (fault != null) {
            throw new ParameterException(spec().commandLine(), fault);
        }
        AgentClient agent = session().agent();
        ReviewQueue queue = waiting()
                .duringOrOnce(
                        "Fetching and checking the changes in " + sandbox,
                        () -> agent.call(SyncApi.REVIEW.at(sandbox), new ReadReview(fetch, base.base)));
        if (json) {
            session().json(hunks ? hunks(agent, queue) : queue);
            return 0;
        }
        if (queue.upToDate()) {
            session().line(base.nothing());
            return 0;
        }
        return interactive ? decide(agent, queue) : show(agent, queue);
    }

    private int show(AgentClient agent, ReviewQueue queue) throws Exception {
        for (ReviewEntry entry : queue.entries()) {
            session().line("%s", ReviewText.title(entry));
            for (FileChange file : entry.files()) {
                session().line("  %s", ReviewText.file(file));
                if (hunks) {
                    show(hunks(agent, queue, entry, file));
                }
            }
        }
        ReviewText.summary(queue).forEach(line -> session().line("%s", line));
        session().aside("To accept or skip each change: belljar review %s --interactive%s", sandbox, base.again());
        return 0;
    }

    private void show(FileHunks file) {
        if (file.note() != null) {
            session().line("    %s", file.note());
        }
        file.hunks()
                .forEach(hunk ->
                        ReviewText.hunk(file, hunk).forEach(line -> session().line("%s", line)));
    }

    private List<FileHunks> hunks(AgentClient agent, ReviewQueue queue) throws Exception {
        List<FileHunks> all = new ArrayList<>();
        for (ReviewEntry entry : queue.entries()) {
            for (FileChange file : entry.files()) {
                all.add(hunks(agent, queue, entry, file));
            }
        }
        return all;
    }

    private FileHunks hunks(AgentClient agent, ReviewQueue queue, ReviewEntry entry, FileChange file) throws Exception {
        ReadHunks request = new ReadHunks(entry.id(), file.path(), queue.commit(), queue.base());
        return agent.call(SyncApi.HUNKS.at(sandbox), request);
    }

    private int decide(AgentClient agent, ReviewQueue queue) throws Exception {
        if (!queue.complete()) {
            session()
                    .aside(
                            "There are too many commits or files to review one by one. Use: belljar sync %s%s",
                            sandbox, base.again());
            return 1;
        }
        List<ReviewEntry> withoutFiles = queue.entries().stream()
                .filter(entry -> entry.files().isEmpty())
                .toList();
        withoutFiles.forEach(entry -> session().line("%s: no changes to accept or skip", ReviewText.title(entry)));
        HunkQueue.HunkDecision decision = new HunkQueue(session(), sandbox, queue).ask();
        boolean some = decision != null
                && (decision.accepted() > 0
                        || (!withoutFiles.isEmpty() && decision.skipped().isEmpty()));
        if (decision == null || !some) {
            session().aside("Nothing was synced.");
            return 1;
        }
        String what = decision.accepted() == 0
                ? "all commits"
                : decision.accepted() == 1 ? "1 hunk" : decision.accepted() + " hunks";
        String answer = session().ask("Sync %s to %s? [y/N] ".formatted(what, target.where(queue.target())));
        boolean yes = answer != null && answer.strip().toLowerCase(Locale.ROOT).startsWith("y");
        SyncResult result = yes ? accept(agent, queue, decision) : null;
        if (result == null) {
            session().aside("Nothing was synced.");
            return 1;
        }
        target.tell(session(), sandbox, result);
        return 0;
    }

    private @Nullable SyncResult accept(AgentClient agent, ReviewQueue queue, HunkQueue.HunkDecision decision)
            throws Exception {
        AcceptSync request = target.request(queue.commit(), queue.base(), decision.allowed(), decision.skipped());
        return new ConflictPrompt(session(), sandbox, target.choices(), ConflictPrompt.OpenConflicts.ASK)
                .accept(
                        request,
                        each -> waiting()
                                .duringOrOnce(
                                        "Syncing to " + target.where(queue.target()),
                                        () -> agent.call(SyncApi.ACCEPT.at(sandbox), each)));
    }
}
