package dev.belljar.client.command.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.command.AgentWithShop;
import dev.belljar.client.command.AgentWithShop.Ran;
import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.policy.AuditEntry;
import dev.belljar.contract.policy.InspectionView;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.policy.Rule;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the policy commands with a complete host agent and a sandbox that was never started.
@Tag("slow")
class PolicyWordsTest {
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

    private Ran said(String text, String... words) {
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
            return run(words);
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void aSandboxIsCreatedWithItsNetworkMode() throws Exception {
        String project = Files.createDirectories(folder.resolve("api")).toString();
        assertThat(run("create", project, "--plain", "--no-start", "--network", "wide")
                        .exit())
                .isEqualTo(2);
        assertThat(run("list").out()).doesNotContain("api");
        Ran made = run("create", project, "--plain", "--no-start", "--network", "registries");
        assertThat(made.exit()).as(made.err()).isZero();
        assertThat(run("policy", "show", "api").out()).contains("network mode  registries (the sandbox policy)");
        assertThat(run("policy", "show", "shop").out()).contains("network mode  closed");
    }

    @Test
    void aPolicyIsShownChangedAndTestedByCommands() throws Exception {
        assertThat(run("policy", "show", "shop").out())
                .contains("network mode  closed (Belljar's default)")
                .contains("No rules.");
        assertThat(run("policy", "set", "shop", "registries").out()).contains("network mode  registries");
        Ran added = run("policy", "add", "shop", "allow", "*.npmjs.org:443", "tcp", "--json");
        Rule rule = ContractJson.read(added.out(), Rule.class);
        assertThat(run("policy", "add", "shop", "deny 192.0.2.0/24", "--scope", "user")
                        .exit())
                .isZero();
        assertThat(run("policy", "show", "shop").out())
                .contains("allow *.npmjs.org:443")
                .contains("deny 192.0.2.0/24");
        Path file = folder.resolve("draft.toml");
        Files.writeString(file, run("policy", "export", "shop").out());
        assertThat(Files.readString(file)).contains("allow = \"*.npmjs.org:443\"");
        assertThat(run("policy", "remove", "shop", rule.id()).out()).contains("removed " + rule.id());
        assertThat(run("policy", "test", "shop", "--replay", file.toString()).out())
                .contains("0 of 0 recorded connections");
        assertThat(run("policy", "test", "shop", "--replay").exit()).isZero();
        PolicyView view = ContractJson.read(
                run("policy", "import", "shop", file.toString(), "--json").out(), PolicyView.class);
        assertThat(view.preset()).isEqualTo(NetworkMode.REGISTRIES);
        assertThat(view.layers().getLast().rules()).containsExactly(rule);
        assertThat(run("policy", "learn", "shop").out()).startsWith("# A Belljar policy");
    }

    @Test
    void theUsersLayerNeedsNoSandbox() throws Exception {
        assertThat(run("policy", "set", "--scope", "user", "registries").out())
                .contains("network mode for all your sandboxes  registries");
        Ran rule = run("policy", "add", "--scope", "user", "deny", "ads.example.org", "--json");
        assertThat(rule.exit()).as(rule.err()).isZero();
        assertThat(run("policy", "add", "--scope", "user", "deny vm:80").exit()).isZero();
        assertThat(run("policy", "show", "shop").out())
                .contains("network mode  registries")
                .contains("deny ads.example.org")
                .contains("deny vm:80");
        assertThat(run("policy", "show", "-").out()).contains("deny vm:80").doesNotContain("registries)");
        String id = ContractJson.read(rule.out(), Rule.class).id();
        assertThat(run("policy", "remove", "-", id).out()).contains("removed " + id);
        assertThat(run("policy", "show", "shop").out()).doesNotContain("ads.example.org");
        Path file = Files.writeString(folder.resolve("user.toml"), "[[rule]]\nallow = \"b.org:443\"\n");
        assertThat(run("policy", "import", "--scope", "user", file.toString()).out())
                .contains("network mode for all your sandboxes  not set")
                .contains("allow b.org:443");
        assertThat(run("policy", "add", "shop", "--scope", "user", "allow", "c.org")
                        .exit())
                .isZero();
        assertThat(run("policy", "import", "shop").exit()).isEqualTo(2);
        Files.writeString(file, "\n");
        assertThat(run("policy", "import", "--scope", "user", file.toString()).exit())
                .isEqualTo(2);
        assertThat(run("policy", "show", "shop").out()).contains("allow c.org");
        assertThat(run("policy", "add", "--scope", "user", "c.org").exit()).isEqualTo(2);
    }

    @Test
    void rulesAndSecretsAcceptANameOfOneLabel() {
        assertThat(run("policy", "add", "shop", "allow", "vm:8080").exit()).isZero();
        said("s3cret-text\n", "secret", "add", "VM_TOKEN");
        Ran bound = run("secret", "bind", "VM_TOKEN", "vm");
        assertThat(bound.exit()).as(bound.err()).isZero();
        for (String wrong : new String[] {"10", "10.0.0.5", "*", "vm.", "a b", "-a"}) {
            assertThat(run("secret", "bind", "VM_TOKEN", wrong).exit())
                    .as(wrong)
                    .isNotZero();
        }
    }

    @Test
    void errorsAreReportedWithTheirProblemCode() throws Exception {
        Ran rule = run("policy", "add", "shop", "allow 127.1");
        assertThat(rule.exit()).isEqualTo(CommandSession.PROBLEM);
        assertThat(rule.err()).contains("\"127.1\"").contains("[policy.rule-invalid]");
        assertThat(run("policy", "show", "nowhere").err()).contains("[sandbox.not-found]");
        assertThat(run("policy", "remove", "shop", "00000000").err()).contains("[policy.no-such-rule]");
        assertThat(run("policy", "add", "shop", "allow a.org", "--scope", "organization")
                        .err())
                .contains("[policy.read-only]");
        assertThat(said("preset = 1\n", "policy", "import", "shop", "-").err())
                .contains("line 1")
                .contains("[policy.file-invalid]");
        assertThat(run("policy", "import", "shop", "/nowhere/draft.toml").err())
                .isEqualTo("belljar: /nowhere/draft.toml: no such file or folder\n  [command.file-failed]\n");
        for (String answer : new String[] {"allow", "deny"}) {
            Ran unknown = run(answer, "ffffff");
            assertThat(unknown.exit()).isEqualTo(3);
            assertThat(unknown.out()).isEmpty();
            assertThat(unknown.err())
                    .contains("\"ffffff\": expected the id of a waiting approval")
                    .contains("`belljar approvals`")
                    .contains("[approval.not-waiting]");
        }
        assertThat(run("approvals").out()).contains("Nothing is waiting for approval.");
        assertThat(run("policy", "propose", "shop").err()).contains("[policy.no-proposal]");
    }

    @Test
    void aProposalIsShownAndAcceptedOnlyWithYes() throws Exception {
        Path file = Files.createDirectories(folder.resolve("shop/.belljar")).resolve("policy.toml");
        Files.writeString(file, "[[rule]]\nallow = \"a.org:443\"\n");
        Ran shown = run("policy", "propose", "shop");
        assertThat(shown.out()).contains("allow = \"a.org:443\"").contains("New rules:");
        assertThat(run("policy", "show", "shop").out()).contains("No rules.");
        assertThat(run("policy", "propose", "shop", "--yes").out()).contains("accepted");
        assertThat(run("policy", "show", "shop").out()).contains("project").contains("allow a.org:443");
    }

    @Test
    void aSecretComesFromStandardInputAndIsNeverShown() throws Exception {
        assertThat(said("s3cret-text\n", "secret", "add", "NPM_TOKEN").out()).contains("NPM_TOKEN is stored");
        assertThat(run("secret", "bind", "NPM_TOKEN", "registry.npmjs.org").out())
                .contains("registry.npmjs.org");
        Ran listed = run("secret", "list");
        Ran json = run("secret", "list", "--json");
        assertThat(listed.out() + json.out()).contains("NPM_TOKEN").doesNotContain("s3cret");
        assertThat(run("secret", "bind", "NPM_TOKEN", "*.org").err()).contains("[secret.host-invalid]");
        assertThat(run("secret", "remove", "NPM_TOKEN").exit()).isZero();
        assertThat(run("secret", "list").out()).contains("No secrets yet.");
    }

    @Test
    void inspectedAndExemptedNamesAreSetAndListed() throws Exception {
        assertThat(run("inspect", "shop").out()).contains("Nothing is inspected.");
        assertThat(run("inspect", "shop", "ca").exit()).isEqualTo(1);
        assertThat(run("inspect", "shop", "on", "api.example.org", "*.example.net")
                        .out())
                .contains("Inspected: api.example.org, *.example.net");
        assertThat(run("inspect", "shop", "off", "api.example.org").out()).contains("Never inspected: api.example.org");
        assertThat(run("inspect", "shop", "ca").out()).startsWith("-----BEGIN CERTIFICATE-----");
        assertThat(run("inspect", "shop", "on", "a b").err()).contains("[inspect.name-invalid]");
        InspectionView view =
                ContractJson.read(run("inspect", "shop", "list", "--json").out(), InspectionView.class);
        assertThat(view.names()).containsExactly("*.example.net");
        said("s3cret-text\n", "secret", "add", "API_TOKEN");
        Ran bound = run("secret", "bind", "API_TOKEN", "api.example.com", "--sandbox", "shop", "--anywhere");
        assertThat(bound.out() + bound.err()).contains("are now inspected in shop");
        assertThat(run("secret", "list").out())
                .contains("api.example.com (anywhere in requests), only in ")
                .contains("file");
        assertThat(run("inspect", "shop").out()).contains("because of bound secrets: api.example.com");
        assertThat(run("inspect", "shop", "off").out()).contains("api.example.com");
    }

    @Test
    void theAuditListsChangesAndIsVerified() throws Exception {
        run("policy", "set", "shop", "open");
        assertThat(run("audit", "show").out())
                .contains("sandbox policy: preset")
                .contains("open");
        assertThat(ContractJson.readList(run("audit", "show", "--json").out(), AuditEntry.class))
                .hasSize(1);
        assertThat(run("audit", "verify").out()).startsWith("intact: 1 line,");
        Path file = folder.resolve("XDG_DATA_HOME/belljar/audit/audit-000001.jsonl");
        Files.writeString(file, Files.readString(file).replace("\"seq\":1", "\"seq\":2"));
        Ran broken = run("audit", "verify");
        assertThat(broken.exit()).isEqualTo(CommandSession.PROBLEM);
        assertThat(broken.out()).contains("BROKEN at audit-000001.jsonl line 1");
    }
}
