package dev.belljar.agent.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.setup.SetupException;
import dev.belljar.agent.setup.SetupFiles;
import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.Environment.EnvironmentFile;
import dev.belljar.contract.environment.Environment.EnvironmentLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that a template fits only what it was made for.
class TemplateKeyTest {
    @TempDir
    private Path temp;

    private Path project = Path.of("/");
    private Path home = Path.of("/");

    @BeforeEach
    void project() throws Exception {
        project = Files.createDirectories(temp.resolve("shop"));
        home = Files.createDirectories(temp.resolve("home"));
    }

    private static Environment environment(String command, String... files) {
        return new Environment(
                List.of(),
                List.of(),
                List.of(command),
                List.of(),
                List.of(),
                List.of(),
                EnvironmentLimits.DEFAULT,
                List.of(files).stream()
                        .map(file -> new EnvironmentFile(file, ".env"))
                        .toList(),
                List.of(),
                List.of());
    }

    private TemplateKey key(Environment environment, String image) throws SetupException {
        return TemplateKey.of(new SetupFiles(project, home), environment, image);
    }

    private String plain() throws SetupException {
        return key(environment("make"), "one").value();
    }

    @Test
    void theSameStateHasTheSameKey() throws Exception {
        Files.writeString(project.resolve("go.sum"), "1");
        String before = plain();
        Files.writeString(project.resolve("main.go"), "package main");
        assertThat(plain()).isEqualTo(before).matches("[0-9a-f]{64}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"package-lock.json", "requirements.txt", "poetry.lock", "uv.lock", "Cargo.lock", "go.sum"})
    void aLockFileThatAppearsChangesOrVanishesChangesTheKey(String name) throws Exception {
        String without = plain();
        Files.writeString(project.resolve(name), "1");
        String one = plain();
        Files.writeString(project.resolve(name), "2");
        assertThat(List.of(without, one, plain())).doesNotHaveDuplicates();
        assertThat(key(environment("make"), "one").lockFiles()).containsExactly(name);
        Files.delete(project.resolve(name));
        assertThat(plain()).isEqualTo(without);
    }

    @Test
    void textThatMovesToAnotherLockFileChangesTheKey() throws Exception {
        Files.writeString(project.resolve("poetry.lock"), "1");
        Files.writeString(project.resolve("uv.lock"), "");
        String before = plain();
        Files.writeString(project.resolve("poetry.lock"), "");
        Files.writeString(project.resolve("uv.lock"), "1");
        assertThat(plain()).isNotEqualTo(before);
    }

    @Test
    void anotherImageOrEnvironmentChangesTheKey() throws Exception {
        assertThat(List.of(
                        plain(),
                        key(environment("make"), "two").value(),
                        key(environment("make deps"), "one").value()))
                .doesNotHaveDuplicates();
    }

    @Test
    void aCopiedFileThatChangesChangesTheKey() throws Exception {
        Files.writeString(home.resolve("settings"), "A=1");
        String before = key(environment("make", "~/settings"), "one").value();
        Files.writeString(home.resolve("settings"), "A=2");
        assertThat(key(environment("make", "~/settings"), "one").value()).isNotEqualTo(before);
    }

    @Test
    void noTemplateFitsAStateThatCannotBeRead() throws Exception {
        Path secret = Files.writeString(temp.resolve("secret"), "s");
        Files.createSymbolicLink(project.resolve("yarn.lock"), secret);
        assertThatThrownBy(this::plain).isInstanceOf(SetupException.class).hasMessageContaining("yarn.lock");
        Files.delete(project.resolve("yarn.lock"));
        assertThatThrownBy(() -> key(environment("make", ".env"), "one")).hasMessageContaining("does not exist");
    }
}
