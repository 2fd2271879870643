package dev.belljar.agent.gateway.protocol;

import dev.belljar.agent.dns.DnsResult;
import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.gateway.NameBudget;
import dev.belljar.agent.gateway.Subnet;
import dev.belljar.agent.gateway.egress.DnsPins;
import dev.belljar.agent.gateway.egress.EgressBoundary;
import dev.belljar.agent.gateway.egress.PendingNames;
import dev.belljar.agent.gateway.egress.RequestedDestination;
import dev.belljar.agent.gateway.flow.FlowKey;
import dev.belljar.agent.gateway.flow.FlowLog;
import dev.belljar.agent.gateway.flow.GatewayCounters;
import dev.belljar.agent.packet.AddressKind;
import dev.belljar.agent.packet.DnsMessage;
import dev.belljar.agent.packet.IpAddress;
import dev.belljar.agent.packet.MalformedPacket;
import dev.belljar.agent.sockets.ExternalNetwork;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.text.HostServiceText;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Answers DNS questions as the policy decides: an allowed name is resolved by the host's name servers, a name
/// that needs an approval waits, any other name is refused. All questions are recorded.
///
/// A name that the policy blocks gets an address at which the gateway refuses every connection, so that programs fail
/// at once with "connection refused" (`BlockedNames`). Other refusals are REFUSED, not NXDOMAIN. NXDOMAIN would be
/// false, and resolvers cache it for minutes, so a name that is allowed a moment later would still not be found.
/// Nobody caches REFUSED.
///
/// Only IPv4 addresses are resolved. Questions for IPv6 addresses get an empty answer, because IPv6 is off; so
/// do questions for HTTPS service records, because these enable encrypted hellos, whose server names nobody
/// could check. All other record types are refused: they can carry text out and back, and hardly any program
/// needs them. Addresses outside the public internet are removed from answers unless a rule names them. If only
/// an address of a private network is left, and the policy asks, the developer is asked about that address, and
/// the answer has no other. Answered addresses are pinned: a connection to one is judged by the name.
///
/// If a name needs an approval, and its look-up gives nothing away, it is looked up first: then the developer
/// gets one question, about the name and the address, instead of two.
final class DnsHandler {
    private static final long SERVICE_SECONDS = 60;

    private final EgressBoundary boundary;
    private final FlowLog flows;
    private final GatewayCounters counters;
    private final DnsPins pins;
    private final ExternalNetwork outside;
    private final NameLookup lookup;
    private final PendingNames held;
    private final NameBudget budget;

    DnsHandler(FlowContext context, GatewayCounters counters) {
        Clock clock = context.clock();
        this.boundary = context.boundary();
        this.flows = context.flows();
        this.counters = counters;
        this.pins = context.pins();
        this.outside = context.outside();
        this.lookup = new NameLookup(boundary.policy(), outside, clock);
        this.held = new PendingNames(boundary, outside, clock);
        NameBudget kept = boundary.policy().names();
        this.budget = kept == null ? new NameBudget(clock) : kept;
    }

    /// A DNS question; `reply` takes its answer, now or later.
    private record Question(FlowKey key, DnsMessage dns, int bytes, int headers, Consumer<byte[]> reply) {
        /// The length in bytes of the IP packet that carries this answer.
        int packet(byte[] answer) {
            return headers + answer.length;
        }
    }

    /// Answers a message that came in an IP packet of `bytes` bytes. `reply` is called once with the answer,
    /// possibly later, or never. `headers` is how many bytes the answer's IP packet has besides the answer.
    void ask(FlowKey key, ByteBuffer message, int bytes, int headers, Consumer<byte[]> reply) {
        try {
            DnsMessage dns = DnsMessage.parse(message);
            Question question = new Question(key, dns, bytes, headers, reply);
            FlowDecision decision = judge(key, dns);
            if (dns.name().equals(HostServiceText.NAME)) {
                ofService(question, decision);
                return;
            }
            DnsResult known = known(dns.name(), decision);
            IpAddress inside = dns.type() == DnsMessage.ADDRESS && known != null ? inside(question, known) : null;
            if (inside != null && known != null) {
                askAbout(inside, question, known.seconds());
            } else if (decision.verdict() == Verdict.HELD && dns.type() == DnsMessage.ADDRESS) {
                lookup.ahead(dns.name(), budget::take, outcome -> askAboutName(question, outcome));
            } else if (decision.verdict() == Verdict.HELD) {
                // No approval: the answer would be the same. The question for the IPv4 address asks for one.
                decided(
                        question,
                        new FlowDecision(Verdict.LOCAL, "answered by the gateway: only IPv4 addresses are looked up"));
            } else {
                decided(question, decision);
            }
        } catch (MalformedPacket e) {
            counters.malformed();
            byte[] answer = DnsMessage.formatError(message);
            int down = answer.length == 0 ? 0 : headers + answer.length;
            flows.dnsQuery(key, "?", bytes, down, EgressBoundary.never("malformed DNS message"));
            if (answer.length > 0) {
                reply.accept(answer);
            }
        }
    }

