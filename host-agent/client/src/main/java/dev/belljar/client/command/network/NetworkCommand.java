package dev.belljar.client.command.network;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.RowLimit;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.console.TextTable;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.request.network.ListFlows;
import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.view.network.FlowRow;
import dev.belljar.contract.view.network.FlowTable;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `belljar net N`: lists the flows and DNS queries of a machine with their verdicts.
@CommandExamples({
    "belljar net shop | Show connections, with repeated connections grouped in one row.",
    "belljar net shop --all --limit 1000 | Show each of the last 1,000 connections in a separate row."
})
@Command(name = "net", description = "Show a sandbox's network connections.", mixinStandardHelpOptions = true)
final class NetworkCommand extends SandboxCommand {
    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneId.systemDefault());

    @Option(
            names = "--limit",
            paramLabel = "N",
            converter = RowLimit.class,
            defaultValue = "200",
            description = "Maximum number of connections to read, newest first (default: 200).")
    int limit;

    @Option(
            names = "--all",
            description = "Show each connection in its own row instead of grouping repeated" + " connections.")
    boolean all;

    NetworkCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        FlowTable table = session().agent().call(SandboxApi.FLOWS.at(sandbox), new ListFlows(limit));
        if (json) {
            session().json(table);
            return 0;
        }
        if (table.flows().isEmpty()) {
            session().line("No connections yet.");
            return 0;
        }
        List<FlowGroup> groups = all
                ? table.flows().stream()
                        .map(flow -> new FlowGroup(List.of(flow)))
                        .toList()
                : FlowGroups.of(table.flows());
        print(groups);
        session()
                .aside(
                        "%,d %s, %,d blocked",
                        table.total(), table.total() == 1 ? "connection" : "connections", table.refused());
        if (groups.size() < table.flows().size()) {
            session()
                    .aside(
                            "%,d connections are grouped into %,d %s; use --all to show each connection.",
                            table.flows().size(), groups.size(), groups.size() == 1 ? "row" : "rows");
        }
        return 0;
    }

    private void print(List<FlowGroup> groups) {
        TextTable columns =
                new TextTable("TIME", "COUNT", "PROCESS", "PROTO", "TO", "NAME", "UP", "DOWN", "VERDICT", "RULE");
        for (FlowGroup group : groups) {
            FlowRow flow = group.first();
            columns.row(
                    CLOCK.format(Instant.ofEpochMilli(flow.started())),
                    group.flows().size(),
                    group.process(),
                    flow.proto(),
                    group.destination(),
                    flow.name() == null ? "" : flow.name(),
                    ByteCount.words(group.up()),
                    ByteCount.words(group.down()),
                    flow.verdict().word(),
                    flow.rule() == null ? "" : flow.rule());
        }
        columns.print(session().out());
    }
}
