package dev.belljar.agent.gateway.protocol;

import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.gateway.Subnet;
import dev.belljar.agent.packet.DnsExtendedError;
import dev.belljar.agent.packet.DnsMessage;
import dev.belljar.contract.policy.RefusalReason;
import java.util.List;
import java.util.Set;

/// The answers for names that are blocked.
///
/// With the response code REFUSED, programs report that the resolution failed for the moment, which looks like
/// a broken network. So a name that the rules, the network mode or the developer block gets the address
/// `Subnet.BLOCKED`, valid for no time: the gateway resets connections to it, and programs report "connection
/// refused"; HTTP on port 80 gets the status 403 (`BlockedPage`). The name is not looked up, and nothing
/// leaves. A refusal that is not about the name, such as that of a record type, stays REFUSED.
///
/// All of them have an Extended DNS Error, if the question may be answered with one.
final class BlockedNames {
    private static final Set<RefusalReason> OF_NAMES = Set.of(
            RefusalReason.DENIED_BY_USER,
            RefusalReason.DENIED_BY_RULE,
            RefusalReason.NOT_ANSWERED,
            RefusalReason.NO_MATCHING_RULE,
            RefusalReason.BUDGET_USED_UP);
    private static final Set<RefusalReason> DENIED = Set.of(RefusalReason.DENIED_BY_USER, RefusalReason.DENIED_BY_RULE);
    private static final Set<Integer> WITHOUT_RECORDS =
            Set.of(DnsMessage.ADDRESS_SIX, DnsMessage.SERVICE, DnsMessage.HTTPS);
    private static final String WORDS = "Belljar blocked this name; belljar-why tells why";

    private BlockedNames() {}

    /// The answer to a question that this decision refuses.
    static byte[] answer(DnsMessage question, FlowDecision decision) {
        boolean named = of(decision, OF_NAMES) && question.plain();
        if (named && question.type() == DnsMessage.ADDRESS) {
            return question.addresses(List.of(Subnet.BLOCKED), 0, error(decision));
        }
        return named && WITHOUT_RECORDS.contains(question.type())
                ? question.addresses(List.of(), 0, error(decision))
                : refusal(question, decision);
    }

    /// The answer REFUSED.
    static byte[] refusal(DnsMessage question, FlowDecision decision) {
        return question.refusal(DnsMessage.REFUSED, error(decision));
    }

    private static DnsExtendedError error(FlowDecision decision) {
        boolean denied = of(decision, DENIED);
        return new DnsExtendedError(denied ? DnsExtendedError.FILTERED : DnsExtendedError.BLOCKED, WORDS);
    }

    private static boolean of(FlowDecision decision, Set<RefusalReason> reasons) {
        RefusalReason reason = decision.reason();
        return reason != null && reasons.contains(reason);
    }
}
