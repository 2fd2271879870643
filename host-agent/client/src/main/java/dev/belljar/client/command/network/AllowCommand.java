package dev.belljar.client.command.network;

import dev.belljar.client.console.ByteSize;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleBudget;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `belljar allow ID`: allows a waiting connection.
@CommandExamples({
    "belljar allow 3f2a | Allow the destination for the sandbox that requested it.",
    "belljar allow 3f2a --scope once | Allow only the waiting requests.",
    "belljar allow 3f2a --scope project --minutes 30 | Allow the destination for all sandboxes of "
            + "the project for half an hour."
})
@Command(
        name = "allow",
        description = "Allow a waiting connection or DNS query.",
        footer = {
            "",
            "The answer applies to the sandbox that made the request, unless --scope is given. A name is allowed on"
                    + " ports 80 and 443, unless --ports is given. With --scope once, a name is allowed only for the"
                    + " first connection made to it within one minute.",
            "",
            "Allowing a name permits connections to its public addresses. If the name resolves to a private or reserved"
                    + " address, Belljar asks you about that address too, unless you specify it with --at."
        },
        mixinStandardHelpOptions = true)
final class AllowCommand extends AnswerCommand {
    @Option(names = "--minutes", paramLabel = "N", description = "Allow the destination for this many minutes only.")
    @Nullable
    Integer minutes;

    @Option(names = "--connections", paramLabel = "N", description = "Allow at most this many connections in total.")
    @Nullable
    Integer connections;

    @Option(
            names = "--upload",
            paramLabel = "BYTES",
            description = "Allow uploads of at most this many bytes in total, such as 5000, 64K, 10M or 1G.")
    @Nullable
    ByteSize upload;

    @Option(
            names = "--ports",
            paramLabel = "PORTS",
            description = "Ports to allow: one (22), several (80,443), a range (8000-8100) or any.")
    @Nullable
    String ports;

    @Option(
            names = "--at",
            paramLabel = "ADDRESS",
            description = "Allow the name only if it resolves to this address or to one in this range. The address or"
                    + " range may be private, such as 10.0.0.5 or 10.0.0.0/24. A range never includes this computer's"
                    + " own addresses.")
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
