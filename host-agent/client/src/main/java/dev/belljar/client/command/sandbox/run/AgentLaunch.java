package dev.belljar.client.command.sandbox.run;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.command.sandbox.ControllingTerminal;
import dev.belljar.client.command.sandbox.EarlySignals;
import dev.belljar.client.command.sandbox.TerminalAttachment;
import dev.belljar.client.command.sandbox.TerminalSize;
import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.operation.EnvironmentApi;
import dev.belljar.contract.request.codingagent.PromptCodingAgent;
import dev.belljar.contract.request.codingagent.StartCodingAgent;
import dev.belljar.contract.request.session.AttachSession;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.view.codingagent.CodingAgentCommand;
import dev.belljar.contract.view.codingagent.StartedCodingAgent;
import java.util.List;
import java.util.Map;

/// Starts a coding agent in a sandbox that is ready for it, with the arguments of the user.
record AgentLaunch(CommandSession session, AgentClient agent, Sandbox sandbox, String name, List<String> arguments) {
    /// The agent that was started, as `--json` prints it.
    record StartedRun(String sandbox, StartedCodingAgent started) {}

    /// Runs the agent once with a prompt, and returns its exit code.
    int once(String prompt, EarlySignals signals, boolean json) throws AgentException, InterruptedException {
        CodingAgentCommand command = agent.call(
                EnvironmentApi.PROMPT_AGENT.at(sandbox.id(), name), new PromptCodingAgent(prompt, arguments));
        return new ProgramRun(session, sandbox.id(), signals, json).run(command.argv());
    }

    /// Starts the agent in a tab of the session, and attaches this terminal to it unless `detach` is true.
    int inSession(boolean detach, EarlySignals signals, boolean json) throws AgentException, InterruptedException {
        StartedCodingAgent started =
                agent.call(EnvironmentApi.START_AGENT.at(sandbox.id(), name), new StartCodingAgent(arguments));
        String own = sandbox.spec().name();
        if (json) {
            session.json(new StartedRun(own, started));
        }
        for (String file : started.kept()) {
            session.aside("%s in the sandbox was changed there, so it stays as it is.", file);
        }
        String tab = started.tab();
        if (detach) {
            if (!json) {
                session.line(
                        "%s",
                        tab == null
                                ? "The session of %s has no tabs. `belljar run %s` starts the agent in a terminal."
                                        .formatted(own, name)
                                : "%s %s in %s. Attach with: belljar run %s --sandbox %s"
                                        .formatted(name, started.running() ? "is running" : "started", own, name, own));
            }
            return tab == null ? CommandSession.PROBLEM : 0;
        }
        if (started.running() && !arguments.isEmpty()) {
            session.aside("%s is running already in %s, so the arguments after -- have no effect.", name, own);
        }
        TerminalSize size = ControllingTerminal.size();
        TerminalAttachment attachment = new TerminalAttachment(session, own).with(signals);
        if (tab == null) {
            return attachment.run(
                    new ExecCommand(started.command(), null, Map.of(), null, true, size.rows(), size.cols(), 0));
        }
        session.aside(
                "%s %s in %s. Ctrl+] detaches; it keeps running.",
                name, started.running() ? "is running" : "started", own);
        return attachment.attach(new AttachSession(false, size.rows(), size.cols(), tab));
    }
}
