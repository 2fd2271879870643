package dev.belljar.client.command.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.command.AgentWithShop;
import dev.belljar.client.command.AgentWithShop.Ran;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.view.storage.TrashItem;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the commands on the trash with a complete host agent.
class TrashWordsTest {
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
    void aDestroyedSandboxIsShownAndRestored() throws Exception {
        Ran destroyed = agent.run("destroy", "shop", "--yes");
        assertThat(destroyed.exit()).as(destroyed.err()).isZero();
        TrashItem item =
                ContractJson.read(agent.run("trash", "show", "shop", "--json").out(), TrashItem.class);
        assertThat(agent.run("trash", "show", item.id()).out().lines())
                .contains("shop  " + item.id(), "project     " + item.project(), "saved work  none", "restorable  yes")
                .anyMatch(line -> line.startsWith("note        "));
        assertThat(agent.run("trash").out()).contains(item.id());
        assertThat(agent.run("trash", "restore", "shop").exit()).isZero();
        assertThat(agent.run("trash", "show", "shop").err()).contains("[trash.not-found]");
    }
}
