package dev.belljar.agent.codingagent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.environment.CodingAgent;
import dev.belljar.contract.environment.CodingAgent.AgentFile;
import dev.belljar.contract.environment.CodingAgent.StateSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the script that writes the files of an agent with a real shell, and the contents that it gets.
class AgentFileScriptTest {
    @TempDir
    private Path home;

    private record Ran(int code, String out) {}

    private Ran write(String file, String content) throws Exception {
        String script;
        try (InputStream in = AgentHomeFiles.class.getResourceAsStream("agent-file.sh")) {
            script = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", script, "belljar-agent-file", file);
        builder.environment().put("HOME", home.toString());
        Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(content.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // The script ended without reading it.
        }
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ran(process.waitFor(), out.strip());
    }

    @Test
    void newFileIsWrittenForItsUserOnly() throws Exception {
        Path file = home.resolve(".tool/settings.json");
        assertThat(write(file.toString(), "{}\n")).isEqualTo(new Ran(0, ""));
        assertThat(file).hasContent("{}\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve(".tool"))))
                .isEqualTo("rwx------");
    }

    @Test
    void unchangedFileIsReplacedByANewerOne() throws Exception {
        Path file = home.resolve("a");
        write(file.toString(), "one");
        assertThat(write(file.toString(), "two")).isEqualTo(new Ran(0, ""));
        assertThat(file).hasContent("two");
    }

    @Test
    void changedFileIsKept() throws Exception {
        Path file = home.resolve("a");
        write(file.toString(), "one");
        Files.writeString(file, "mine");
        assertThat(write(file.toString(), "two")).isEqualTo(new Ran(0, "kept"));
        assertThat(file).hasContent("mine");
    }

    @Test
    void fileOfAPersonIsKept() throws Exception {
        Path file = Files.writeString(home.resolve("a"), "mine");
        assertThat(write(file.toString(), "two").out()).isEqualTo("kept");
        assertThat(file).hasContent("mine");
        assertThat(write(file.toString(), "mine")).as("the same content").isEqualTo(new Ran(0, ""));
    }

    @Test
    void linkIsNotFollowed() throws Exception {
        Path target = Files.writeString(home.resolve("target"), "mine");
        Path link = Files.createSymbolicLink(home.resolve("a"), target);
        assertThat(write(link.toString(), "two").out()).isEqualTo("kept");
        assertThat(target).hasContent("mine");
        Path dangling = Files.createSymbolicLink(home.resolve("b"), home.resolve("nowhere"));
        assertThat(write(dangling.toString(), "two").out()).isEqualTo("kept");
        assertThat(home.resolve("nowhere")).doesNotExist();
    }

    @Test
    void relativePathIsRefused() throws Exception {
        assertThat(write("a", "one").code()).isEqualTo(64);
    }

    @Test
    void placeholdersAreReplacedByTheFolderAndTheEndOfTheKey() {
        CodingAgent agent = new CodingAgent(
                "mine",
                "Mine",
                List.of("mine"),
                List.of(),
                null,
                "~/NOTE.md",
                List.of(new AgentFile("~/a", "{project} {key-tail} {key}")),
                List.of(),
                List.of(),
                StateSource.NONE);
        List<AgentFile> files = AgentHomeFiles.of(agent, "belljar-secret-KEY-0123456789abcdef0123456789abcdef");
        assertThat(files).extracting(AgentFile::path).containsExactly("~/NOTE.md", "~/a");
        assertThat(files.getFirst().content()).contains("# This computer is a Belljar sandbox");
        assertThat(files.getLast().content())
                .isEqualTo("/workspace cdef0123456789abcdef belljar-secret-KEY-0123456789abcdef0123456789abcdef");
        assertThat(AgentHomeFiles.of(agent, "").getLast().content()).isEqualTo("/workspace  ");
    }
}
