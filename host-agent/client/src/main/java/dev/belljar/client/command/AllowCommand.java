package dev.belljar.client.command;

import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleBudget;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `belljar allow ID`: lets through what waits.
@Command(
        name = "allow",
        description = "Allow a waiting connection or name; it continues at once.",
        footer = {
            "",
            "Allowing a name covers ports 80 and 443 unless --ports says otherwise. Once, for a name, covers only",
            "the first connection to it within a minute. Allowing a name opens its public addresses; if it leads to a",
            "private address, you are asked about that address too, unless you name it with --at."
        },
        mixinStandardHelpOptions = true)
final class AllowCommand extends AnswerCommand {
    @Option(names = "--minutes", paramLabel = "N", description = "Only for this many minutes from now.")
    @Nullable
    Integer minutes;

    @Option(names = "--connections", paramLabel = "N", description = "Only for this many connections.")
    @Nullable
    Integer connections;

    @Option(
            names = "--upload",
            paramLabel = "BYTES",
            description = "At most this many bytes of upload: 5000, 64K, 10M, 1G.")
    @Nullable
    ByteSize upload;

    @Option(names = "--ports", paramLabel = "PORTS", description = "For these ports: 22, 80,443, 8000-8100, any.")
    @Nullable
    String ports;

    @Option(
            names = "--at",
            paramLabel = "ADDRESS",
            description =
                    "Only at this address or range, which may be a private one: 10.0.0.5, 10.0.0.0/24. A range does not"
                            + " open this computer's own addresses in it.")
    @Nullable
    String at;

    AllowCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        RuleBudget budget = new RuleBudget(minutes, connections, upload == null ? null : upload.bytes());
        return answer(RuleAction.ALLOW, budget.none() ? null : budget, ports, at);
    }
}
