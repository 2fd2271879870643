package dev.belljar.bench.group;

import dev.belljar.bench.rig.BenchMachine;
import dev.belljar.bench.rig.Benchmark;
import dev.belljar.bench.rig.BenchmarkFigure;
import dev.belljar.bench.rig.EchoKeyboard;
import dev.belljar.bench.rig.HostCommand;
import dev.belljar.bench.rig.SshRival;
import dev.belljar.bench.rig.ZellijRival;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.RemoteTerminal;
import dev.belljar.contract.operation.AccessApi;
import dev.belljar.contract.request.session.AttachSession;
import dev.belljar.contract.request.session.ExecCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Measures `terminal.echo`: from a key to its echo in a plain shell of a running machine, compared with `ssh`
/// into the same machine started by hand without Belljar; and `terminal.echo_zellij`, or `_tmux`: the same in
/// the machine's session, with Zellij compared with the same Zellij on the host.
public final class TerminalEcho implements Benchmark {
    private static final int ROUNDS = 100;
    private static final int ROWS = 30;
    private static final int COLS = 100;

    @Override
    public String group() {
        return "terminal";
    }

    @Override
    public void run(AgentClient agent, List<String> against, Consumer<BenchmarkFigure> report)
            throws AgentException, IOException, InterruptedException {
        try (BenchMachine machine = BenchMachine.start(agent)) {
            BenchmarkFigure shell = BenchmarkFigure.of("terminal.echo", "ms", shell(machine));
            String by = agent.call(AccessApi.SESSION.at(machine.id())).by();
            BenchmarkFigure shared = BenchmarkFigure.of("terminal.echo_" + by, "ms", session(machine));
            String zellij = agent.call(AccessApi.ZELLIJ).file();
            // A Zellij that was built in a machine is not run on the host.
            if (by.equals("zellij")
                    && zellij != null
                    && Files.isExecutable(Path.of(zellij))
                    && HostCommand.present("script")) {
                try (ZellijRival rival = ZellijRival.prepare(Path.of(zellij))) {
                    shared = shared.against("zellij on the host", rival.echoes(ROUNDS));
                }
            }
            if (against.contains("ssh")) {
                try (SshRival ssh = SshRival.prepare(machine)) {
                    shell = shell.against("ssh", ssh.echoes(ROUNDS));
                }
            }
            report.accept(shell);
            report.accept(shared);
        }
    }

    private static double[] shell(BenchMachine machine) throws AgentException, IOException, InterruptedException {
        EchoKeyboard keyboard = new EchoKeyboard();
        ExecCommand shell = new ExecCommand(List.of("/bin/bash", "-l"), null, Map.of(), null, true, ROWS, COLS, 0);
        try (RemoteTerminal terminal = machine.agent().open(machine.id(), shell, keyboard)) {
            return keyboard.rounds(key -> terminal.send(new byte[] {key}, 0, 1), ROUNDS);
        }
    }

    private static double[] session(BenchMachine machine) throws AgentException, IOException, InterruptedException {
        EchoKeyboard keyboard = new EchoKeyboard();
        try (RemoteTerminal terminal =
                machine.agent().attach(machine.id(), new AttachSession(false, ROWS, COLS), keyboard)) {
            return keyboard.rounds(key -> terminal.send(new byte[] {key}, 0, 1), ROUNDS);
        }
    }
}
