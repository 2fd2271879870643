package dev.belljar.client.command.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.command.AgentWithShop;
import dev.belljar.client.command.AgentWithShop.Ran;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.view.session.SshKey;
import dev.belljar.contract.view.session.SshKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the ssh commands with a complete host agent and a sandbox that was never started.
class SshWordsTest {
    private static final String KEY =
            "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIAO1dsLjNNKuzPFn7raEUKP6t/Kyf5LyEmsR58x1NMJ me@home";
    private static final String FINGERPRINT = "SHA256:8C7VDAq4LbzMboGWFWNrXEeKSjt1xmAJLMzs83asOBE";

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

    private Ran run(String... words) {
        return agent.run(words);
    }

    @Test
    void aKeyIsAddedListedAndRevoked() throws Exception {
        Path file = Files.writeString(folder.resolve("me.pub"), KEY + "\n");
        assertThat(run("ssh-key", "add", "shop", file.toString()).out())
                .isEqualTo(FINGERPRINT + " ssh-ed25519 me@home can now log in to shop\n");
        SshKeys keys =
                ContractJson.read(run("ssh-key", "list", "shop", "--json").out(), SshKeys.class);
        assertThat(keys.keys()).extracting(SshKey::fingerprint).containsExactly(FINGERPRINT);
        assertThat(run("ssh-key", "list", "shop").out()).contains("FINGERPRINT", FINGERPRINT, "me@home");
        assertThat(run("ssh-key", "revoke", "shop", FINGERPRINT, "--json").exit())
                .isZero();
        assertThat(run("ssh-key", "list", "shop").out()).contains("No SSH keys have been added to shop");
        assertThat(run("ssh-key", "add", "shop", KEY).exit()).isZero();
    }

    @Test
    void anInvalidKeyIsRefusedWithTheReason() {
        Ran options = run("ssh-key", "add", "shop", "command=\"sh\" " + KEY);
        assertThat(options.exit()).isEqualTo(1);
        assertThat(options.err()).contains("begins with its type", "[ssh.key-invalid]");
        assertThat(run("ssh-key", "revoke", "shop", FINGERPRINT).err()).contains("[ssh.key-unknown]");
        assertThat(run("ssh-key", "show", "shop").err()).contains("[sandbox.wrong-state]", "belljar start shop");
    }

    @Test
    void theIncludeLineIsShownAddedAndRemoved() throws Exception {
        Path config = Files.writeString(folder.resolve("config"), "Host a\n");
        String file = config.toString();
        assertThat(run("ssh-config", "--file", file).err()).contains("is not at the top");
        assertThat(config).hasContent("Host a\n");
        Ran unasked = run("ssh-config", "--install", "--file", file);
        assertThat(unasked.exit()).isEqualTo(1);
        assertThat(unasked.err()).contains("--yes");
        assertThat(run("ssh-config", "--install", "--yes", "--file", file).exit())
                .isZero();
        assertThat(Files.readString(config)).contains("Include \"").endsWith("Host a\n");
        Map<String, Object> state = ContractJson.readMap(
                run("ssh-config", "--install", "--json", "--file", file).out());
        assertThat(state).containsEntry("installed", true).containsEntry("changed", false);
        assertThat(run("ssh-config", "--remove", "--yes", "--file", file).err()).contains("was removed");
        assertThat(config).hasContent("Host a\n");
    }

    @Test
    void sshProxyReportsAStoppedSandbox() {
        Ran ran = run("ssh-proxy", "shop");
        assertThat(ran.exit()).isEqualTo(4);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).contains("expected it to be running", "belljar start shop");
        assertThat(run("ssh-proxy", "nobody").err()).contains("[sandbox.not-found]");
        assertThat(run("ssh-proxy", "shop", "--port", "70000").exit()).isEqualTo(1);
    }
}
