package dev.belljar.client.command;

import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.view.FlowRow;
import dev.belljar.contract.view.FlowTable;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `belljar net N`: every flow and name a machine asked for, with the verdict.
@Command(name = "net", description = "Show what a sandbox tried on the network.", mixinStandardHelpOptions = true)
final class NetworkCommand extends SandboxCommand {
    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneId.systemDefault());

    @Option(
            names = "--most",
            paramLabel = "N",
            defaultValue = "200",
            description = "How many, newest first (default 200).")
    int most;

    NetworkCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        FlowTable table = session().agent().flows(sandbox, most);
        if (json) {
            session().json(table);
            return 0;
        }
        if (table.flows().isEmpty()) {
            session().line("Nothing has been tried on the network yet.");
            return 0;
        }
        TextTable columns = new TextTable("TIME", "PROCESS", "PROTO", "TO", "NAME", "UP", "DOWN", "VERDICT", "RULE");
        for (FlowRow flow : table.flows()) {
            columns.row(
                    CLOCK.format(Instant.ofEpochMilli(flow.started())),
                    process(flow),
                    flow.proto(),
                    flow.dst(),
                    flow.name() == null ? "" : flow.name(),
                    ByteCount.words(flow.up()),
                    ByteCount.words(flow.down()),
                    flow.verdict().name().toLowerCase(Locale.ROOT),
                    flow.rule() == null ? "" : flow.rule());
        }
        columns.print(session().out());
        session().aside("%,d flows, %,d refused", table.total(), table.refused());
        return 0;
    }

    /// For example `curl 412`; empty where the machine did not tell.
    private static String process(FlowRow flow) {
        String name = flow.process() == null ? "?" : flow.process();
        return flow.pid() == null ? "" : name + " " + flow.pid();
    }
}