    /// Whether the answer to a message is not known yet. If so, the look-up or the approval starts now, so that
    /// the answer is there when the guest sends the message again.
    boolean waits(FlowKey key, ByteBuffer message) {
        try {
            DnsMessage dns = DnsMessage.parse(message);
            FlowDecision decision = judge(key, dns);
            boolean local = dns.name().equals(HostServiceText.NAME);
            if (local || dns.type() != DnsMessage.ADDRESS || decision.verdict() == Verdict.REFUSED) {
                return false;
            }
            Question question = new Question(key, dns, 0, 0, answer -> {});
            DnsResult known = known(dns.name(), decision);
            IpAddress inside = known == null ? null : inside(question, known);
            if (inside != null) {
                held.ask(questionDestination(question, inside), answer -> {});
                return true;
            }
            if (decision.verdict() == Verdict.HELD) {
                lookup.ahead(
                        dns.name(), budget::take, outcome -> held.ask(toAskAbout(question, outcome), answer -> {}));
                return true;
            }
            if (known != null || !affordable(dns.name(), decision)) {
                return false;
            }
            lookup.resolve(dns.name(), decision.grant().namesHost(), outcome -> {});
            return known(dns.name(), decision) == null;
        } catch (MalformedPacket e) {
            return false;
        }
    }

    /// Whether the decision needs to know the process that asks: a rule may name the program, or the developer
    /// is shown it.
    boolean asksWho(ByteBuffer message) {
        if (boundary.policy().namesPrograms()) {
            return true;
        }
        try {
            DnsMessage dns = DnsMessage.parse(message);
            RequestedDestination nobodys = new RequestedDestination("dns", Subnet.GATEWAY, DnsMessage.PORT, dns.name());
            return dns.type() == DnsMessage.ADDRESS && boundary.judge(nobodys).verdict() == Verdict.HELD;
        } catch (MalformedPacket e) {
            return false;
        }
    }

    private RequestedDestination destination(FlowKey key, String name) {
        return new RequestedDestination("dns", Subnet.GATEWAY, DnsMessage.PORT, name, flows.sender(key));
    }

    private FlowDecision judge(FlowKey key, DnsMessage dns) {
        FlowDecision decision = boundary.judge(destination(key, dns.name()));
        if (decision.verdict() == Verdict.REFUSED) {
            return decision;
        }
        if (!dns.plain()) {
            return decision.never(decision.rule() + ", but the name is not a valid host name");
        }
        return switch (dns.type()) {
            case DnsMessage.ADDRESS, DnsMessage.ADDRESS_SIX, DnsMessage.SERVICE, DnsMessage.HTTPS -> decision;
            default ->
                decision.never(decision.rule() + ", but DNS queries of type " + dns.type() + " are not forwarded");
        };
    }

    private void decided(Question question, FlowDecision decision) {
        DnsMessage dns = question.dns;
        if (decision.verdict() == Verdict.REFUSED) {
            reply(question, BlockedNames.answer(dns, decision), decision);
        } else if (dns.type() != DnsMessage.ADDRESS) {
            reply(question, dns.addresses(List.of(), 0), decision);
        } else if (known(dns.name(), decision) == null && !affordable(dns.name(), decision)) {
            FlowDecision enough = decision.never(decision.rule() + ", but too many different names were looked up");
            reply(question, BlockedNames.answer(dns, enough), enough);
        } else {
            lookup.resolve(dns.name(), decision.grant().namesHost(), outcome -> resolved(question, decision, outcome));
        }
    }

    private @Nullable DnsResult known(String name, FlowDecision decision) {
        return lookup.known(name, decision.grant().namesHost());
    }

    /// Whether name servers may be asked for this name, which takes one of the budget unless they are asked
    /// already.
    private boolean affordable(String name, FlowDecision decision) {
        return lookup.asking(name, decision.grant().namesHost()) || budget.take(name);
    }

    private void resolved(Question question, FlowDecision decision, DnsResult outcome) {
        DnsMessage dns = question.dns;
        if (outcome.code() != 0) {
            String rule = decision.rule()
                    + (outcome.code() == DnsMessage.NO_SUCH_NAME ? "; no such name" : "; the lookup failed");
            reply(question, dns.refusal(outcome.code()), decision.described(rule));
            return;
        }
        List<IpAddress> open = outcome.addresses().stream()
                .filter(address -> open(address, question))
                .limit(DnsMessage.MOST_ADDRESSES)
                .toList();
        IpAddress inside = inside(question, outcome);
        if (inside != null) {
            askAbout(inside, question, outcome.seconds());
        } else if (open.isEmpty() && !outcome.addresses().isEmpty()) {
            hide(question, decision, outcome.addresses().getFirst());
        } else {
            answer(question, open, outcome.seconds(), decision);
        }
    }

