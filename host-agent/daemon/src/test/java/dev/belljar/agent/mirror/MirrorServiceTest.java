package dev.belljar.agent.mirror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.secret.SecretStore;
import dev.belljar.agent.secret.SecretStores;
import dev.belljar.contract.policy.SecretInfo;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.view.network.HostMirror;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that guests use only chosen mirrors, and that passwords and tokens stay on the host.
class MirrorServiceTest {
    @TempDir
    private Path folder;

    private Path npmrc;
    private AuditLog audit;
    private SecretStore secrets;
    private MirrorService service;

    @BeforeEach
    void start() throws Exception {
        npmrc = folder.resolve(".npmrc");
        audit = AuditLog.open(folder.resolve("audit"), Instant::now);
        secrets = SecretStores.in(folder.resolve("secrets.json"), audit);
        secrets.refresh();
        service = open();
        Files.writeString(npmrc, """
                registry=https://npm.corp.example/repo/
                //npm.corp.example/:_authToken=real-npm-token
                @old:registry=https://old.example/
                """);
        Files.createDirectories(folder.resolve(".pip"));
        Files.writeString(folder.resolve(".pip/pip.conf"), """
                [global]
                index-url = https://me:real-pip-pass@pip.corp.example/simple
                extra-index-url = http://localhost:3141/root
                proxy = http://proxy.example:1
                """);
    }

    @AfterEach
    void stop() {
        audit.close();
    }

    private MirrorService open() {
        MirrorPlaces places = new MirrorPlaces(
                List.of(npmrc),
                List.of(folder.resolve(".pip/pip.conf")),
                folder.resolve("apt"),
                folder.resolve("cargo"),
                List.of());
        return new MirrorService(folder.resolve("mirrors.json"), places, secrets, audit);
    }

    private HostMirror mirror(String url) throws Exception {
        return service.list().mirrors().stream()
                .filter(each -> each.url().contains(url))
                .findFirst()
                .orElseThrow();
    }

    private String guest(Map<String, String> placeholders) throws Exception {
        return new String(service.setup(placeholders).orElseThrow().input(), StandardCharsets.UTF_8);
    }

    @Test
    void nothingIsUsedUntilItIsChosen() throws Exception {
        assertThat(service.list().mirrors()).hasSize(5).noneMatch(HostMirror::chosen);
        assertThat(service.setup(Map.of())).isEmpty();
        assertThat(service.environment()).isEmpty();
        assertThat(secrets.list()).isEmpty();
        assertThat(service.list().toString()).doesNotContain("real-npm-token", "real-pip-pass");
        HostMirror npm = mirror("npm.corp");
        assertThat(npm.needs()).isEqualTo("npm.corp.example:443");
        assertThat(npm.credential()).isTrue();
        assertThat(npm.source()).isEqualTo(npmrc.toString());
        assertThat(service.list().mirrors().getLast().problem()).startsWith("guests cannot use a proxy");
    }

    @Test
    void aChosenMirrorHasAPlaceholderAndItsSecretIsBoundToItsName() throws Exception {
        String id = mirror("npm.corp").id();
        assertThat(service.use(List.of(id.substring(0, 5)))).containsExactly(id);
        SecretInfo secret = secrets.list().getFirst();
        assertThat(secret.name()).isEqualTo("mirror-npm-" + id);
        assertThat(secret.places()).singleElement().satisfies(place -> {
            assertThat(place.host()).isEqualTo("npm.corp.example");
            assertThat(place.anywhere()).isFalse();
        });
        assertThat(secrets.usable().getFirst().value()).isEqualTo("real-npm-token");
        assertThat(Files.readString(folder.resolve("mirrors.json"))).doesNotContain("real-npm-token");
        assertThat(service.environment()).containsEntry("NPM_CONFIG_GLOBALCONFIG", "/usr/local/share/belljar/npmrc");
        assertThat(guest(Map.of(secret.name(), "PLACEHOLDER"))).isEqualTo("""
                == /usr/local/share/belljar/npmrc
                # Written by Belljar.
                registry=https://npm.corp.example/repo/
                //npm.corp.example/:_authToken=PLACEHOLDER
                """);
        // Without a placeholder, as when the secret was removed.
        assertThat(guest(Map.of())).doesNotContain("_authToken");
    }

