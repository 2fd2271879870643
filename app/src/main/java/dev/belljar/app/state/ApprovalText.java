package dev.belljar.app.state;

import dev.belljar.app.text.Texts;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.RequestingProcess;
import dev.belljar.contract.text.ByteCount;
import java.util.Locale;

/// Describes approvals in text that is safe to show: every part that the guest chose is bounded and escaped.
public final class ApprovalText {
    private static final Texts TEXTS = Texts.of(ApprovalText.class);
    private static final int NAME = 120;
    private static final int PROGRAM = 200;
    private static final int WORD = 40;
    private static final int COMMAND = 400;
    private static final int PARENTS = 5;

    private ApprovalText() {}

    /// Returns the destination: `registry.npmjs.org:443`, or the name alone for a DNS query; with the address
    /// after it if that is not a public one: `db.corp → 10.0.0.5`.
    public static String target(Approval question) {
        String port = question.port() == 0 ? "" : ":" + question.port();
        String address = question.special() == null ? null : question.address();
        return where(question) + port + (address == null ? "" : " → " + VisibleGuestText.name(address, NAME));
    }

    /// Explains a destination whose address is not a public one, and what allowing it does; empty for others.
    public static String place(Approval question) {
        String special = question.special();
        String address = question.address();
        return special == null || address == null
                ? ""
                : TEXTS.get(
                        "approval.place", VisibleGuestText.name(address, NAME), VisibleGuestText.shown(special, WORD));
    }

    /// Returns the name of the destination, or its address if it has no name.
    public static String where(Approval question) {
        String name = question.name();
        String address = question.address();
        return VisibleGuestText.name(name != null && !name.isEmpty() ? name : address == null ? "?" : address, NAME);
    }

    /// Returns the address behind the name, or a note that there is no name or that the guest only
    /// asks for the name.
    public static String detail(Approval question) {
        if (question.protocol().equals("dns")) {
            return TEXTS.get(question.special() == null ? "approval.detail.dns.public" : "approval.detail.dns");
        }
        String address = question.address();
        return question.name() == null || address == null
                ? TEXTS.get("approval.detail.noname")
                : VisibleGuestText.name(address, NAME);
    }

    /// Returns the protocol in capitals, for a tag.
    public static String protocol(Approval question) {
        return VisibleGuestText.name(question.protocol(), 12).toUpperCase(Locale.ROOT);
    }

    /// Returns the requesting process and its parents, the nearest first: `node 1236 ← npm 1209 ← agent 431`;
    /// or a note that it is not known.
    public static String process(Approval question) {
        RequestingProcess asker = question.asker();
        if (asker == null) {
            String process = question.process();
            return process == null ? TEXTS.get("approval.process.unknown") : VisibleGuestText.shown(process, PROGRAM);
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

    /// Returns the command line of the requesting process; empty if it is not known.
    public static String command(Approval question) {
        RequestingProcess asker = question.asker();
        return asker == null ? "" : VisibleGuestText.shown(String.join(" ", asker.argv()), COMMAND);
    }

    /// Says how many bytes the requesting process has sent so far; empty if it is not known.
    public static String sent(Approval question) {
        RequestingProcess asker = question.asker();
        if (asker == null) {
            return "";
        }
        return asker.sent() == 0
                ? TEXTS.get("approval.sent.nothing")
                : TEXTS.get("approval.sent", ByteCount.words(asker.sent()));
    }

    /// Returns the time until the approval is denied by itself, `0:24`; never negative.
    public static String left(Approval question, long now) {
        return clock(question.expires() - now + 999);
    }

    /// Returns the same in words: `denied in 0:24`.
    public static String deniedIn(Approval question, long now) {
        return TEXTS.get("approval.left", left(question, now));
    }

    /// Returns how long the approval has waited, in words: `held 0:36`.
    public static String held(Approval question, long now) {
        return TEXTS.get("approval.held", clock(now - question.asked()));
    }

    private static String clock(long millis) {
        long seconds = Math.max(0, millis) / 1_000;
        return String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
    }

    /// Returns how many connections or DNS queries wait for this answer.
    public static String waiting(Approval question) {
        return TEXTS.get(
                question.protocol().equals("dns") ? "approval.waiting.lookups" : "approval.waiting.connections",
                question.waiting());
    }

    /// Returns the script or package that the process runs, with the process: `fetch-binary.js (node 1236)`;
    /// or the process alone if its command line names none.
    public static String program(Approval question) {
        RequestingProcess asker = question.asker();
        if (asker == null) {
            return process(question);
        }
        String process = VisibleGuestText.shown(asker.name(), WORD) + " " + asker.pid();
        return ScriptName.of(asker.argv())
                .map(script -> TEXTS.get("approval.program", VisibleGuestText.shown(script, WORD), process))
                .orElse(process);
    }

    /// Says in a sentence how an approval ended.
    public static String ending(ApprovalEnd ending) {
        String what = target(ending.question());
        String whose = ending.question().sandboxName();
        return switch (ending.how()) {
            case ANSWERED ->
                reasoned(
                        TEXTS.get(ending.allowed() ? "approval.end.allowed" : "approval.end.denied", what, whose),
                        ending.words());
            case EXPIRED -> TEXTS.get("approval.end.expired", what, whose);
            case WITHDRAWN -> TEXTS.get("approval.end.withdrawn", what, whose);
            case UNKNOWN -> TEXTS.get("approval.end.unknown", what, whose);
        };
    }

    private static String reasoned(String sentence, String reason) {
        return reason.isEmpty()
                ? sentence
                : TEXTS.get("approval.end.reason", sentence, VisibleGuestText.shown(reason, PROGRAM));
    }
}
