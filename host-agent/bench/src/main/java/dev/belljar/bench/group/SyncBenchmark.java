package dev.belljar.bench.group;

import dev.belljar.bench.rig.BenchMachine;
import dev.belljar.bench.rig.Benchmark;
import dev.belljar.bench.rig.BenchmarkFigure;
import dev.belljar.bench.rig.HostCommand;
import dev.belljar.bench.rig.LargeRepository;
import dev.belljar.bench.rig.SshRival;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.SyncApi;
import dev.belljar.contract.request.work.ReadReview;
import dev.belljar.contract.request.work.ReviewBase;
import dev.belljar.contract.request.work.SetSync;
import dev.belljar.contract.sync.SyncMode;
import dev.belljar.contract.sync.SyncStatus;
import dev.belljar.contract.view.review.ReviewQueue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/// Measures how a project of 50,000 files and 20,000 commits gets into a machine and its work comes back.
///
/// `sync.create` is the delivery of the project into a new machine, and `sync.back` the review of 100 new commits.
/// Their rival is git over ssh into the same machine without Belljar: `git push` with a checkout, and `git fetch`,
/// which checks nothing. `sync.one_commit` is the review after one more commit of one line, against `git status` in
/// the machine, which reads the same files. `sync.auto_commit` is the time from the end of such a commit until its work
/// is in the review queue without a request, in the mode `auto-commit`.
public final class SyncBenchmark implements Benchmark {
    private static final int DELIVERIES = 3;
    private static final int ROUNDS = 5;
    private static final int BATCH = 100;
    private static final long LOOK_MILLIS = 10;

    @Override
    public String group() {
        return "sync";
    }

    @Override
    public void run(AgentClient agent, List<String> against, Consumer<BenchmarkFigure> report)
            throws AgentException, IOException, InterruptedException {
        Path project = LargeRepository.create();
        BenchmarkFigure create = BenchmarkFigure.of("sync.create", "ms", deliveries(agent, project));
        try (BenchMachine machine = BenchMachine.begin(agent, project)) {
            machine.awaitRunning();
            BenchmarkFigure back = BenchmarkFigure.of("sync.back", "ms", reviews(machine, BATCH));
            double[] one = reviews(machine, 1);
            double[] status = inGuest(machine);
            double[] automatic = automatic(machine);
            // The rival needs the machine to itself, so it comes last and stops the sandbox.
            if (against.contains("ssh")) {
                try (SshRival ssh = SshRival.prepare(machine)) {
                    create = create.against("git push over ssh", pushes(ssh, project));
                    back = back.against("git fetch over ssh", fetches(ssh, project));
                }
            }
            report.accept(create);
            report.accept(back);
            report.accept(
                    BenchmarkFigure.of("sync.one_commit", "ms", one).against("git status in the machine", status));
            report.accept(BenchmarkFigure.of("sync.auto_commit", "ms", automatic)
                    .against("git status in the machine", status));
        }
    }

    private static double[] deliveries(AgentClient agent, Path project)
            throws AgentException, IOException, InterruptedException {
        double[] millis = new double[DELIVERIES];
        for (int round = -1; round < DELIVERIES; round++) {
            Path copy = Files.createTempDirectory("belljar-bench");
            HostCommand.run(List.of("cp", "-a", project + "/.", copy.toString()));
            try (BenchMachine machine = BenchMachine.begin(agent, copy)) {
                machine.awaitRunning();
                if (round >= 0) {
                    millis[round] = machine.took("project");
                }
            }
        }
        return millis;
    }

    // One commit as a user makes it. In an emulated machine, each takes seconds with that many files; many are
    // imported at once.
    private static String commits(int count, int round) {
        return count == 1 ? """
                echo "round %d" >> src/00/00/file-00000.txt
                git -c user.name=bench -c user.email=bench@localhost commit -q -a -m "Change"
                """.formatted(round) : """
                head=$(git symbolic-ref HEAD)
                for i in $(seq %d); do
                    echo "commit $head"
                    echo "committer bench <bench@localhost> $(date +%%s) +0000"
                    printf 'data <<END\\nChange %%s\\nEND\\n' "$i"
                    test "$i" != 1 || echo "from $head^0"
                    file="src/0$((i %% 10))/00/file-0000$((i %% 10)).txt"
                    echo "M 100644 inline $file"
                    printf 'data <<END\\n%%s\\nround %d of %%s\\nEND\\n' "$(cat "$file")" "$i"
                done | git fast-import --quiet
                git reset -q --hard
                """.formatted(count, round);
    }

