package dev.belljar.agent.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.sandbox.SandboxSpec;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.StorageTier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that every phase of a sandbox is read back from its file, and that the file keeps the fields of the versions
/// before.
class StoredRecordTest {
    private static final SandboxSpec SPEC =
            new SandboxSpec("shop", "/home/me/shop", "microvm", new MachineLimits(512, 1, 2048), false);
    private static final SandboxRecord NEW = SandboxRecord.asked("a", SPEC, 1);

    private static final Problem FAULT = Problem.of(ProblemCode.BAD_REQUEST, "fault", "It failed.", null);

    @Test
    void everyPhaseIsReadBack() throws Exception {
        SandboxRecord captured = NEW.withCapture("main", "abc", "def").withImage("image");
        SandboxRecord delivered =
                captured.withDelivered().withPlan("plan").withProcess(new RecordedProcess(4, 2, "boot"));
        SandboxRecord stopped = delivered
                .withSalvaged(true)
                .withoutProcess()
                .withTier(StorageTier.COLD)
                .withState(SandboxState.STOPPED, 9, null);
        for (SandboxRecord record : new SandboxRecord[] {NEW, captured, delivered, stopped, plainFolder()}) {
            assertThat(StoredRecord.read(ContractJson.line(StoredRecord.of(record))))
                    .contains(record);
        }
        assertThat(stopped.salvaged()).isTrue();
    }

    private static SandboxRecord plainFolder() {
        return NEW.withCapture(null, null, "def").withState(SandboxState.ERROR, 2, FAULT);
    }

    @Test
    void theFieldsOfEarlierVersionsAreRead() throws Exception {
        String old = """
            {"id":"a","spec":{"name":"shop","project":"/home/me/shop","backend":"microvm",
            "limits":{"memoryMiB":512,"cpus":1,"diskMiB":2048},"plainFolder":false},"state":"STOPPED","since":3,"created":1,
            "branch":"main","base":"abc","capture":"def","delivered":true,"salvaged":true,"imageKey":"one","plan":"p",
            "origin":"s","tier":"HOT","pid":7,"pidStart":8}""";
        SandboxRecord read = StoredRecord.read(old).orElseThrow();
        assertThat(read.project()).isEqualTo(new ProjectPhase.DeliveredProject("main", "abc", "def", true));
        assertThat(read.machine())
                .isEqualTo(new MachineRecord("one", "p", "s", StorageTier.HOT, new RecordedProcess(7, 8, null), null));
    }

    @Test
    void workIsSalvagedOnlyAfterTheProjectWasDelivered() {
        assertThat(NEW.withSalvaged(true)).isEqualTo(NEW);
        SandboxRecord salvaged =
                NEW.withCapture("main", "abc", "def").withDelivered().withSalvaged(true);
        assertThat(salvaged.branched("b", SPEC, "snapshot", 2).salvaged()).isFalse();
        assertThat(salvaged.withCapture("main", "abc", "ghi").delivered()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"id\":\"a\"}", "{\"id\":\"a\",\"state\":\"STOPPED\"}"})
    void aRecordWithoutItsFieldsIsNone(String json) throws Exception {
        assertThat(StoredRecord.read(json)).isEmpty();
    }
}
