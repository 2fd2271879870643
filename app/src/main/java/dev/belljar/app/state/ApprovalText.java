package dev.belljar.app.state;

import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.RequestingProcess;
import dev.belljar.contract.text.ByteCount;
import java.util.Locale;

/// What a question is about in words that are safe to show: whatever a machine chose in them is bounded and
/// escaped.
public final class ApprovalText {
    private static final int NAME = 120;
    private static final int PROGRAM = 200;
    private static final int WORD = 40;
    private static final int COMMAND = 400;
    private static final int PARENTS = 5;

    private ApprovalText() {}

    /// Where it wants to go: `registry.npmjs.org:443`, or only the name while only that is asked for; with the address
    /// behind it where that is not a public one: `db.corp → 10.0.0.5`.
    public static String target(Approval question) {
        String port = question.port() == 0 ? "" : ":" + question.port();
        String address = question.special() == null ? null : question.address();
        return where(question) + port + (address == null ? "" : " → " + VisibleGuestText.name(address, NAME));
    }

    /// What stands behind a name that does not lead to a public address, and what allowing does; empty for others.
    public static String place(Approval question) {
        String special = question.special();
        String address = question.address();
        return special == null || address == null
                ? ""
                : "The name leads to " + VisibleGuestText.name(address, NAME) + ", "
                        + VisibleGuestText.shown(special, WORD) + ". Allowing opens only this address for the name.";
    }

    /// The name, or the address where there is none.
    public static String where(Approval question) {
        String name = question.name();
        String address = question.address();
        return VisibleGuestText.name(name != null && !name.isEmpty() ? name : address == null ? "?" : address, NAME);
    }

    /// What exactly is asked: the address behind the name, or that only the name is asked for.
    public static String detail(Approval question) {
        if (question.protocol().equals("dns")) {
            return question.special() == null
                    ? "looks up the name; the answer also covers ports 80 and 443, not private addresses"
                    : "looks up the name; the answer also covers ports 80 and 443";
        }
        String address = question.address();
        return question.name() == null || address == null
                ? "no name was asked for"
                : VisibleGuestText.name(address, NAME);
    }

    /// The protocol as a tag says it.
    public static String protocol(Approval question) {
        return VisibleGuestText.name(question.protocol(), 12).toUpperCase(Locale.ROOT);
    }

    /// Who asks and what started it, the nearest first: `node 1236 ← npm 1209 ← agent 431`; or that it
    /// is not known.
    public static String process(Approval question) {
        RequestingProcess asker = question.asker();
        if (asker == null) {
            String process = question.process();
            return process == null ? "process not known" : VisibleGuestText.shown(process, PROGRAM);
        }
        StringBuilder line = new StringBuilder(VisibleGuestText.shown(asker.name(), WORD) + " " + asker.pid());
        asker.parents().stream()
                .limit(PARENTS)
                .forEach(p -> line.append(" ← ")
                        .append(VisibleGuestText.shown(p.name(), WORD))
                        .append(' ')
                        .append(p.pid()));
        return line + (asker.parents().size() > PARENTS ? " ← …" : "");
    }

    /// The command line of who asks; empty where it is not known.
    public static String command(Approval question) {
        RequestingProcess asker = question.asker();
        return asker == null ? "" : VisibleGuestText.shown(String.join(" ", asker.argv()), COMMAND);
    }

    /// What who asks has sent so far; empty where it is not known.
    public static String sent(Approval question) {
        RequestingProcess asker = question.asker();
        if (asker == null) {
            return "";
        }
        return asker.sent() == 0 ? "has sent nothing yet" : "has sent " + ByteCount.words(asker.sent()) + " so far";
    }

    /// How long until it is refused, `0:24`; `now` and the result are never negative.
    public static String left(Approval question, long now) {
        long seconds = Math.max(0, question.expires() - now + 999) / 1_000;
        return String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
    }

    /// How many wait for the same answer.
    public static String waiting(Approval question) {
        String what = question.protocol().equals("dns") ? "lookup" : "connection";
        return switch (question.waiting()) {
            case 0 -> "no longer waiting";
            case 1 -> "1 " + what + " waits";
            default -> question.waiting() + " " + what + "s wait";
        };
    }

    /// How it ended, in a sentence.
    public static String ending(ApprovalEnd ending) {
        String what = target(ending.question()) + " of " + ending.question().sandboxName();
        return switch (ending.how()) {
            case ANSWERED ->
                (ending.allowed() ? "Allowed elsewhere: " : "Denied elsewhere: ") + what + reason(ending) + ".";
            case EXPIRED -> "Nobody answered in time, so it was refused: " + what + ".";
            case WITHDRAWN -> "The sandbox is gone, and its question with it: " + what + ".";
            case UNKNOWN -> "No longer waits: " + what + ".";
        };
    }

    private static String reason(ApprovalEnd ending) {
        return ending.words().isEmpty() ? "" : " (" + VisibleGuestText.shown(ending.words(), PROGRAM) + ")";
    }
}
