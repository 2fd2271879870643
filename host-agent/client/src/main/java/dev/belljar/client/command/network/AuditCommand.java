package dev.belljar.client.command.network;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.RowLimit;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.console.TextTable;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.SecretApi;
import dev.belljar.contract.policy.AuditEntry;
import dev.belljar.contract.request.policy.ListAudit;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `belljar audit`: shows every decision about the network, in a hash chain that reveals changes.
@CommandExamples({
    "belljar audit show | Print the most recent decisions.",
    "belljar audit verify | Check that no entry was changed or removed.",
    "belljar audit verify belljar/shop | Check the receipt for a sandbox's most recent sync."
})
@Command(
        name = "audit",
        description = "Show or verify the audit log of network decisions.",
        mixinStandardHelpOptions = true,
        subcommands = {AuditCommand.AuditShowCommand.class, AuditVerifyCommand.class})
final class AuditCommand {
    /// `belljar audit show`.
    @CommandExamples({"belljar audit show --limit 50 | Print the last 50 decisions."})
    @Command(name = "show", description = "Print the most recent network decisions.", mixinStandardHelpOptions = true)
    static final class AuditShowCommand extends SessionCommand {
        private static final DateTimeFormatter TIME =
                DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneId.systemDefault());

        @Option(
                names = "--limit",
                paramLabel = "N",
                converter = RowLimit.class,
                defaultValue = "200",
                description = "Maximum number of entries to print (default: 200). The newest entry is printed last.")
        int limit;

        AuditShowCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            List<AuditEntry> entries = session().agent().call(SecretApi.AUDIT, new ListAudit(limit));
            if (json) {
                session().json(entries);
                return 0;
            }
            if (entries.isEmpty()) {
                session().line("No decisions yet.");
                return 0;
            }
            TextTable columns = new TextTable("TIME", "WHAT", "SANDBOX", "SUBJECT", "VERDICT", "DETAIL");
            for (AuditEntry entry : entries) {
                String times = entry.count() > 1 ? " (" + entry.count() + " times)" : "";
                columns.row(
                        TIME.format(Instant.ofEpochMilli(entry.ts())),
                        entry.what(),
                        entry.sandbox(),
                        entry.subject(),
                        entry.verdict(),
                        entry.detail() + times);
            }
            columns.print(session().out());
            return 0;
        }
    }
}
