package dev.belljar.app.desktop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.app.desktop.RemoteEditors.RemoteEditor;
import dev.belljar.client.SshInclude;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that what is missing is reported and that an editor is started with the intended arguments.
class DesktopEditorsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    private SshInclude include;
    private DesktopEditors editors;

    @BeforeEach
    void findEditors() throws Exception {
        include = new SshInclude(folder.resolve("home/.ssh/config"), folder.resolve("it's/config"));
        editors = new DesktopEditors("relative:" + folder, include, PATIENCE);
    }

    private void program(String name, String script) throws IOException {
        Path program = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + script + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void aMissingEditorIsReported() throws Exception {
        assertThat(editors.hindrance(RemoteEditor.VS_CODE)).isEqualTo("checking…");
        editors.look();
        assertThat(editors.hindrance(RemoteEditor.VS_CODE)).contains("“code” not found on PATH");
        assertThat(editors.hindrance(RemoteEditor.GATEWAY)).isEqualTo("not installed");
        assertThatThrownBy(() -> editors.open(RemoteEditor.VS_CODE, "shop")).isInstanceOf(IOException.class);
    }

    @Test
    void withoutTheIncludeLineNoEditorFindsTheMachine() throws Exception {
        program("code", "exit 0");
        SshInclude plain = new SshInclude(folder.resolve("home/.ssh/config"), Path.of("/data/config"));
        DesktopEditors editors = new DesktopEditors(folder.toString(), plain, PATIENCE);
        editors.look();
        assertThat(editors.hindrance(RemoteEditor.VS_CODE)).contains("belljar ssh-config --install");
        assertThat(editors.command("shop")).isEqualTo("ssh -F '/data/config' belljar-shop");
        plain.install();
        editors.look();
        assertThat(editors.hindrance(RemoteEditor.VS_CODE)).isNull();
        assertThat(editors.command("shop")).isEqualTo("ssh belljar-shop");
    }

    @Test
    void theSshCommandQuotesThePathForTheShell() {
        assertThat(editors.command("shop")).isEqualTo("ssh -F '%s/it'\\''s/config' belljar-shop".formatted(folder));
    }

    @Test
    void theEditorOpensTheWorkspace() throws Exception {
        Path said = folder.resolve("said");
        program("code", "printf '%s\\n' \"$@\" > '" + said + "'");
        editors.open(RemoteEditor.VS_CODE, "shop");
        assertThat(said).hasContent("--remote\nssh-remote+belljar-shop\n/workspace\n");
        program("xdg-open", "printf '%s\\n' \"$@\" > '" + said + "'; exit 4");
        assertThatThrownBy(() -> editors.open(RemoteEditor.GATEWAY, "shop")).hasMessageContaining("exit code 4");
        assertThat(Files.readString(said))
                .startsWith("jetbrains-gateway://connect#")
                .contains("host=belljar-shop&");
    }
}
