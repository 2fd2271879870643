package dev.belljar.client.command.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.command.AgentWithShop;
import dev.belljar.client.command.AgentWithShop.Ran;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.view.storage.RetentionStatus;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the retention commands with a complete host agent.
class RetentionWordsTest {
    @TempDir
    private Path folder;

    private AgentWithShop agent;

    @BeforeEach
    void start() throws Exception {
        agent = new AgentWithShop(folder);
    }

    @AfterEach
    void stop() {
        agent.close();
    }

    @Test
    void retentionIsShownSetAndReset() throws Exception {
        assertThat(agent.run("retention").out().lines())
                .anyMatch(line -> line.matches("idle +30 min +.*hibernated"))
                .anyMatch(line -> line.matches("trash +7 days +.*deleted.*"));
        assertThat(agent.run("retention", "set", "--idle", "2h", "--trash=never")
                        .out()
                        .lines())
                .anyMatch(line -> line.matches("idle +2 h .*"))
                .anyMatch(line -> line.matches("hot +1 day .*"))
                .anyMatch(line -> line.matches("trash +never +no limit"));
        RetentionStatus now = ContractJson.read(agent.run("retention", "--json").out(), RetentionStatus.class);
        assertThat(now.idleMinutes()).isEqualTo(120);
        assertThat(agent.run("retention", "reset").out()).contains("30 min").doesNotContain("never");
    }

    @Test
    void zeroIsNoLimitAsTheMessageSays() {
        assertThat(agent.run("retention", "set", "--idle", "soon").err()).contains("or \"never\" or 0 for no limit");
        assertThat(agent.run("retention", "set", "--idle", "0").out().lines())
                .anyMatch(line -> line.matches("idle +never +no limit"));
    }

    @Test
    void invalidRetentionIsRefusedAndChangesNothing() {
        assertThat(agent.run("retention", "set", "--idle", "soon").exit()).isEqualTo(2);
        assertThat(agent.run("retention", "set").exit()).isEqualTo(2);
        Ran much = agent.run("retention", "set", "--hot", "9999999d");
        assertThat(much.exit()).isEqualTo(2);
        assertThat(much.err()).contains("--hot \"9999999d\": expected at most 10000d", "0 for no limit");
        assertThat(agent.run("retention").out()).contains("1 day");
    }
}