    // Each round makes this many commits, and one that is not counted comes first.
    private static double[] reviews(BenchMachine machine, int commits) throws AgentException, InterruptedException {
        double[] millis = new double[ROUNDS];
        for (int round = -1; round < ROUNDS; round++) {
            machine.script("agent", "cd /workspace && " + commits(commits, round));
            long begun = System.nanoTime();
            ReviewQueue queue =
                    machine.agent().call(SyncApi.REVIEW.at(machine.id()), new ReadReview(true, ReviewBase.LAST_SYNC));
            double took = (System.nanoTime() - begun) / 1e6;
            if (queue.entries().size() < commits) {
                throw BenchMachine.failed(
                        "the review has %d commits".formatted(queue.entries().size()));
            }
            if (round >= 0) {
                millis[round] = took;
            }
        }
        return millis;
    }

    // The commit itself is measured inside and does not count.
    private static double[] automatic(BenchMachine machine) throws AgentException, InterruptedException {
        var _ = machine.agent().call(SyncApi.SET.at(machine.id()), new SetSync(SyncMode.AUTO_COMMIT, null));
        double[] millis = new double[ROUNDS];
        for (int round = -1; round < ROUNDS; round++) {
            int before = commits(machine);
            long begun = System.nanoTime();
            double git = guestMillis(machine, commits(1, 1_000 + round));
            while (commits(machine) == before) {
                Thread.sleep(LOOK_MILLIS);
            }
            if (round >= 0) {
                millis[round] = (System.nanoTime() - begun) / 1e6 - git;
            }
        }
        return millis;
    }

    /// The commits in the review queue once nothing changed since the last fetch.
    private static int commits(BenchMachine machine) throws AgentException, InterruptedException {
        SyncStatus status = machine.agent().call(SyncApi.STATUS.at(machine.id()));
        while (status.changed() || status.fetched() == null) {
            Thread.sleep(LOOK_MILLIS);
            status = machine.agent().call(SyncApi.STATUS.at(machine.id()));
        }
        return status.commits();
    }

    private static double guestMillis(BenchMachine machine, String script) throws AgentException, InterruptedException {
        String took = machine.script("agent", """
                cd /workspace; begun=$(date +%%s%%N)
                %s
                echo $(($(date +%%s%%N) - begun))\
                """.formatted(script));
        return Long.parseLong(took.strip()) / 1e6;
    }

    // Measured inside, so that the way there does not count.
    private static double[] inGuest(BenchMachine machine) throws AgentException, InterruptedException {
        double[] millis = new double[ROUNDS];
        for (int round = -1; round < ROUNDS; round++) {
            double took = guestMillis(machine, "git --no-optional-locks status --porcelain >/dev/null");
            if (round >= 0) {
                millis[round] = took;
            }
        }
        return millis;
    }

    private static double[] pushes(SshRival ssh, Path project)
            throws AgentException, IOException, InterruptedException {
        double[] millis = new double[DELIVERIES];
        for (int round = -1; round < DELIVERIES; round++) {
            String folder = "pushed-" + round;
            String _ = ssh.run("git init -q --initial-branch=other " + folder);
            long begun = System.nanoTime();
            String _ = ssh.git(project, "push", "--quiet", "{agent}:" + folder, "main");
            String _ = ssh.run("git -C " + folder + " checkout -q main");
            if (round >= 0) {
                millis[round] = (System.nanoTime() - begun) / 1e6;
            }
            String _ = ssh.run("rm -rf " + folder);
        }
        return millis;
    }

    private static double[] fetches(SshRival ssh, Path project)
            throws AgentException, IOException, InterruptedException {
        double[] millis = new double[ROUNDS];
        Path clone = Files.createTempDirectory("belljar-bench");
        try {
            HostCommand.run(List.of(
                    "git",
                    "clone",
                    "--quiet",
                    "--bare",
                    project.toString(),
                    clone.resolve("r").toString()));
            for (int round = -1; round < ROUNDS; round++) {
                String _ = ssh.run("cd /workspace && " + commits(BATCH, 100 + round));
                long begun = System.nanoTime();
                String _ =
                        ssh.git(clone.resolve("r"), "fetch", "--quiet", "{agent}:/workspace", "HEAD:refs/heads/came");
                if (round >= 0) {
                    millis[round] = (System.nanoTime() - begun) / 1e6;
                }
            }
            return millis;
        } finally {
            BenchMachine.removeAll(clone);
        }
    }
}
