package dev.belljar.client.command.network;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.policy.RuleAction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `belljar deny ID`: denies a waiting connection.
@CommandExamples({
    "belljar deny 3f2a | Deny the destination for the sandbox that requested it.",
    "belljar deny 3f2a --scope once | Deny only the waiting requests."
})
@Command(name = "deny", description = "Deny a waiting connection or DNS query.", mixinStandardHelpOptions = true)
final class DenyCommand extends AnswerCommand {
    @Option(names = "--minutes", paramLabel = "N", description = "Deny the destination for this many minutes only.")
    @Nullable
    Integer minutes;

    DenyCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        return answer(
                RuleAction.DENY,
                minutes == null ? null : new dev.belljar.contract.policy.RuleBudget(minutes, null, null),
                null,
                null);
    }
}
