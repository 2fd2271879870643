package dev.belljar.app.recorded;

import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.RefusalReason;
import dev.belljar.contract.policy.RuleLayer;
import dev.belljar.contract.view.network.FlowRow;
import dev.belljar.contract.view.network.FlowTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The flows of `shop`.
final class RecordedTraffic {
    private static final AllowedServer NPM = new AllowedServer(
            "npm",
            "tls",
            "registry.npmjs.org",
            "104.16.3.34:443",
            RuleLayer.SANDBOX,
            "allow registry.npmjs.org:443 tcp upload 10485760 (sandbox rule 2c77e910)");
    private static final AllowedServer MODEL = new AllowedServer(
            "agent",
            "tls",
            "model.agent.example",
            "203.0.113.20:443",
            RuleLayer.USER,
            "allow model.agent.example:443 (user rule 91d0aa07)");
    private static final AllowedServer DEBIAN = new AllowedServer(
            "apt-get",
            "http",
            "deb.debian.org",
            "151.101.2.132:80",
            RuleLayer.USER,
            "allow deb.debian.org:80 (user rule 5b0c11e2)");

    private RecordedTraffic() {}

    /// Returns the flows that began until a time; with `asking` the first one waits for an approval.
    static FlowTable table(boolean asking, long until) {
        List<FlowRow> flows =
                flows(asking).stream().filter(flow -> flow.started() <= until).toList();
        long up = flows.stream().mapToLong(FlowRow::up).sum();
        long down = flows.stream().mapToLong(FlowRow::down).sum();
        long refused =
                flows.stream().filter(f -> f.verdict() == Verdict.REFUSED).count();
        return new FlowTable(RecordedEvents.SEQ, flows.size(), up, down, refused, flows);
    }

    private static List<FlowRow> flows(boolean asking) {
        return List.of(
                flow(
                        500,
                        "14:31:43",
                        "node",
                        1236,
                        "tcp",
                        "api.github.com",
                        "140.82.121.6:443",
                        0L,
                        0L,
                        asking ? Verdict.HELD : Verdict.REFUSED,
                        asking ? null : RefusalReason.NO_MATCHING_RULE,
                        RuleLayer.NETWORK_MODE,
                        asking ? "no matching rule: waiting for your answer" : "closed: no matching rule"),
                npm(499, "14:31:41", 1209, 6348L, 428032L),
                npm(498, "14:31:40", 1209, 22220L, 4047503L),
                npm(497, "14:31:38", 1209, 18841L, 2422210L),
                npm(496, "14:31:36", 1209, 12288L, 1509949L),
                npm(495, "14:31:31", 1209, 10035L, 626688L),
                npm(494, "14:31:24", 1201, 1945L, 45056L),
                lookup(402, 112L),
                lookup(401, 176L),
                lookup(400, 112L),
                model(493, "14:31:02", 190464L, 32153L),
                flow(
                        492,
                        "14:30:21",
                        "curl",
                        1189,
                        "tcp",
                        "169.254.169.254",
                        "169.254.169.254:80",
                        0L,
                        0L,
                        Verdict.REFUSED,
                        RefusalReason.SPECIAL_ADDRESS,
                        RuleLayer.BUILT_IN,
                        "private or special address: needs a rule that names it, such as `allow 169.254.169.254:80"
                                + " tcp`"),
                model(491, "14:29:47", 175104L, 28672L),
                flow(
                        490,
                        "14:28:33",
                        "node",
                        688,
                        "dns",
                        "telemetry.example.com",
                        "dns",
                        0L,
                        0L,
                        Verdict.REFUSED,
                        RefusalReason.DENIED_BY_RULE,
                        RuleLayer.USER,
                        "deny telemetry.example.com (user rule 7f3a90c1)"),
                debian(489, "14:28:16", 11571L, 5158993L),
                debian(488, "14:28:15", 8294L, 1069547L),
                debian(487, "14:28:14", 6553L, 211968L),
                debian(486, "14:28:12", 5324L, 57344L),
                model(485, "14:27:30", 161792L, 27545L),
                model(484, "14:26:58", 143360L, 22630L),
                flow(
                        399,
                        "14:26:50",
                        "",
                        0,
                        "eth-88cc",
                        "",
                        "0.0.0.0:0",
                        60L,
                        0L,
                        Verdict.REFUSED,
                        RefusalReason.NEVER_ALLOWED,
                        RuleLayer.BUILT_IN,
                        "not IP"));
    }

    private static FlowRow lookup(long id, long down) {
        return flow(
                id,
                "14:31:23",
                "npm",
                1201,
                "dns",
                "registry.npmjs.org",
                "10.0.2.3:53",
                64L,
                down,
                Verdict.LOCAL,
                null,
                RuleLayer.BUILT_IN,
                "answered by the gateway");
    }

    private static FlowRow npm(long id, String time, int pid, long up, long down) {
        return NPM.flow(id, time, pid, up, down);
    }

    private static FlowRow model(long id, String time, long up, long down) {
        return MODEL.flow(id, time, 431, up, down);
    }

    private static FlowRow debian(long id, String time, long up, long down) {
        return DEBIAN.flow(id, time, 1158, up, down);
    }

    /// A server to which a program connects several times, and the rule that allows it.
    private record AllowedServer(
            String program, String proto, String name, String address, RuleLayer layer, String rule) {
        FlowRow flow(long id, String time, int pid, long up, long down) {
            return RecordedTraffic.flow(
                    id, time, program, pid, proto, name, address, up, down, Verdict.ALLOWED, null, layer, rule);
        }
    }

    private static FlowRow flow(
            long id,
            String time,
            String process,
            int pid,
            String proto,
            String name,
            String dst,
            long up,
            long down,
            Verdict verdict,
            @Nullable RefusalReason reason,
            RuleLayer layer,
            String rule) {
        long started = RecordedHost.at(time);
        return new FlowRow(
                id,
                started,
                started + 900,
                pid == 0 ? null : pid,
                process.isEmpty() ? null : process,
                process.isEmpty() ? null : "/usr/bin/" + process,
                proto,
                "10.0.2.15:4" + id,
                dst,
                name,
                up,
                down,
                1 + (up + down) / 1_400,
                verdict,
                rule,
                reason,
                layer);
    }
}
