package dev.belljar.contract.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.SyncTarget;
import dev.belljar.contract.view.work.SyncResult;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests that requests are parsed strictly, so that a misspelt field is an error.
class RequestJsonTest {
    @Test
    void absentFieldsTakeTheirDefaults() throws Exception {
        CreateSandbox read = ContractJson.readStrict("{\"path\":\"/p\",\"start\":true}", CreateSandbox.class);
        assertThat(read).isEqualTo(new CreateSandbox("/p", null, null, null, null, null, false, true));
    }

    @Test
    void listsAndMapsThatAreLeftOutAreEmpty() throws Exception {
        assertThat(ContractJson.readStrict("{\"argv\":[\"true\"]}", ExecCommand.class))
                .isEqualTo(ExecCommand.of("true"));
        assertThat(ContractJson.readStrict("{\"commit\":\"c\",\"allowed\":null}", AcceptSync.class))
                .isEqualTo(new AcceptSync("c", List.of()));
    }

    /// A client or host agent of an earlier version knows no target of a sync.
    @Test
    void syncsOfEarlierVersionsAreRead() throws Exception {
        assertThat(ContractJson.readStrict("{\"commit\":\"c\",\"allowed\":[\"a\"]}", AcceptSync.class))
                .isEqualTo(new AcceptSync("c", List.of("a"), List.of(), null, null, null, false));
        assertThat(ContractJson.read(
                        "{\"branch\":\"b\",\"commit\":\"c\",\"files\":1,\"withheld\":[]}", SyncResult.class))
                .isEqualTo(new SyncResult("b", "c", 1, List.of(), SyncTarget.BRANCH, null, null));
    }

    @Test
    void aMisspeltFieldIsRefusedByName() {
        assertThatThrownBy(() -> ContractJson.readStrict("{\"path\":\"/p\",\"memory\":1}", CreateSandbox.class))
                .isInstanceOf(JsonFault.class)
                .hasMessage("CreateSandbox.memory: unknown field: expected one of"
                        + " cpus, diskMiB, memoryMiB, name, networkMode, oneShot, path, plainFolder, start");
    }
}