    @Test
    void allMirrorsOfAToolAreChosenByItsName() throws Exception {
        assertThat(service.use(List.of("PIP"))).hasSize(2);
        String name = secrets.list().getFirst().name();
        assertThat(guest(Map.of(name, "PLACEHOLDER"))).isEqualTo("""
                == /etc/xdg/pip/pip.conf
                # Written by Belljar.
                [global]
                index-url = https://me:PLACEHOLDER@pip.corp.example/simple
                extra-index-url =
                    http://host.belljar.internal:3141/root
                trusted-host =
                    host.belljar.internal:3141
                """);
        assertThat(service.forget(List.of("pip"))).hasSize(2);
        assertThat(secrets.list()).isEmpty();
        assertThat(guest(Map.of())).isEmpty();
        assertThat(audit.newest(20))
                .extracting(entry -> entry.what() + " " + entry.verdict())
                .contains("mirror used", "mirror no longer used");
    }

    @Test
    void aChoiceIsKeptAndReplacedByALaterOne() throws Exception {
        service.use(List.of("npm"));
        String before = mirror("npm.corp").id();
        Files.writeString(npmrc, "registry=https://new.example/\n");
        service = open();
        HostMirror kept = mirror("npm.corp");
        assertThat(kept.chosen()).isTrue();
        assertThat(kept.source()).isNull();
        assertThat(guest(Map.of())).contains("https://npm.corp.example/repo/").doesNotContain("new.example");
        service.use(List.of(mirror("new.example").id()));
        assertThat(guest(Map.of())).contains("registry=https://new.example/").doesNotContain("npm.corp.example");
        assertThat(secrets.list()).isEmpty();
        assertThat(service.list().mirrors()).noneMatch(each -> each.id().equals(before));
    }

    @Test
    void aChangedTokenIsStoredAgain() throws Exception {
        service.use(List.of("npm"));
        Files.writeString(npmrc, Files.readString(npmrc).replace("real-npm-token", "fresh-token"));
        service.use(List.of("npm"));
        assertThat(secrets.usable())
                .singleElement()
                .satisfies(each -> assertThat(each.value()).isEqualTo("fresh-token"));
    }

    @Test
    void whatCannotBeNamedIsRefused() throws Exception {
        String proxy = mirror("proxy.example").id();
        assertThatThrownBy(() -> service.use(List.of())).hasMessageContaining("no mirror was named");
        assertThatThrownBy(() -> service.use(List.of("npm", "cargo"))).hasMessageContaining("not in the list");
        assertThatThrownBy(() -> service.use(List.of("../../etc")))
                .hasMessageContaining("expected at least the first four digits");
        assertThatThrownBy(() -> service.use(List.of(proxy))).hasMessageContaining("guests cannot use a proxy");
        assertThatThrownBy(() -> service.forget(List.of("npm"))).hasMessageContaining("not used by guests");
        assertThat(secrets.list()).isEmpty();
        assertThat(folder.resolve("mirrors.json")).doesNotExist();
    }

    @Test
    void choicesThatCannotBeReadAreNotUsedAndAreKept() throws Exception {
        service.use(List.of("npm"));
        Path file = folder.resolve("mirrors.json");
        String stored = Files.readString(file);
        for (String wrong : List.of(
                "{",
                stored.replace("https://npm.corp.example/repo/", "https://npm.corp.example/\\nproxy=x"),
                stored.replace("https://npm.corp.example/repo/", "http://npm.corp.example/repo/"),
                stored.replace("@old", "@old\\n"),
                stored.replace("registry", "proxy"))) {
            assertThat(wrong).isNotEqualTo(stored);
            Files.writeString(file, wrong);
            assertThat(service.setup(Map.of())).isEmpty();
            assertThat(service.problem()).isPresent();
            assertThat(service.environment()).containsKey("NPM_CONFIG_GLOBALCONFIG");
            assertThatThrownBy(() -> service.list()).isInstanceOf(BelljarException.class);
            assertThatThrownBy(() -> service.use(List.of("pip"))).isInstanceOf(BelljarException.class);
            assertThat(file).hasContent(wrong);
        }
    }
}
