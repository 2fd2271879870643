package dev.belljar.client.machine;

import dev.belljar.testing.TestProject;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Tests a host agent that is killed repeatedly during its operations: at any point its guarantees are kept,
/// nothing is left over, and work can continue.
///
/// `belljar.kills` sets how often, and `belljar.kills.seed` the seed of the random choices; with
/// `belljar.kills.keep` all files are kept when a guarantee was broken.
@Tag("vm")
class KilledAtRandomTest {
    private static final int POINTS = Integer.getInteger("belljar.kills", 4);
    private static final boolean KEEP = Boolean.getBoolean("belljar.kills.keep");
    private static final long SEED = Long.getLong("belljar.kills.seed", 1);

    @Test
    @Timeout(value = 8, unit = TimeUnit.HOURS)
    void everyPromiseIsKeptAfterRandomKills() throws Exception {
        AgentUnderTest agent = new AgentUnderTest().withWarmPool();
        try (DecoyProcesses strangers = DecoyProcesses.in(agent.folder().resolve("stranger"))) {
            agent.start();
            Random random = new Random(SEED);
            KeptPromises promises = new KeptPromises(agent, random);
            TestProject project = TestProject.in(agent.folder(), "shop");
            KillPoint point =
                    new KillPoint(agent, random, promises, new KillActions(agent, project.folder(), random, promises));
            for (int number = 1; number <= POINTS; number++) {
                runPoint(number, point, point::run);
                strangers.assertAlive();
            }
            runPoint(POINTS + 1, point, point::end);
            strangers.assertAlive();
        } finally {
            if (!KEEP) {
                agent.end();
            }
        }
    }

    private static void runPoint(int number, KillPoint point, KillActions.Ready ready) {
        long begun = System.nanoTime();
        try {
            ready.run();
        } catch (Exception | AssertionError e) {
            throw new AssertionError(
                    "seed %d, point %d: %s: %s%n%s".formatted(SEED, number, point, e.getMessage(), point.log()), e);
        }
        System.out.printf(
                "point %d: %s; looked at after %,d ms%n", number, point, (System.nanoTime() - begun) / 1_000_000);
    }
}
