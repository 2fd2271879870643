package dev.belljar.client.command.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.command.Belljar;
import dev.belljar.client.command.ScriptedClient;
import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.operation.AuthorityApi;
import dev.belljar.contract.request.network.ChooseMirrors;
import dev.belljar.contract.view.network.HostMirror;
import dev.belljar.contract.view.network.MirrorChange;
import dev.belljar.contract.view.network.MirrorKind;
import dev.belljar.contract.view.network.MirrorList;
import dev.belljar.contract.view.network.MirrorTool;
import dev.belljar.contract.view.network.UnusableFile;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Tests the output of `belljar mirror` for answers of the host agent.
class MirrorCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final List<ChooseMirrors> choices = new ArrayList<>();
    private List<HostMirror> mirrors = List.of(mirror(true, null));

    private static HostMirror mirror(boolean chosen, @Nullable String problem) {
        return new HostMirror(
                "4f2a91c0",
                MirrorTool.PIP,
                MirrorKind.EXTRA_INDEX,
                "",
                "https://pip.example/simple",
                "/etc/pip.conf",
                problem == null ? "pip.example:443" : null,
                problem == null,
                List.of("a note"),
                chosen,
                problem);
    }

    private int run(String... words) {
        out.reset();
        err.reset();
        ScriptedClient agent = new ScriptedClient()
                .on(
                        AuthorityApi.MIRRORS,
                        (_, _) -> new MirrorList(mirrors, List.of(new UnusableFile("/root/x", "permission denied"))))
                .on(AuthorityApi.USE_MIRRORS, (_, request) -> changed(request))
                .on(AuthorityApi.FORGET_MIRRORS, (_, request) -> changed(request));
        PrintStream said = new PrintStream(out, true, StandardCharsets.UTF_8);
        PrintStream aside = new PrintStream(err, true, StandardCharsets.UTF_8);
        return Belljar.run(CommandSession.with(agent, _ -> null, said, aside), words);
    }

    private MirrorChange changed(ChooseMirrors request) {
        choices.add(request);
        return new MirrorChange(mirrors, mirrors, List.of("shop"), List.of("api"));
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void theListSaysWhatGuestsUseAndWhatTheyCannot() {
        assertThat(run("mirror", "list")).isZero();
        assertThat(text(out))
                .contains(
                        "https://pip.example/simple\n",
                        "for         pip, extra index\n",
                        "id          4f2a91c0\n",
                        "used by     all sandboxes\n",
                        "password    guests get a placeholder\n",
                        "note        a note\n",
                        "/root/x: permission denied");
        mirrors = List.of(mirror(false, "guests cannot use a proxy"));
        assertThat(run("mirror", "list")).isZero();
        assertThat(text(out)).contains("problem     guests cannot use a proxy").doesNotContain("used by", "4f2a91c0");
        assertThat(run("mirror", "list", "--json")).isZero();
        assertThat(text(out)).contains("\"tool\" : \"pip\"", "\"kind\" : \"extra_index\"");
        mirrors = List.of();
        assertThat(run("mirror", "list")).isZero();
        assertThat(text(out)).contains("names no mirrors");
    }

    @Test
    void aChoiceSaysWhatTheRulesMustAllow() throws Exception {
        assertThat(run("mirror", "use", "pip", "4f2a")).isZero();
        assertThat(choices.getLast().mirrors()).containsExactly("pip", "4f2a");
        assertThat(text(out)).contains("https://pip.example/simple is used for pip, extra index");
        assertThat(text(err))
                .contains(
                        "The network rules have not changed", "belljar policy add --scope user 'allow pip.example:443'")
                .contains("programs started in shop from now on.", "api could not be changed while running");
        mirrors = List.of(mirror(false, null));
        assertThat(run("mirror", "forget", "pip")).isZero();
        assertThat(text(out)).contains("Guests use none of this computer's mirrors");
        assertThat(text(err)).doesNotContain("belljar policy add");
        assertThat(run("mirror", "use", "pip", "--json")).isZero();
        assertThat(ContractJson.read(text(out), MirrorChange.class).failed()).containsExactly("api");
        assertThat(run("mirror", "use")).isNotZero();
    }
}
