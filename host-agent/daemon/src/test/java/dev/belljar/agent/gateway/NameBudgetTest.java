package dev.belljar.agent.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.gateway.network.SetClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the DNS name budget of a machine over restarts.
class NameBudgetTest {
    @TempDir
    private Path folder;

    private final SetClock clock = new SetClock();

    private NameBudget open() {
        return new NameBudget(folder.resolve("name-budget.json"), clock);
    }

    private static int taken(NameBudget budget, int asked) {
        int taken = 0;
        for (int i = 0; i < asked; i++) {
            taken += budget.take("n" + i + ".x.tunnel.example") ? 1 : 0;
        }
        return taken;
    }

    @Test
    void aRestartDoesNotRefillTheBudget() {
        assertThat(taken(open(), 200)).isEqualTo(100);
        assertThat(taken(open(), 200)).isZero();
        clock.advance(Duration.ofSeconds(50));
        assertThat(taken(open(), 200)).isEqualTo(10);
    }

    @Test
    void crashesDoNotRefillTheBudget() {
        int all = 0;
        for (int life = 0; life < 40; life++) {
            all += taken(open(), 7); // and is killed
        }
        assertThat(all).isLessThanOrEqualTo(100).isGreaterThan(40);
    }

    @Test
    void eachParentDomainHasItsOwnBudget() {
        NameBudget budget = open();
        assertThat(taken(budget, 200)).isEqualTo(100);
        assertThat(budget.take("registry.npmjs.org")).isTrue();
    }

    @Test
    void aRefusedNameWritesNothing() throws Exception {
        NameBudget budget = open();
        assertThat(taken(budget, 200)).isEqualTo(100);
        Files.delete(folder.resolve("name-budget.json"));
        assertThat(taken(budget, 1_000)).isZero();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aDamagedFileIsAnEmptyBudget() throws Exception {
        Files.writeString(folder.resolve("name-budget.json"), "{\"all\":");
        assertThat(taken(open(), 200)).isZero();
    }

    @Test
    void anUnwritableBudgetAllowsNoName() throws Exception {
        Files.createDirectories(folder.resolve("name-budget.json/in the way"));
        NameBudget budget = open();
        assertThat(taken(budget, 20)).isZero();
    }
}
