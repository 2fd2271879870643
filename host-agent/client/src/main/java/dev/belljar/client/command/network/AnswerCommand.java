package dev.belljar.client.command.network;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.policy.ApprovalResult;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleBudget;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.policy.AnswerApproval;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// A command that answers an approval.
abstract class AnswerCommand extends SessionCommand {
    @Parameters(index = "0", paramLabel = "ID", description = "Id of the approval, as listed by `belljar approvals`.")
    String approvalId = "";

    @Option(
            names = "--scope",
            paramLabel = "SCOPE",
            description =
                    "Scope of the answer (default: sandbox): once (only the waiting requests), sandbox, project (all"
                            + " sandboxes of the project) or user (all your sandboxes).")
    @Nullable
    RuleScope chosen;

    AnswerCommand(CommandSession session) {
        super(session);
    }

    int answer(RuleAction action, @Nullable RuleBudget budget, @Nullable String ports, @Nullable String at)
            throws Exception {
        // The same answer as that of the window's button.
        RuleScope scope = chosen == null ? RuleScope.SANDBOX : chosen;
        AnswerApproval answer = new AnswerApproval(action, scope, budget, ports, at);
        ApprovalResult done = session().agent().call(PolicyApi.ANSWER.at(approvalId), answer);
        if (json) {
            session().json(done);
            return 0;
        }
        String what = (done.name() == null ? "" : "DNS name ") + (action == RuleAction.ALLOW ? "allowed" : "denied");
        String verb = action == RuleAction.ALLOW ? "released" : "blocked";
        session().line("%s %s; %s %s", what, range(scope), connections(done.released()), verb);
        if (done.rule() != null) {
            session().aside("  rule %s", done.rule().id());
        }
        if (chosen == null) {
            session().aside("  For a narrower answer, use --scope once; for a broader one, --scope project or user.");
        }
        if (action == RuleAction.ALLOW && done.name() != null) {
            session().aside("%s", leading(done.name()));
        }
        if (action == RuleAction.DENY && scope == RuleScope.ONCE) {
            session()
                    .aside("  You will be asked again on the next attempt. To deny the destination permanently, use"
                            + " --scope sandbox.");
        }
        return 0;
    }

    private static String range(RuleScope scope) {
        return switch (scope) {
            case ONCE -> "once";
            case SANDBOX -> "for this sandbox";
            case PROJECT -> "for all sandboxes of the project";
            case USER -> "for all your sandboxes";
            case ORGANIZATION -> "for all users of this computer";
        };
    }

    private static String connections(int count) {
        return count == 1 ? "1 waiting connection" : count + " waiting connections";
    }

    static String leading(String name) {
        return "  " + name
                + " has not been resolved yet. If it resolves to a private or reserved address, you will be asked about"
                + " that address. Other addresses that are not public (this computer's own, link-local, cloud"
                + " metadata) stay blocked. `belljar net SANDBOX` shows the result.";
    }
}