    private void answer(Question question, List<IpAddress> addresses, long seconds, FlowDecision decision) {
        addresses.forEach(address -> pins.pin(question.dns.name(), address, seconds));
        reply(question, question.dns.addresses(addresses, seconds), decision);
    }

    /// Refuses a question because of the address that its name leads to.
    private void hide(Question question, FlowDecision decision, IpAddress hiding) {
        boolean refused = decision.verdict() == Verdict.REFUSED;
        byte[] answer = BlockedNames.refusal(question.dns, decision);
        flows.dnsQuery(
                question.key,
                questionDestination(question, hiding).destination(),
                question.bytes,
                question.packet(answer),
                refused ? decision : hidden(question, decision, hiding));
        question.reply.accept(answer);
    }

    /// Answers for the name of the host's services, of which no name server is asked. The developer is not asked
    /// about the name, but about the port.
    private void ofService(Question question, FlowDecision decision) {
        DnsMessage dns = question.dns;
        if (decision.verdict() == Verdict.REFUSED) {
            reply(question, BlockedNames.refusal(dns, decision), decision);
            return;
        }
        List<IpAddress> found = dns.type() == DnsMessage.ADDRESS ? List.of(Subnet.HOST) : List.of();
        FlowDecision answered = decision.verdict() == Verdict.HELD ? EgressBoundary.LOCAL : decision;
        answer(question, found, SERVICE_SECONDS, answered);
    }

    private FlowDecision hidden(Question question, FlowDecision decision, IpAddress hiding) {
        String kind = AddressKind.special(hiding);
        RequestedDestination there = questionDestination(question, hiding);
        FlowDecision decided = boundary.judge(there);
        String words = decision.rule() + ", but the name resolves to " + hiding + ", "
                + (kind == null ? "an address of this computer" : kind);
        return decided.verdict() == Verdict.REFUSED
                ? decision.never(words + ": " + decided.rule(), decided)
                : decision.never(words + "; to allow it, add a rule that names it, such as "
                        + there.destination().namingRule());
    }

    /// The private address that the developer is asked about when a name leads to no other: the lowest, so that
    /// servers that shuffle their answers cause no new approvals. Null if there is nothing to ask.
    private @Nullable IpAddress inside(Question question, DnsResult outcome) {
        if (outcome.addresses().stream().anyMatch(address -> open(address, question))) {
            return null;
        }
        return outcome.addresses().stream()
                .filter(address -> boundary.asksAbout(questionDestination(question, address)))
                .min(Comparator.comparingLong(IpAddress::low))
                .orElse(null);
    }

    /// Asks the developer about a name that no rule decides about; `outcome` is null if it was not looked up.
    private void askAboutName(Question question, @Nullable DnsResult outcome) {
        IpAddress inside = outcome == null ? null : inside(question, outcome);
        if (inside != null && outcome != null) {
            askAbout(inside, question, outcome.seconds());
        } else {
            held.ask(destination(question.key, question.dns.name()), answer -> decided(question, answer));
        }
    }

    private RequestedDestination toAskAbout(Question question, @Nullable DnsResult outcome) {
        IpAddress inside = outcome == null ? null : inside(question, outcome);
        return inside == null ? destination(question.key, question.dns.name()) : questionDestination(question, inside);
    }

    private void askAbout(IpAddress address, Question question, long seconds) {
        held.ask(questionDestination(question, address), answer -> {
            if (answer.grant().namesAddress()) {
                answer(question, List.of(address), seconds, answer);
            } else {
                hide(question, answer, address);
            }
        });
    }

    /// Whether a name may lead to this address: a public one always, any other only by a rule about that
    /// address, because the rule that allowed the name did not know where it leads.
    private boolean open(IpAddress address, Question question) {
        return (AddressKind.special(address) == null && !outside.own(address))
                || boundary.judge(questionDestination(question, address))
                        .grant()
                        .namesAddress();
    }

    /// A question as a destination, now that its name is known to lead to this address.
    private RequestedDestination questionDestination(Question question, IpAddress address) {
        return new RequestedDestination(
                "dns", address, DnsMessage.PORT, question.dns.name(), flows.sender(question.key));
    }

    private void reply(Question question, byte[] answer, FlowDecision decision) {
        flows.dnsQuery(question.key, question.dns.name(), question.bytes, question.packet(answer), decision);
        question.reply.accept(answer);
    }

    /// To be called several times a second while `busy`.
    void tick() {
        lookup.tick();
    }

    boolean busy() {
        return lookup.busy();
    }

    /// To be called about once a second.
    void sweep() {
        held.sweep();
    }

    void close() {
        held.close();
        lookup.close();
    }
}
