package dev.belljar.contract.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.codec.QueryReader;
import dev.belljar.contract.operation.Operation.OperationCall;
import dev.belljar.contract.request.policy.AddRule;
import dev.belljar.contract.request.policy.ExportPolicy;
import dev.belljar.contract.request.policy.ListApprovals;
import dev.belljar.contract.request.sandbox.ListProcesses;
import dev.belljar.contract.request.sandbox.StopSandbox;
import dev.belljar.contract.request.storage.MoveToTier;
import dev.belljar.contract.request.work.ReadFile;
import dev.belljar.contract.sandbox.StorageTier;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests that the definitions of the operations are consistent, and that a request is written and read as they say.
class OperationCallTest {
    @Test
    void namesAndPathsAreUnique() {
        Set<String> seen = new HashSet<>();
        for (Operation<?, ?> operation : ApiOperations.all()) {
            assertThat(seen.add(operation.name())).as(operation.name()).isTrue();
            assertThat(seen.add(operation.toString())).as(operation.toString()).isTrue();
        }
        assertThat(seen).hasSizeGreaterThan(100);
    }

    @Test
    void aRequestGoesToTheQueryOrToTheBody() {
        OperationCall<StopSandbox, ?> stop = SandboxApi.STOP.at("a shop/ü");
        StopSandbox hibernate = new StopSandbox(true, false);
        assertThat(stop.target(hibernate)).isEqualTo("/sandboxes/a%20shop%2F%C3%BC/stop?hibernate=true&now=false");
        assertThat(stop.body(hibernate)).isNull();
        OperationCall<AddRule, ?> add = PolicyApi.ADD_RULE.at("shop");
        AddRule rule = new AddRule("allow a.org:443", null);
        assertThat(add.target(rule)).isEqualTo("/sandboxes/shop/policy/rules");
        assertThat(add.body(rule)).isEqualTo("{\"rule\":\"allow a.org:443\"}");
        assertThat(PolicyApi.REMOVE_RULE.at("a", "b").target(Empty.NOTHING)).isEqualTo("/sandboxes/a/policy/rules/b");
        assertThat(PolicyApi.APPROVALS.at().target(new ListApprovals(null))).isEqualTo("/approvals");
        assertThat(SandboxApi.PROCESSES.at("shop").target(new ListProcesses(20)))
                .isEqualTo("/sandboxes/shop/processes?finished=20");
    }

    @Test
    void theVariablesOfThePathAreCounted() {
        assertThatThrownBy(() -> SandboxApi.GET.at()).hasMessageContaining("[id]");
        assertThatThrownBy(() -> SandboxApi.LIST.at("shop")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aQueryIsReadAsItIsDefined() throws Exception {
        assertThat(QueryReader.read(ListProcesses.class, Map.of("finished", "20")))
                .isEqualTo(new ListProcesses(20));
        assertThat(QueryReader.read(ListProcesses.class, Map.of())).isEqualTo(new ListProcesses(200));
        assertThat(QueryReader.read(MoveToTier.class, Map.of("to", "cold")))
                .isEqualTo(new MoveToTier(StorageTier.COLD, false));
        assertThat(QueryReader.read(ExportPolicy.class, Map.of())).isEqualTo(new ExportPolicy(null));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            finished=10001 | from 0 to 10000
            finished= | from 0 to 10000
            finished=1.5 | from 0 to 10000
            finished=-1 | from 0 to
            seconds=3 | seconds: unknown parameter: expected one of finished
            """)
    void aQueryThatIsNotAsDefinedIsRefused(String query, String expected) {
        String[] words = query.split("=", 2);
        assertThatThrownBy(() -> QueryReader.read(ListProcesses.class, Map.of(words[0], words[1])))
                .isInstanceOf(JsonFault.class)
                .hasMessageContaining(expected);
    }

    @Test
    void missingAndUnknownWordsAreRefused() {
        assertThatThrownBy(() -> QueryReader.read(ReadFile.class, Map.of())).hasMessage("path: expected a value");
        assertThatThrownBy(() -> QueryReader.read(MoveToTier.class, Map.of("to", "tepid")))
                .hasMessageContaining("to \"tepid\": expected one of \"hot\", \"warm\", \"cold\"");
        assertThatThrownBy(() -> QueryReader.read(StopSandbox.class, Map.of("now", "yes")))
                .hasMessageContaining("expected \"true\" or \"false\"");
        assertThatThrownBy(() -> QueryReader.read(Empty.class, Map.of("now", "true")))
                .hasMessageContaining("expected no parameters");
    }

    @Test
    void aResponseIsReadAsItsType() throws Exception {
        assertThat(SandboxApi.LIST.answer().read("[]")).isEqualTo(List.of());
        assertThat(SnapshotApi.DELETE.answer().read("")).isEqualTo(Empty.NOTHING);
        assertThatThrownBy(() -> SandboxApi.GET.answer().read("[]")).isInstanceOf(JsonFault.class);
    }
}
