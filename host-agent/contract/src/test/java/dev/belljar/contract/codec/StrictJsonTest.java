package dev.belljar.contract.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.contract.request.policy.SetNetworkMode;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.request.session.TerminalControl;
import dev.belljar.contract.view.host.AgentAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests that an ambiguous value in a request is refused with the name of its field.
class StrictJsonTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"path\":\"/p\",\"memoryMiB\":\"1024\"}|memoryMiB",
                "{\"path\":\"/p\",\"memoryMiB\":\"\"}|memoryMiB",
                "{\"path\":\"/p\",\"memoryMiB\":true}|memoryMiB",
                "{\"path\":\"/p\",\"memoryMiB\":[1024]}|memoryMiB",
                "{\"path\":\"/p\",\"cpus\":1.5}|cpus",
                "{\"path\":\"/p\",\"cpus\":1.0}|cpus",
                "{\"path\":\"/p\",\"cpus\":99999999999}|cpus",
                "{\"path\":\"/p\",\"name\":7}|name",
                "{\"path\":\"/p\",\"name\":7.5}|name",
                "{\"path\":\"/p\",\"name\":true}|name",
                "{\"path\":\"/p\",\"name\":[\"a\"]}|name",
                "{\"path\":\"/p\",\"start\":\"false\"}|start",
                "{\"path\":\"/p\",\"start\":0}|start",
                "{\"path\":\"/p\",\"start\":\"\"}|start",
                "{\"path\":\"/p\",\"path\":\"/q\"}|path",
                "{\"path\":\"\\ud800\"}|path",
                "{\"path\":\"a\\udc00b\"}|path",
                "{\"path\":\"\\ud800\\ud800\"}|path",
                "{\"path\":\"/p\",\"name\":\"x\\udfff\"}|name",
            })
    void aValueOfTheWrongTypeIsRefusedWithItsFieldName(String json, String field) {
        assertThatThrownBy(() -> ContractJson.readStrict(json, CreateSandbox.class))
                .isInstanceOf(JsonFault.class)
                .hasMessageContaining(field)
                .hasMessageNotContaining("oercion");
    }

    @Test
    void elementsAndKeysAreCheckedLikeValues() {
        assertThatThrownBy(() -> ContractJson.readStrict("{\"argv\":[\"a\",\"\\udead\"]}", ExecCommand.class))
                .hasMessageContaining("ExecCommand.argv[1]: not valid Unicode");
        assertThatThrownBy(() -> ContractJson.readStrict("{\"argv\":[1]}", ExecCommand.class))
                .hasMessageContaining("argv[0]");
        for (String half : new String[] {"\\udead", "\\ud800", "\\ud800\\ud800", "a\\udbff"}) {
            assertThatThrownBy(() -> ContractJson.readStrict(
                            "{\"argv\":[\"a\"],\"env\":{\"" + half + "\":\"x\"}}", ExecCommand.class))
                    .hasMessageContaining("ExecCommand.env");
        }
        assertThatThrownBy(() -> ContractJson.readStrict(
                        "{\"argv\":[\"a\"],\"env\":{\"A\":\"1\",\"A\":\"2\"}}", ExecCommand.class))
                .hasMessageContaining("\"A\"");
        assertThatThrownBy(() -> ContractJson.readStrict("{\"op\":\"resize\",\"rows\":\"24\"}", TerminalControl.class))
                .hasMessageContaining("rows");
        assertThatThrownBy(() -> ContractJson.readStrict("{\"preset\":1}", SetNetworkMode.class))
                .hasMessageContaining("preset");
    }

    @Test
    void aValidRequestIsRead() throws Exception {
        CreateSandbox read = ContractJson.readStrict(
                "{\"path\":\"/\\ud83d\\ude00/é\",\"memoryMiB\":1024,\"start\":true}", CreateSandbox.class);
        assertThat(read).isEqualTo(new CreateSandbox("/\ud83d\ude00/é", null, 1024, null, null, null, false, true));
    }

    @Test
    void answersOfANewerAgentAreRead() throws Exception {
        assertThat(ContractJson.read("{\"port\":\"8082\",\"pid\":7,\"version\":\"1\",\"more\":1}", AgentAddress.class)
                        .pid())
                .isEqualTo(7);
    }
}
