package dev.belljar.client.command.sync;

import dev.belljar.client.AgentException;
import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.operation.SyncApi;
import dev.belljar.contract.request.work.ReadHunks;
import dev.belljar.contract.request.work.SkippedChange;
import dev.belljar.contract.view.review.FileHunks;
import dev.belljar.contract.view.review.ReviewEntry;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.work.FileChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Asks about the hunks of a review one by one, as `git add --patch` does.
///
/// Files that could run code on this computer come last, and only the word `yes`, typed after such a hunk was
/// shown, accepts it: no answer about several hunks includes one.
final class HunkQueue {
    private static final String REFUSED = "sync.refused";
    private static final String HELP = """
            y  accept this hunk
            n  skip this hunk
            a  accept this and all remaining hunks of this file
            s  skip this and all remaining hunks of this file
            u  go back to the previous hunk
            q  quit; nothing is synced
            ?  show this help\
            """;
    private static final String RISKY_HELP = """
            yes  accept this hunk
            n    skip this hunk
            s    skip this and all remaining hunks of this file
            u    go back to the previous hunk
            q    quit; nothing is synced
            ?    show this help\
            """;

    private final CommandSession session;
    private final String sandbox;
    private final List<Item> items = new ArrayList<>();

    /// What is asked about: a hunk of a file, or the whole file if it has none. `accepted` is null until it is
    /// decided.
    private static final class Item {
        private final ReviewEntry entry;
        private final FileChange file;
        private final @Nullable FileHunks hunks;
        private final int hunk;
        private @Nullable Boolean accepted;

        private Item(ReviewEntry entry, FileChange file, @Nullable FileHunks hunks, int hunk) {
            this.entry = entry;
            this.file = file;
            this.hunks = hunks;
            this.hunk = hunk;
        }

        private boolean risky() {
            return file.risk() != null;
        }

        private boolean sameFile(Item other) {
            return entry.id().equals(other.entry.id()) && file.path().equals(other.file.path());
        }
    }

    /// What was decided: the hunks that are skipped, the risky paths that are accepted, and how many hunks are.
    record HunkDecision(List<SkippedChange> skipped, List<String> allowed, int accepted) {
        HunkDecision {
            skipped = List.copyOf(skipped);
            allowed = List.copyOf(allowed);
        }
    }

    HunkQueue(CommandSession session, String sandbox, ReviewQueue queue) throws AgentException, InterruptedException {
        this.session = session;
        this.sandbox = sandbox;
        for (ReviewEntry entry : queue.entries()) {
            for (FileChange file : entry.files()) {
                add(queue, entry, file);
            }
        }
        items.sort(Comparator.comparing(Item::risky));
    }

    private void add(ReviewQueue queue, ReviewEntry entry, FileChange file)
            throws AgentException, InterruptedException {
        FileHunks hunks = hunks(queue, entry, file);
        if (hunks == null || hunks.hunks().isEmpty()) {
            items.add(new Item(entry, file, hunks, -1));
            return;
        }
        hunks.hunks().forEach(hunk -> items.add(new Item(entry, file, hunks, hunk.index())));
    }

    // A file with a path that no computer can have has no hunks, and is never synced.
    private @Nullable FileHunks hunks(ReviewQueue queue, ReviewEntry entry, FileChange file)
            throws AgentException, InterruptedException {
        try {
            ReadHunks request = new ReadHunks(entry.id(), file.path(), queue.commit(), queue.base());
            return session.agent().call(SyncApi.HUNKS.at(sandbox), request);
        } catch (AgentException e) {
            if (e.code().code().equals(REFUSED)) {
                return null;
            }
            throw e;
        }
    }

    /// Asks about each hunk; null if the user quits or there is no terminal to ask on.
    @Nullable
    HunkDecision ask() {
        int at = 0;
        while (at < items.size()) {
            Item item = items.get(at);
            if (item.accepted != null) {
                at++;
                continue;
            }
            show(item, at);
            String answer = session.ask(question(item));
            if (answer == null || answer.strip().equalsIgnoreCase("q")) {
                return null;
            }
            at = decided(answer.strip().toLowerCase(Locale.ROOT), at);
        }
        return decision();
    }

    // The number of the hunk that is asked about next.
    private int decided(String answer, int at) {
        Item item = items.get(at);
        switch (answer) {
            case "y", "yes" -> {
                if (item.risky() && !answer.equals("yes")) {
                    session.line("This file could run code on this computer. Type \"yes\" to accept the hunk.");
                    return at;
                }
                item.accepted = true;
            }
            case "n" -> item.accepted = false;
            case "a" -> {
                if (item.risky()) {
                    session.line(
                            "Accept this file's hunks one by one, because the file could run code on this computer.");
                    return at;
                }
                rest(item, true);
            }
            case "s" -> rest(item, false);
            case "u" -> {
                return back(at);
            }
            default -> {
                session.line(item.risky() ? RISKY_HELP : HELP);
                return at;
            }
        }
        return at + 1;
    }

    private void rest(Item item, boolean accepted) {
        items.stream()
                .filter(each -> each.accepted == null && each.sameFile(item))
                .forEach(each -> each.accepted = accepted);
    }

    private int back(int at) {
        int before = Math.max(0, at - 1);
        items.get(before).accepted = null;
        return before;
    }

    private void show(Item item, int at) {
        session.line("");
        session.line("[%d of %d] %s", at + 1, items.size(), ReviewText.title(item.entry));
        session.line("%s", ReviewText.file(item.file));
        FileHunks hunks = item.hunks;
        if (hunks == null || item.hunk < 0) {
            String note = hunks == null ? "This file cannot be shown." : hunks.note();
            session.line("  %s", note == null ? "Only the file's mode changes." : note);
            return;
        }
        hunks.hunks().stream()
                .filter(hunk -> hunk.index() == item.hunk)
                .forEach(hunk -> ReviewText.hunk(hunks, hunk).forEach(line -> session.line("%s", line)));
    }

    private static String question(Item item) {
        return item.risky()
                ? "This could run code on this computer. Accept it? [yes,n,s,u,q,?] "
                : "Accept this hunk? [y,n,a,s,u,q,?] ";
    }

    private HunkDecision decision() {
        List<SkippedChange> skipped = new ArrayList<>();
        Set<String> allowed = new LinkedHashSet<>();
        int accepted = 0;
        List<Item> seen = new ArrayList<>();
        for (Item item : items) {
            boolean taken = Boolean.TRUE.equals(item.accepted);
            accepted += taken ? 1 : 0;
            if (taken && item.risky()) {
                allowed.add(item.file.path());
            }
            if (seen.stream().noneMatch(item::sameFile)) {
                seen.add(item);
                SkippedChange skip = skipped(item);
                if (skip != null) {
                    skipped.add(skip);
                }
            }
        }
        return new HunkDecision(skipped, List.copyOf(allowed), accepted);
    }

    private @Nullable SkippedChange skipped(Item file) {
        List<Item> all = items.stream().filter(file::sameFile).toList();
        List<Integer> hunks = all.stream()
                .filter(each -> !Boolean.TRUE.equals(each.accepted))
                .map(each -> each.hunk)
                .toList();
        if (hunks.isEmpty()) {
            return null;
        }
        List<Integer> some = hunks.size() == all.size() ? List.of() : hunks;
        return new SkippedChange(file.entry.id(), file.file.path(), some);
    }
}
