package dev.belljar.client.command.sync;

import dev.belljar.contract.request.work.PushMode;
import dev.belljar.contract.view.work.PushResult;
import dev.belljar.contract.view.work.WorkCommit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Describes the result of a push: what was pushed, what became of the branch in the sandbox, and what to do next.
record PushText(String sandbox, PushMode how, PushResult result) {
    private static final int NAMED = 20;

    /// True if the guest's branch contains the project's commits.
    static boolean done(PushResult result) {
        return switch (result.state()) {
            case UP_TO_DATE, FAST_FORWARDED, MERGED, REBASED -> true;
            case DIVERGED, CONFLICTS, UNFINISHED, BLOCKED -> false;
        };
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        result.arrived().forEach(commit -> lines.add(line(commit)));
        lines.add(state());
        paths(lines, "Changed on both sides:", result.bothChanged());
        paths(lines, result.dryRun() ? "Conflicts are expected in:" : "Conflicts:", result.conflicts());
        paths(lines, "Uncommitted in the sandbox, and changed by your commits:", result.blocking());
        if (!result.message().isEmpty()) {
            lines.add("Git output from the sandbox:");
            result.message().lines().forEach(line -> lines.add("  " + line));
        }
        rewritten().ifPresent(lines::add);
        next(lines);
        return lines;
    }

    private static String line(WorkCommit commit) {
        return "commit %.10s  %s".formatted(commit.id(), commit.subject());
    }

    private String state() {
        String commits = commits(result.behind());
        boolean dry = result.dryRun();
        return switch (result.state()) {
            case UP_TO_DATE -> "Nothing to push: " + sandbox + " already has every commit on your branch.";
            case FAST_FORWARDED ->
                dry
                        ? commits + " would be pushed; the branch in " + sandbox + " would be fast-forwarded."
                        : commits + pushed() + "; the branch in " + sandbox + " was fast-forwarded.";
            case MERGED -> commits + pushed() + " and merged with " + commits(result.ahead()) + " of " + sandbox + ".";
            case REBASED -> commits + pushed() + "; " + rebased() + " now on top of them.";
            case DIVERGED ->
                dry
                        ? "The sandbox has %s that you do not have, and you have %s that it does not have."
                                .formatted(commits(result.ahead()), commits)
                        : "%s%s to %s in %s. The checked-out branch was not moved, because it has %s of its own."
                                .formatted(commits, pushed(), result.ref(), sandbox, commits(result.ahead()));
            case CONFLICTS ->
                commits + pushed() + ", but git could not merge them with the sandbox's commits automatically.";
            case UNFINISHED ->
                (result.conflicts().isEmpty()
                                ? "An earlier merge, rebase or cherry-pick in the sandbox is not finished."
                                : "An earlier merge in the sandbox still has conflicts.")
                        + " Your commits are in the sandbox as " + result.ref() + "; nothing was merged.";
            case BLOCKED ->
                dry
                        ? commits + " would be pushed, but uncommitted changes in " + sandbox + " are in the way."
                        : "%s%s to %s in %s, but the checked-out branch was not moved."
                                .formatted(commits, pushed(), result.ref(), sandbox);
        };
    }

    private String pushed() {
        return result.behind() == 1 ? " was pushed" : " were pushed";
    }

    private String rebased() {
        return commits(result.ahead()) + " of " + sandbox + (result.ahead() == 1 ? " is" : " are");
    }

    private void next(List<String> lines) {
        switch (result.state()) {
            case DIVERGED -> lines.add(combine());
            case CONFLICTS ->
                lines.add("Resolve the conflicts in the sandbox: edit the files, then run `git add` on them and `git"
                        + " commit` (merge) or `git rebase --continue` (rebase). To give up: `git merge --abort` or"
                        + " `git rebase --abort`.");
            case UNFINISHED ->
                lines.add("Finish or abort the merge, rebase or cherry-pick in the sandbox, then push again.");
            case BLOCKED ->
                lines.add("Commit the changes in the sandbox, or let git stash them: belljar push %s --autostash"
                        .formatted(sandbox));
            case UP_TO_DATE, FAST_FORWARDED, MERGED, REBASED -> {
                // Nothing is left to do.
            }
        }
    }

    // A branch that was rebased or amended after the sandbox's work was merged has other commits with the same words.
    private Optional<String> rewritten() {
        if (done(result)) {
            return Optional.empty();
        }
        Set<String> mine = result.arrived().stream().map(PushText::words).collect(Collectors.toSet());
        long twice = result.own().stream()
                .map(PushText::words)
                .filter(mine::contains)
                .count();
        return twice == 0
                ? Optional.empty()
                : Optional.of("%s in the sandbox %s the same author and subject as one of yours."
                                .formatted(commits((int) twice), twice == 1 ? "has" : "have")
                        + " Was your branch rewritten (rebased or amended) after you merged them? If so, a merge will"
                        + " conflict. With --rebase, git leaves out commits whose changes you already have.");
    }

    private static String words(WorkCommit commit) {
        return commit.author() + "\n" + commit.subject();
    }

    private String combine() {
        return switch (how) {
            case FAST_FORWARD ->
                "To combine them in the sandbox: belljar push %1$s --merge   or: belljar push %1$s --rebase"
                        .formatted(sandbox);
            case MERGE -> "Without --dry-run, your commits would be merged with the commits in " + sandbox + ".";
            case REBASE -> "Without --dry-run, the commits in " + sandbox + " would be rebased onto yours.";
        };
    }

    private static void paths(List<String> lines, String title, List<String> paths) {
        if (paths.isEmpty()) {
            return;
        }
        lines.add(title);
        paths.stream().limit(NAMED).forEach(path -> lines.add("  " + path));
        if (paths.size() > NAMED) {
            lines.add("  and %d more".formatted(paths.size() - NAMED));
        }
    }

    private static String commits(int count) {
        return count == 1 ? "1 commit" : count + " commits";
    }
}
