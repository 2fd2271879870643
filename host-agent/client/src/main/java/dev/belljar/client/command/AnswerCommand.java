package dev.belljar.client.command;

import dev.belljar.contract.policy.ApprovalResult;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleBudget;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.AnswerApproval;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// A command that answers a question.
abstract class AnswerCommand extends SessionCommand {
    @Parameters(index = "0", paramLabel = "ID", description = "Id of the question, as `belljar approvals` shows it.")
    String question = "";

    @Option(
            names = "--scope",
            paramLabel = "SCOPE",
            defaultValue = "once",
            description = "For whom: once (what waits now), sandbox, project or user. Once if not given.")
    RuleScope scope = RuleScope.ONCE;

    AnswerCommand(CommandSession session) {
        super(session);
    }

    int answer(RuleAction action, @Nullable RuleBudget budget, @Nullable String ports, @Nullable String at)
            throws Exception {
        AnswerApproval answer = new AnswerApproval(action, scope, budget, ports, at);
        ApprovalResult done = session().agent().policies().answer(question, answer);
        if (json) {
            session().json(done);
            return 0;
        }
        String what = (done.name() == null ? "" : "the name ") + (action == RuleAction.ALLOW ? "allowed" : "denied");
        String whom =
                scope == RuleScope.ONCE ? "once" : "for the " + scope.name().toLowerCase(Locale.ROOT);
        session().line("%s %s; %d waited", what, whom, done.released());
        if (done.rule() != null) {
            session().aside("  rule %s", done.rule().id());
        }
        if (action == RuleAction.ALLOW && done.name() != null) {
            session().aside("%s", leading(done.name()));
        }
        if (action == RuleAction.DENY && scope == RuleScope.ONCE) {
            session().aside("  If it tries again you are asked again; --scope sandbox denies it for good.");
        }
        return 0;
    }

    /// The answer comes before anybody knows where the name leads.
    static String leading(String name) {
        return "  %s is looked up only now. If it leads to a private address, you are asked about that address; any other"
                        .formatted(name)
                + " that is not public (of this computer, its link or a cloud's metadata, or reserved) stays refused."
                + " `belljar net SANDBOX` shows the result.";
    }
}
