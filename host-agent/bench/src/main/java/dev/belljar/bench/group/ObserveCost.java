package dev.belljar.bench.group;

import dev.belljar.bench.rig.BenchMachine;
import dev.belljar.bench.rig.Benchmark;
import dev.belljar.bench.rig.BenchmarkFigure;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.request.session.ExecCommand;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/// Measures `observe.compile_slowdown`: a compilation in the guest with observation on, compared with off,
/// alternating on one machine.
///
/// The guest agent does not observe if `/run/belljar/no-observe` exists when it starts; the guest restarts it
/// when it ends.
public final class ObserveCost implements Benchmark {
    private static final int ROUNDS = 3;
    private static final long PATIENCE_NANOS = 60_000_000_000L;
    private static final String SOURCES = """
            mkdir -p /tmp/compile && cd /tmp/compile && for i in $(seq 24); do
            printf '#include <stdio.h>\\n#include <stdlib.h>\\n#include <string.h>\\n' > f$i.c
            for j in $(seq 40); do printf 'int f%s_%s(int x) { char b[64]; snprintf(b, sizeof b, "%%%%d", x); return atoi(b) + (int)strlen(b); }\\n' $i $j; done >> f$i.c
            done""";
    private static final String COMPILE =
            "cd /tmp/compile && rm -f *.o && for f in *.c; do gcc -O1 -c \"$f\" || exit 1; done";

    @Override
    public String group() {
        return "observe";
    }

    @Override
    public void run(AgentClient agent, List<String> against, Consumer<BenchmarkFigure> report)
            throws AgentException, IOException, InterruptedException {
        try (BenchMachine machine = BenchMachine.start(agent)) {
            machine.script("agent", SOURCES);
            machine.script("agent", COMPILE); // reads the compiler from the disk once
            double[] on = new double[ROUNDS];
            double[] off = new double[ROUNDS];
            for (int round = 0; round < ROUNDS; round++) {
                observe(machine, true);
                on[round] = compile(machine);
                observe(machine, false);
                off[round] = compile(machine);
            }
            double[] ratios = new double[ROUNDS];
            Arrays.setAll(ratios, round -> on[round] / off[round]);
            report.accept(BenchmarkFigure.of("observe.compile", "s", on).against("unobserved", off));
            report.accept(BenchmarkFigure.of("observe.compile_slowdown", "ratio", ratios));
        }
    }

    private static double compile(BenchMachine machine) throws AgentException, InterruptedException {
        long begun = System.nanoTime();
        machine.script("agent", COMPILE);
        return (System.nanoTime() - begun) / 1e9;
    }

    private static void observe(BenchMachine machine, boolean on) throws AgentException, InterruptedException {
        machine.script("root", (on ? "rm -f" : "touch") + " /run/belljar/no-observe");
        try {
            machine.script("root", "pkill -KILL -x belljar-guest; sleep 30");
        } catch (AgentException e) {
            // The link breaks with the agent; only whether the next one observes matters.
            await(machine, on);
        }
    }

    private static void await(BenchMachine machine, boolean on) throws AgentException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (System.nanoTime() < deadline) {
            Thread.sleep(200);
            if (answers(machine)
                    && machine.agent()
                                    .call(SandboxApi.GET.at(machine.id()))
                                    .status()
                                    .observed()
                            == on) {
                return;
            }
        }
        throw BenchMachine.failed("the guest agent did not restart with observation " + (on ? "on" : "off"));
    }

    private static boolean answers(BenchMachine machine) throws InterruptedException {
        try {
            machine.exec(ExecCommand.of("/bin/true"));
            return true;
        } catch (AgentException e) {
            return false;
        }
    }
}
