package dev.belljar.agent.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.Property;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests the texts for OpenSSH with OpenSSH itself.
class ConfigTextTest {
    private static final Path IDENTITY = Path.of("/home/me/.local/share/belljar/sandboxes/s1/ssh/id_ed25519");
    private static final Path KNOWN = Path.of("/home/me/.local/share/belljar/ssh/known_hosts");

    @TempDir
    private Path folder;

    private static ConfigText text(String program, Map<String, String> environment) {
        return new ConfigText(Path.of(program), environment, KNOWN);
    }

    private static List<ConfigText.Host> host(String name) {
        return List.of(new ConfigText.Host(name, "s1", IDENTITY));
    }

    @Test
    void aSandboxIsAHostWithoutForwardingOrPasswords() throws Exception {
        String config = text("/opt/bell jar/it's 100%/belljar", Map.of("XDG_RUNTIME_DIR", "/run/user/7"))
                .config(host("shop"));
        assertThat(asked(config, "belljar-shop"))
                .contains(
                        "user agent",
                        "hostkeyalias belljar-s1",
                        "userknownhostsfile " + KNOWN,
                        "identityfile " + IDENTITY,
                        "identitiesonly yes",
                        "stricthostkeychecking true",
                        "updatehostkeys false",
                        "forwardagent no",
                        "forwardx11 no",
                        "passwordauthentication no",
                        "controlmaster false",
                        "proxycommand env 'XDG_RUNTIME_DIR=/run/user/7' '/opt/bell jar/it'\\''s 100%%/belljar'"
                                + " ssh-proxy shop");
        assertThat(asked(config, "elsewhere")).noneMatch(line -> line.startsWith("proxycommand"));
    }

    @Test
    void theShellReadsTheLauncherPathAsOneWord() throws Exception {
        Path launcher = folder.resolve("it's $(touch bad) `x` \"100%h\" & ; #");
        Files.writeString(launcher, "#!/bin/sh\nprintf '%s|' \"$0\" \"$@\" \"$XDG_DATA_HOME\" >&2; exit 3\n");
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
        String config =
                text(launcher.toString(), Map.of("XDG_DATA_HOME", "/a 'b' $c")).config(host("shop"));
        assertThat(ssh(config, "-o", "BatchMode=yes", "belljar-shop", "true"))
                .contains(launcher + "|ssh-proxy|shop|/a 'b' $c|");
        assertThat(folder.resolve("bad")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a b",
                "a\nHost *\n ProxyCommand sh",
                "*",
                "!a",
                "A",
                "a*",
                "-oProxyCommand=x",
                "a;b",
                "",
                "a\u00e9",
                "a.b"
            })
    void anUnsafeNameIsLeftOut(String name) {
        String config = text("/opt/belljar", Map.of()).config(host(name));
        assertThat(config).doesNotContain("Host ").contains("omitted").doesNotContain("ProxyCommand");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a\"b", "/a\nb", "/a$b", "/a%h", "/a\\b", "/~", "/a*", "/a?", "/a[b]"})
    void anUnsafePathIsLeftOut(String path) {
        String config =
                text("/opt/belljar", Map.of()).config(List.of(new ConfigText.Host("shop", "s1", Path.of(path))));
        assertThat(config).contains("omitted").doesNotContain("ProxyCommand");
    }

    @Property(tries = 1_000)
    void aNameCannotAddLines(@ForAll String name) {
        String config = text("/opt/belljar", Map.of()).config(host(name));
        assertThat(config.lines().filter(line -> line.contains("ProxyCommand")).count())
                .isLessThanOrEqualTo(1);
        assertThat(config.lines().filter(line -> !line.isBlank()))
                .allMatch(line -> line.startsWith("#") || line.matches("(Host belljar-|    )[\\x20-\\x7e]+"));
    }

    @Test
    void theKeyOfAMachineIsKeptUnderItsId() throws Exception {
        PublicKey key = NewSshKey.make("anything").publicHalf();
        assertThat(ConfigText.known("s1", key)).isEqualTo("belljar-s1 ssh-ed25519 " + key.base64() + "\n");
    }

    private List<String> asked(String config, String host) throws Exception {
        return ssh(config, "-G", host).lines().toList();
    }

    private String ssh(String config, String... words) throws Exception {
        Path file = folder.resolve("config");
        Files.writeString(file, config);
        List<String> argv = new java.util.ArrayList<>(List.of("ssh", "-F", file.toString()));
        argv.addAll(List.of(words));
        Process process = new ProcessBuilder(argv)
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return said;
    }
}
