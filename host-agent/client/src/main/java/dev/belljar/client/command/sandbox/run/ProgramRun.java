package dev.belljar.client.command.sandbox.run;

import dev.belljar.client.AgentException;
import dev.belljar.client.command.sandbox.EarlySignals;
import dev.belljar.client.command.sandbox.TerminalAttachment;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.program.CollectedOutput;
import dev.belljar.client.console.program.ExecReport;
import dev.belljar.contract.request.session.ExecCommand;
import java.util.List;
import java.util.Map;

/// Runs a program in a sandbox with this program's input, output and signals, or with `json` reports its output.
record ProgramRun(CommandSession session, String sandbox, EarlySignals signals, boolean json) {
    /// Runs it to its end in `/workspace`, and returns its exit code.
    int run(List<String> argv) throws AgentException, InterruptedException {
        ExecCommand command = new ExecCommand(argv, null, Map.of(), null, false, 0, 0, 0);
        if (!json) {
            return new TerminalAttachment(session, sandbox).with(signals).run(command);
        }
        CollectedOutput out = new CollectedOutput();
        CollectedOutput err = new CollectedOutput();
        long begin = System.nanoTime();
        TerminalAttachment attachment = new TerminalAttachment(session, sandbox, out, err).with(signals);
        int code = attachment.run(command);
        long millis = (System.nanoTime() - begin) / 1_000_000;
        attachment.exit().ifPresent(exit -> session.json(ExecReport.of(exit, out, err, millis)));
        return code;
    }
}
