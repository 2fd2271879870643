package offenders.mcp.tool;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.request.policy.AnswerApproval;
import dev.belljar.contract.request.sandbox.DestroySandbox;
import java.io.IOException;

/// A tool that answers approvals and destroys sandboxes, opens a tunnel and ends the program.
public record AnsweringTool(AgentClient agent) {
    void call(String id, AnswerApproval answer) throws AgentException, InterruptedException, IOException {
        agent.call(PolicyApi.ANSWER.at(id), answer);
        agent.call(SandboxApi.DESTROY.at(id), new DestroySandbox(true));
        agent.tunnel(id, 22).close();
    }
}
