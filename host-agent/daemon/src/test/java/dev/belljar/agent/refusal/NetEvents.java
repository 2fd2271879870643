package dev.belljar.agent.refusal;

import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.NetOp;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.RefusalReason;
import dev.belljar.contract.policy.RuleLayer;
import org.jspecify.annotations.Nullable;

/// Events of refused flows, as the gateway makes them.
final class NetEvents {
    private NetEvents() {}

    static NetEvent refused(
            NetOp op,
            long flow,
            String protocol,
            String to,
            @Nullable String name,
            RefusalReason reason,
            RuleLayer layer) {
        return event(
                op,
                flow,
                protocol,
                to,
                name,
                Verdict.REFUSED,
                "the words of a rule /home/dev/policy.toml",
                reason,
                layer);
    }

    static NetEvent event(
            NetOp op,
            long flow,
            String protocol,
            String to,
            @Nullable String name,
            Verdict verdict,
            String rule,
            @Nullable RefusalReason reason,
            RuleLayer layer) {
        return new NetEvent(
                0,
                1_000,
                op,
                flow,
                812,
                "curl",
                "/usr/bin/curl",
                "egress",
                protocol,
                "10.213.0.2:4000",
                to,
                name,
                0,
                60,
                0,
                1,
                verdict,
                rule,
                reason,
                layer);
    }

    static NetEvent query(String name) {
        return refused(
                NetOp.DNS, 1, "dns", "10.213.0.1:53", name, RefusalReason.NO_MATCHING_RULE, RuleLayer.NETWORK_MODE);
    }
}
