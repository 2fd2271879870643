package dev.belljar.agent.refusal;

import dev.belljar.agent.gateway.Destination;
import dev.belljar.contract.event.ApprovalEvent;
import dev.belljar.contract.event.Event.HttpEvent;
import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.NetOp;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.ApprovalOutcome;
import dev.belljar.contract.policy.RefusalReason;
import dev.belljar.contract.text.VisibleText;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds the refusals among the events of one sandbox.
///
/// A refusal is reported once for each flow. What every machine does by itself, such as frames that are not IP and
/// packets of connections that ended, is left out, as no program waits for it. Texts are shortened, and contain no
/// characters that could control a terminal. Not safe for several threads.
final class RefusalReader {
    private static final int MOST_KNOWN = 512;
    private static final int LONGEST_NAME = 253;
    private static final int LONGEST = 120;
    private static final int FORBIDDEN = 403;
    private static final Set<String> PROTOCOLS = Set.of("dns", "tcp", "udp", "icmp");

    private final RefusalText text;
    private final Set<Object> known = new LinkedHashSet<>();

    /// `sandbox` is the name of the sandbox.
    RefusalReader(String sandbox) {
        this.text = new RefusalText(sandbox);
    }

    /// The refusal that this event reports first.
    Optional<RefusalLine> flow(NetEvent event) {
        RefusalReason reason = event.reason();
        boolean ofNobody = reason == RefusalReason.NEVER_ALLOWED && event.name() == null;
        if (reason == null || ofNobody || !PROTOCOLS.contains(event.proto()) || event.verdict() != Verdict.REFUSED) {
            return Optional.empty();
        }
        if (event.op() != NetOp.DNS && !news(event.flow())) {
            return Optional.empty();
        }
        boolean dns = event.proto().equals("dns");
        String address = dns ? null : address(event.dst());
        Integer port = dns ? null : port(event.dst());
        Destination destination =
                new Destination(event.proto(), address == null ? "" : address, port == null ? 0 : port, event.name());
        return Optional.of(new RefusalLine(
                event.ts(),
                event.proto(),
                shown(event.name(), LONGEST_NAME),
                address,
                port,
                event.pid(),
                shown(event.process(), LONGEST),
                shown(event.exe(), LONGEST),
                null,
                null,
                reason == RefusalReason.DENIED_BY_USER ? RefusalLine.DENIED : RefusalLine.REFUSED,
                null,
                reason.name().toLowerCase(Locale.ROOT),
                RefusalText.why(reason),
                RefusalText.decided(event.layer()),
                text.help(reason, destination, event.name() != null || address != null),
                null));
    }

    /// The HTTP request that was not forwarded although its connection was allowed.
    Optional<RefusalLine> request(HttpEvent event) {
        if (event.status() != FORBIDDEN || event.problem() == null) {
            return Optional.empty();
        }
        return Optional.of(new RefusalLine(
                event.ts(),
                "http",
                shown(event.name(), LONGEST_NAME),
                null,
                event.port(),
                null,
                null,
                null,
                shown(event.method(), LONGEST),
                shown(withoutQuery(event.path()), LONGEST),
                RefusalLine.REFUSED,
                null,
                "not_forwarded",
                "The request was not forwarded. The body of its response, which has the status 403, says why.",
                null,
                null,
                null));
    }

    /// An approval that waits, or that allowed what waited. A denial is reported with the flows that it refuses.
    Optional<RefusalLine> approval(ApprovalEvent event) {
        Approval approval = event.approval();
        boolean waits = event.waits() && approval != null;
        if (waits ? !news(event.id()) : event.outcome() != ApprovalOutcome.ALLOWED) {
            return Optional.empty();
        }
        boolean dns = event.protocol().equals("dns");
        return Optional.of(new RefusalLine(
                event.ts(),
                event.protocol(),
                shown(event.name(), LONGEST_NAME),
                dns || event.address() == null ? null : shown(event.address(), LONGEST),
                dns || event.port() == 0 ? null : (Integer) event.port(),
                null,
                shown(event.process(), LONGEST),
                null,
                null,
                null,
                waits ? RefusalLine.WAITING : RefusalLine.ALLOWED,
                approval != null && waits ? (Long) approval.expires() : null,
                null,
                waits ? "No rule decides about it, so the person is asked." : null,
                null,
                waits ? RefusalText.waiting() : null,
                null));
    }

    /// Whether this flow or approval was not reported yet.
    private boolean news(Object id) {
        if (!known.add(id)) {
            return false;
        }
        if (known.size() > MOST_KNOWN) {
            known.remove(known.iterator().next());
        }
        return true;
    }

    private static @Nullable String address(String end) {
        int colon = end.lastIndexOf(':');
        String address = colon < 0 ? end : end.substring(0, colon);
        return address.matches("[0-9a-fA-F.:\\[\\]]{2,48}") ? address : null;
    }

    private static @Nullable Integer port(String end) {
        String port = end.substring(end.lastIndexOf(':') + 1);
        return end.indexOf(':') >= 0 && port.matches("\\d{1,5}") ? (Integer) Integer.parseInt(port) : null;
    }

    private static @Nullable String withoutQuery(@Nullable String path) {
        return path == null ? null : path.split("[?#]", 2)[0];
    }

    private static @Nullable String shown(@Nullable String text, int longest) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        String line = VisibleText.line(text);
        return line.length() <= longest ? line : VisibleText.line(line.substring(0, longest - 1)) + "…";
    }
}
