package dev.belljar.app.approval;

import dev.belljar.app.process.ScriptName;
import dev.belljar.app.text.Texts;
import dev.belljar.app.text.VisibleGuestText;
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
    public static String destination(Approval approval) {
        String port = approval.port() == 0 ? "" : ":" + approval.port();
        String address = approval.special() == null ? null : approval.address();
        return where(approval) + port + (address == null ? "" : " → " + VisibleGuestText.name(address, NAME));
    }

    /// Explains a destination whose address is not a public one, or which is a service of this computer, and what
    /// allowing it does; empty for others.
    public static String place(Approval approval) {
        String special = approval.special();
        String address = approval.address();
        if (special != null && address == null) {
            return TEXTS.get("approval.service", VisibleGuestText.shown(special, PROGRAM));
        }
        return special == null || address == null
                ? ""
                : TEXTS.get(
                        "approval.place", VisibleGuestText.name(address, NAME), VisibleGuestText.shown(special, WORD));
    }

    /// Returns the name of the destination, or its address if it has no name.
    public static String where(Approval approval) {
        String name = approval.name();
        String address = approval.address();
        return VisibleGuestText.name(name != null && !name.isEmpty() ? name : address == null ? "?" : address, NAME);
    }

    /// Returns the address behind the name, or a note that there is no name or that the guest only
    /// asks for the name.
    public static String detail(Approval approval) {
        if (approval.protocol().equals("file")) {
            return TEXTS.get("approval.detail.file");
        }
        if (approval.protocol().equals("dns")) {
            return TEXTS.get(approval.special() == null ? "approval.detail.dns.public" : "approval.detail.dns");
        }
        String address = approval.address();
        if (address == null && approval.special() != null) {
            return TEXTS.get("approval.detail.service");
        }
        return approval.name() == null || address == null
                ? TEXTS.get("approval.detail.noname")
                : VisibleGuestText.name(address, NAME);
    }

    /// Returns the protocol in capitals, for a tag.
    public static String protocol(Approval approval) {
        return VisibleGuestText.name(approval.protocol(), 12).toUpperCase(Locale.ROOT);
    }

    /// Returns the requesting process and its parents, the nearest first: `node 1236 ← npm 1209 ← agent 431`;
    /// or a note that it is not known.
    public static String process(Approval approval) {
        RequestingProcess requester = approval.asker();
        if (requester == null) {
            String process = approval.process();
            return process == null ? TEXTS.get("approval.process.unknown") : VisibleGuestText.shown(process, PROGRAM);
        }
        StringBuilder line = new StringBuilder(VisibleGuestText.shown(requester.name(), WORD) + " " + requester.pid());
        requester.parents().stream()
                .limit(PARENTS)
                .forEach(p -> line.append(" ← ")
                        .append(VisibleGuestText.shown(p.name(), WORD))
                        .append(' ')
                        .append(p.pid()));
        return line + (requester.parents().size() > PARENTS ? " ← …" : "");
    }

    /// Returns the command line of the requesting process; empty if it is not known.
    public static String command(Approval approval) {
        RequestingProcess requester = approval.asker();
        return requester == null ? "" : VisibleGuestText.shown(String.join(" ", requester.argv()), COMMAND);
    }

    /// Says how many bytes the requesting process has sent so far; empty if it is not known.
    public static String sent(Approval approval) {
        RequestingProcess requester = approval.asker();
        if (requester == null) {
            return "";
        }
        return requester.sent() == 0
                ? TEXTS.get("approval.sent.nothing")
                : TEXTS.get("approval.sent", ByteCount.words(requester.sent()));
    }

    /// Returns the time until the approval is denied by itself, `0:24`; never negative.
    public static String left(Approval approval, long now) {
        return clock(approval.expires() - now + 999);
    }

    /// Returns the same in words: `denied in 0:24`.
    public static String deniedIn(Approval approval, long now) {
        return TEXTS.get("approval.left", left(approval, now));
    }

    /// Returns how long the approval has waited, in words: `waiting 0:36`.
    public static String held(Approval approval, long now) {
        return TEXTS.get("approval.held", clock(now - approval.asked()));
    }

    private static String clock(long millis) {
        long seconds = Math.max(0, millis) / 1_000;
        return String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
    }

    /// Returns how many connections or DNS queries wait for this answer.
    public static String waiting(Approval approval) {
        return switch (approval.protocol()) {
            case "dns" -> TEXTS.get("approval.waiting.lookups", approval.waiting());
            case "file" -> TEXTS.get("approval.waiting.accesses", approval.waiting());
            default -> TEXTS.get("approval.waiting.connections", approval.waiting());
        };
    }

    /// Returns the script or package that the process runs, with the process: `fetch-binary.js (node 1236)`;
    /// or the process alone if its command line names none.
    public static String program(Approval approval) {
        RequestingProcess requester = approval.asker();
        if (requester == null) {
            return process(approval);
        }
        String process = VisibleGuestText.shown(requester.name(), WORD) + " " + requester.pid();
        return ScriptName.of(requester.argv())
                .map(script -> TEXTS.get("approval.program", VisibleGuestText.shown(script, WORD), process))
                .orElse(process);
    }

    /// Says in a sentence how an approval ended.
    public static String ending(ApprovalEnd ending) {
        String what = destination(ending.approval());
        String whose = ending.approval().sandboxName();
        return switch (ending.kind()) {
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
