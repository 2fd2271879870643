package dev.belljar.app.push;

import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.contract.request.work.PushCommits;
import dev.belljar.contract.request.work.PushMode;
import dev.belljar.contract.view.work.PushResult;
import java.util.ArrayList;
import java.util.List;

/// What the dialog of a push shows of a request's result: a sentence, lists, and the buttons.
record PushModel(PushCommits request, PushResult result) {
    private static final Texts TEXTS = Texts.of(PushModel.class);
    private static final int SHOWN = 12;

    /// A list with its title.
    record PushList(String title, List<String> lines) {
        PushList {
            lines = List.copyOf(lines);
        }
    }

    /// A button: its text, and what it asks for.
    record PushChoice(String words, PushCommits request) {}

    /// True if nothing is left to do.
    boolean done() {
        return switch (result.state()) {
            case UP_TO_DATE -> true;
            case FAST_FORWARDED, MERGED, REBASED -> !result.dryRun();
            case DIVERGED, CONFLICTS, UNFINISHED, BLOCKED -> false;
        };
    }

    String sentence() {
        return switch (result.state()) {
            case UP_TO_DATE -> TEXTS.get("push.same");
            case FAST_FORWARDED, MERGED, REBASED -> TEXTS.get("push.forward", result.behind());
            case DIVERGED -> TEXTS.get("push.diverged", result.behind(), result.ahead());
            case CONFLICTS -> TEXTS.get("push.conflicts");
            case UNFINISHED -> TEXTS.get("push.unfinished", result.ref());
            case BLOCKED -> TEXTS.get("push.blocked");
        };
    }

    /// The buttons; the last one is the usual choice.
    List<PushChoice> choices() {
        return switch (result.state()) {
            case UP_TO_DATE, MERGED, REBASED, CONFLICTS, UNFINISHED -> List.of();
            case FAST_FORWARDED ->
                result.dryRun() ? List.of(choice(TEXTS.get("push.button"), PushMode.FAST_FORWARD, false)) : List.of();
            case DIVERGED ->
                List.of(
                        choice(TEXTS.get("push.rebase"), PushMode.REBASE, false),
                        choice(TEXTS.get("push.merge"), PushMode.MERGE, false));
            case BLOCKED ->
                request.autostash() ? List.of() : List.of(choice(TEXTS.get("push.stash"), request.how(), true));
        };
    }

    List<PushList> lists() {
        List<PushList> lists = new ArrayList<>();
        add(
                lists,
                TEXTS.get("push.list.arrived"),
                result.arrived().reversed().stream()
                        .map(commit -> commit.subject())
                        .toList());
        add(
                lists,
                TEXTS.get("push.list.own"),
                result.own().reversed().stream().map(commit -> commit.subject()).toList());
        add(lists, TEXTS.get("push.list.both"), result.bothChanged());
        add(lists, TEXTS.get("push.list.conflicts"), result.conflicts());
        add(lists, TEXTS.get("push.list.blocking"), result.blocking());
        add(lists, TEXTS.get("push.list.message"), result.message().lines().toList());
        return lists;
    }

    /// What the window says when the dialog closes after a push.
    String doneText() {
        return TEXTS.get("push.done", result.behind(), result.ref());
    }

    private static PushChoice choice(String words, PushMode how, boolean autostash) {
        return new PushChoice(words, new PushCommits(how, autostash, false));
    }

    private static void add(List<PushList> lists, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            List<String> shown = new ArrayList<>(
                    lines.stream().limit(SHOWN).map(FigureFormat::printable).toList());
            if (lines.size() > SHOWN) {
                shown.add(TEXTS.get("push.more", lines.size() - SHOWN));
            }
            lists.add(new PushList(title, shown));
        }
    }
}
