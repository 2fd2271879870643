package dev.belljar.client.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.client.environment.ProjectFindings.ProjectFinding;
import dev.belljar.contract.environment.Environment;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests what is found in small projects, and the file that is written from it.
class ProjectFindingsTest {
    @TempDir
    private Path project;

    private void write(String name, String text) throws IOException {
        Files.writeString(project.resolve(name), text);
    }

    private String toml() {
        return MachineFile.text(ProjectFindings.in(project).environment())
                .lines()
                .filter(line -> !line.startsWith("#") && !line.isBlank())
                .reduce("", (all, line) -> all + line + "\n");
    }

    @Test
    void anEmptyFolderNeedsNothing() {
        assertThat(ProjectFindings.in(project).found()).isEmpty();
        assertThat(ProjectFindings.in(project).environment()).isEqualTo(Environment.EMPTY);
        assertThat(toml()).isEmpty();
    }

    @Test
    void aNodeProjectIsInstalledByItsLockFile() throws Exception {
        write("package.json", "{\"engines\": {\"node\": \"^20.1\"}}");
        write("package-lock.json", "{}");
        Files.createDirectory(project.resolve(".git"));
        assertThat(toml()).isEqualTo("profiles = [\"node@20\", \"git\"]\nsetup = [\"npm ci\"]\n");
        assertThat(ProjectFindings.in(project).found())
                .containsExactly(
                        new ProjectFinding(".git", "profile git"),
                        new ProjectFinding("package.json", "profile node 20"),
                        new ProjectFinding("package-lock.json", "npm ci"));
        Files.delete(project.resolve("package-lock.json"));
        assertThat(toml()).contains("setup = [\"npm install\"]");
        write("pnpm-lock.yaml", "");
        assertThat(toml()).contains("pnpm install --frozen-lockfile").contains("npm = [\"pnpm\"]");
    }

    @ParameterizedTest
    @CsvSource({
        "22, 22",
        "v22.1.0, 22",
        "22.x, 22",
        "~22.1, 22",
        "22.*, 22",
        ">=18,",
        "18 || 20,",
        "lts/*,",
        "latest,",
        "'22; rm -rf /',",
    })
    void onlyARangeOfOneMajorVersionChoosesIt(String range, String version) throws Exception {
        write("package.json", "{}");
        write(".nvmrc", range + "\n");
        assertThat(new RecognizedFiles(project).nodeVersion()).isEqualTo(version);
    }

    @Test
    void aPythonProjectGetsAnEnvironmentOfItsOwn() throws Exception {
        write("requirements.txt", "ruff\n");
        write(".python-version", "3.12.4\n");
        assertThat(toml()).isEqualTo("""
                profiles = ["python@3.12"]
                setup = ["python3 -m venv .venv", ".venv/bin/pip install -r requirements.txt"]
                """);
        write("pyproject.toml", "[project]\nrequires-python = \"==3.11.*\"\n");
        Files.delete(project.resolve(".python-version"));
        assertThat(toml()).contains("python@3.11");
        write("uv.lock", "");
        assertThat(toml()).contains("uv sync --frozen").contains("pip = [\"uv\"]");
    }

    @Test
    void compiledProjectsGetTheirTools() throws Exception {
        write("CMakeLists.txt", "");
        write("configure.ac", "");
        write("Cargo.toml", "");
        write("Cargo.lock", "");
        assertThat(toml()).isEqualTo("""
                profiles = ["build"]
                setup = ["cargo fetch --locked"]
                [packages]
                apt = ["cargo", "cmake", "autoconf", "automake"]
                """);
    }

    @Test
    void containersNeedDocker() throws Exception {
        write("compose.yaml", "");
        write("Makefile", "");
        assertThat(toml()).isEqualTo("profiles = [\"build\", \"docker\"]\n");
    }

    @Test
    void malformedAndLinkedFilesAreIgnored() throws Exception {
        write("package.json", "{\"engines\"");
        write("pyproject.toml", "= [");
        assertThat(ProjectFindings.in(project).found())
                .extracting(ProjectFinding::need)
                .contains("profile node", "profile python");
        Path other = Files.createDirectories(project.resolve("sub"));
        Files.createSymbolicLink(other.resolve("Cargo.toml"), project.resolve("package.json"));
        assertThat(ProjectFindings.in(other).found()).isEmpty();
    }

    @Test
    void aFileOrALinkIsNeverReplaced() throws Exception {
        Path written = MachineFile.write(project, "a");
        assertThatThrownBy(() -> MachineFile.write(project, "b")).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(written).hasContent("a");
        Files.delete(written);
        Path target = project.resolve("target");
        Files.createSymbolicLink(written, target);
        assertThatThrownBy(() -> MachineFile.write(project, "b")).isInstanceOf(FileAlreadyExistsException.class);
        Files.delete(written);
        Files.delete(project.resolve(".belljar"));
        Files.createSymbolicLink(project.resolve(".belljar"), Files.createDirectory(target));
        assertThatThrownBy(() -> MachineFile.write(project, "b")).hasMessageContaining("not a file or a link");
        assertThat(target).isEmptyDirectory();
    }

    @Test
    void aDevcontainerIsCombinedWithWhatElseWasFound() throws Exception {
        write("package.json", "{}");
        write("package-lock.json", "{}");
        Environment found = ProjectFindings.in(project).environment();
        assertThat(EnvironmentMerge.of(Environment.EMPTY, found)).isEqualTo(found);
        assertThat(EnvironmentMerge.of(found, Environment.EMPTY)).isEqualTo(found);
        Environment devcontainer = new Environment(
                List.of(),
                List.of(),
                List.of("make"),
                List.of(),
                List.of(),
                List.of(80),
                Environment.EMPTY.limits(),
                List.of(),
                List.of(),
                List.of());
        Environment both = EnvironmentMerge.of(devcontainer, found);
        assertThat(both.setup()).containsExactly("make");
        assertThat(both.ports()).containsExactly(80);
        assertThat(both.profiles()).isEqualTo(found.profiles());
    }
}
