package dev.belljar.client.demo;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.view.session.ExecResult;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/// Runs shell commands in the demo's machine.
final class DemoGuest {
    private static final long LIMIT_MILLIS = 300_000;

    private final AgentClient agent;
    private final String sandbox;

    DemoGuest(AgentClient agent, String sandbox) {
        this.agent = agent;
        this.sandbox = sandbox;
    }

    /// Runs a shell command in `/workspace` and returns its output and exit code.
    CommandResult run(String script) throws AgentException, InterruptedException {
        ExecCommand command =
                new ExecCommand(List.of("/bin/sh", "-c", script), null, Map.of(), null, false, 0, 0, LIMIT_MILLIS);
        ExecResult result = agent.call(SandboxApi.EXEC.at(sandbox), command);
        return new CommandResult(
                result.code() == null ? -1 : result.code(),
                text(result.stdout()),
                text(result.stderr()),
                result.millis());
    }

    /// Runs a shell command that must end with 0, and returns its output.
    String check(String script) throws AgentException, DemoFailure, InterruptedException {
        CommandResult answer = run(script);
        if (answer.code() != 0) {
            throw new DemoFailure(
                    "`%s` exited with code %d: %s %s".formatted(script, answer.code(), answer.out(), answer.err()));
        }
        return answer.out();
    }

    /// The result of a command.
    record CommandResult(int code, String out, String err, long millis) {}

    private static String text(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8).strip();
    }
}
