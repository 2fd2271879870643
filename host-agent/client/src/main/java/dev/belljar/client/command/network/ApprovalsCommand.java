package dev.belljar.client.command.network;

import dev.belljar.client.AgentClient;
import dev.belljar.client.ChangeWaiter;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.console.TextTable;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.ApprovalQueue;
import dev.belljar.contract.policy.RequestingProcess;
import dev.belljar.contract.request.policy.ListApprovals;
import dev.belljar.contract.text.ByteCount;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `belljar approvals [SANDBOX]`: lists the waiting approvals.
@CommandExamples({
    "belljar approvals | List connections and DNS queries that are waiting for your answer.",
    "belljar approvals shop --follow | Keep printing a sandbox's new approvals until you press Ctrl+C."
})
@Command(
        name = "approvals",
        description = "List connections, DNS queries and file accesses that are waiting for your answer.",
        footer = {
            "",
            "In `ask` network mode, connections and DNS queries not covered by a rule wait until you run `belljar allow"
                    + " ID` or `belljar deny ID`. A connection or query that is not answered in time is blocked.",
            "",
            "In a jail that asks, accesses to hidden files wait in the same way.",
            "",
            "If a listed name resolves to a private address, your answer covers only connections to that address"
                    + " made using that name."
        },
        mixinStandardHelpOptions = true)
final class ApprovalsCommand extends SessionCommand {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "SANDBOX",
            description = "List only this sandbox's approvals.")
    @Nullable
    String sandbox;

    @Option(
            names = {"-f", "--follow"},
            description = "Keep printing new approvals until you press Ctrl+C.")
    boolean follow;

    ApprovalsCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        if (follow) {
            follow();
        }
        ApprovalQueue now = session().agent().call(PolicyApi.APPROVALS, new ListApprovals(sandbox));
        if (json) {
            session().json(now.waiting());
        } else if (now.waiting().isEmpty()) {
            session().line("Nothing is waiting for approval.");
        } else {
            print(now.waiting());
        }
        return 0;
    }

    /// Prints each approval once, when it arrives.
    private void follow() throws Exception {
        AgentClient agent = session().agent();
        Set<String> shown = new HashSet<>();
        long after = agent.call(HostApi.STATUS).lastSeq();
        ChangeWaiter.await(
                listener -> agent.followHost(after, Set.of(EventType.APPROVAL, EventType.GAP), listener), () -> {
                    printNew(
                            agent.call(PolicyApi.APPROVALS, new ListApprovals(sandbox))
                                    .waiting(),
                            shown);
                    return Optional.empty();
                });
    }

    private void printNew(List<Approval> waiting, Set<String> shown) {
        for (Approval approval : waiting) {
            if (!shown.contains(approval.id())) {
                session().out().println(json ? ContractJson.line(approval) : words(approval));
            }
        }
        session().out().flush();
        shown.clear();
        waiting.forEach(approval -> shown.add(approval.id()));
    }

    private void print(List<Approval> waiting) {
        TextTable columns = new TextTable("ID", "SANDBOX", "WANTS TO", "TIME LEFT", "WAITING", "PROCESS");
        for (Approval approval : waiting) {
            columns.row(
                    approval.id(),
                    approval.sandboxName(),
                    wants(approval),
                    left(approval),
                    approval.waiting(),
                    who(approval));
        }
        columns.print(session().out());
    }

    private static String words(Approval approval) {
        return dev.belljar.contract.text.VisibleText.line("%s  %s wants to %s; process: %s; %s left to answer"
                .formatted(approval.id(), approval.sandboxName(), wants(approval), who(approval), left(approval)));
    }

    private static String left(Approval approval) {
        return Math.max(0, (approval.expires() - System.currentTimeMillis()) / 1_000) + " s";
    }

    /// Formats the process, its command line, its parents and the bytes it has sent, as reported by the
    /// machine: for example `curl -s a.org (412) < bash (398) < systemd (1), sent 1.2 kB`.
    static String who(Approval approval) {
        RequestingProcess requester = approval.asker();
        if (requester == null) {
            return approval.process() == null ? "an unknown process" : approval.process();
        }
        StringBuilder words =
                new StringBuilder(requester.argv().isEmpty() ? requester.name() : String.join(" ", requester.argv()));
        words.append(" (").append(requester.pid()).append(')');
        requester
                .parents()
                .forEach(parent -> words.append(" < ")
                        .append(parent.name())
                        .append(" (")
                        .append(parent.pid())
                        .append(')'));
        if (requester.sent() > 0) {
            words.append(", sent ").append(ByteCount.words(requester.sent()));
        }
        return words.toString();
    }

    /// Formats the request after "wants to", for example `connect to registry.npmjs.org:443 (104.16.0.1) over TCP`,
    /// `look up registry.npmjs.org`, `resolve db.corp to 10.0.0.5, a private address`, or
    /// `open /home/anna/.ssh/config`.
    static String wants(Approval approval) {
        String name = approval.name();
        String address = approval.address() + (approval.special() == null ? "" : ", " + approval.special());
        if (approval.protocol().equals("file")) {
            return approval.special() + " " + name;
        }
        if (approval.protocol().equals("dns")) {
            return approval.address() == null ? "look up " + name : "resolve " + name + " to " + address;
        }
        String port = approval.port() == 0 ? "" : ":" + approval.port();
        if (approval.address() == null && approval.special() != null) {
            return "connect to " + name + port + ", " + approval.special();
        }
        String where = name == null ? address + port : name + port + " (" + address + ")";
        return "connect to " + where + " over " + approval.protocol().toUpperCase(Locale.ROOT);
    }
}
