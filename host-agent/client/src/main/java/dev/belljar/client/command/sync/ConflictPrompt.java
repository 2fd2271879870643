package dev.belljar.client.command.sync;

import dev.belljar.client.AgentException;
import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.operation.SyncApi;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.ConflictChoice;
import dev.belljar.contract.request.work.ConflictResolution;
import dev.belljar.contract.view.review.FileConflict;
import dev.belljar.contract.view.review.FileConflict.ConflictHunk;
import dev.belljar.contract.view.review.SyncConflicts;
import dev.belljar.contract.view.work.SyncResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Syncs, and if the user's own changes conflict with the accepted ones, resolves the conflicts as the options
/// say and asks about the others.
final class ConflictPrompt {
    private static final String CONFLICTS = "sync.conflicts";
    private static final String HELP = """
            p  keep your project's lines
            s  take the sandbox's lines
            b  keep both, your project's first
            q  quit; nothing is synced
            ?  show this help\
            """;
    private static final String FILE_HELP = """
            p  keep your project's file
            s  take the sandbox's file
            q  quit; nothing is synced
            ?  show this help\
            """;

    private final CommandSession session;
    private final String sandbox;
    private final Map<String, ConflictChoice> given;
    private final OpenConflicts others;

    /// What happens to conflicts without a choice in the options: the user is asked, or they are listed.
    enum OpenConflicts {
        ASK,
        LIST,
        LIST_AS_JSON
    }

    /// `given` has the choice for each path of an option.
    ConflictPrompt(CommandSession session, String sandbox, Map<String, ConflictChoice> given, OpenConflicts others) {
        this.session = session;
        this.sandbox = sandbox;
        this.given = Map.copyOf(given);
        this.others = others;
    }

    /// Sends the request to the host agent.
    interface SyncCall {
        SyncResult accept(AcceptSync request) throws AgentException, InterruptedException;
    }

    /// The result of the sync; null if the user quits, or there are too many conflicts to ask about.
    ///
    /// @throws AgentException `sync.conflicts` when a conflict is left
    @Nullable
    SyncResult accept(AcceptSync request, SyncCall call) throws AgentException, InterruptedException {
        SyncConflicts conflicts;
        try {
            return call.accept(request);
        } catch (AgentException e) {
            if (!e.code().code().equals(CONFLICTS)) {
                throw e;
            }
            conflicts = session.agent().call(SyncApi.CONFLICTS.at(sandbox), request);
        }
        List<ConflictResolution> resolutions = new ArrayList<>();
        List<FileConflict> open = new ArrayList<>();
        for (FileConflict file : conflicts.files()) {
            ConflictChoice choice = given.get(file.path());
            if (choice == null) {
                open.add(file);
            } else {
                resolutions.add(new ConflictResolution(file.path(), file.digest(), List.of(choice)));
            }
        }
        if (others != OpenConflicts.ASK) {
            list(new SyncConflicts(open, conflicts.complete()));
        } else if (!conflicts.complete()) {
            list(new SyncConflicts(open, false));
            return null;
        } else if (!ask(open, resolutions)) {
            return null;
        }
        return call.accept(request.resolved(resolutions));
    }

    private void list(SyncConflicts open) {
        if (others == OpenConflicts.LIST_AS_JSON) {
            session.json(open);
            return;
        }
        open.files().forEach(file -> session.aside("conflict in %s", ConflictText.file(file)));
        if (!open.complete()) {
            session.aside(
                    "There are too many conflicts to resolve one by one. Sync to a branch and merge it with git, or use"
                            + " --stash.");
        }
    }

    private boolean ask(List<FileConflict> open, List<ConflictResolution> resolutions) {
        int all =
                open.stream().mapToInt(file -> Math.max(1, file.hunks().size())).sum();
        int at = 0;
        for (FileConflict file : open) {
            List<ConflictChoice> choices = new ArrayList<>();
            do {
                ConflictHunk hunk = file.hunks().isEmpty() ? null : file.hunks().get(choices.size());
                session.line("");
                session.line("[conflict %d of %d]", ++at, all);
                ConflictChoice choice = ask(file, hunk);
                if (choice == null) {
                    return false;
                }
                choices.add(choice);
            } while (choices.size() < file.hunks().size());
            resolutions.add(new ConflictResolution(file.path(), file.digest(), choices));
        }
        return true;
    }

    // The choice for a hunk, or for the whole file; null to quit.
    private @Nullable ConflictChoice ask(FileConflict file, @Nullable ConflictHunk hunk) {
        List<String> shown = hunk == null ? List.of(ConflictText.file(file)) : ConflictText.hunk(file, hunk);
        shown.forEach(line -> session.line("%s", line));
        while (true) {
            String answer = session.ask(
                    hunk == null
                            ? "Keep your project's file, or take the sandbox's? [p,s,q,?] "
                            : "Keep your project's lines, take the sandbox's, or keep both? [p,s,b,q,?] ");
            String word = answer == null ? "q" : answer.strip().toLowerCase(Locale.ROOT);
            switch (word) {
                case "p" -> {
                    return ConflictChoice.PROJECT;
                }
                case "s" -> {
                    return ConflictChoice.SANDBOX;
                }
                case "q" -> {
                    return null;
                }
                default -> {
                    if (word.equals("b") && hunk != null) {
                        return ConflictChoice.BOTH;
                    }
                    session.line(hunk == null ? FILE_HELP : HELP);
                }
            }
        }
    }
}
