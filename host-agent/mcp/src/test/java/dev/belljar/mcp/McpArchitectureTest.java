package dev.belljar.mcp;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.lang.ArchRule;
import dev.belljar.client.AgentClient;
import dev.belljar.contract.operation.ApiOperations;
import dev.belljar.contract.operation.Operation;
import dev.belljar.testing.rules.ArchitectureCheck;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Tests that the MCP server follows the architecture rules, and that it calls only the operations of the API that its
/// tools are for.
class McpArchitectureTest extends ArchitectureCheck {
    /// No other operation is called: none that answers an approval, changes rules, secrets or settings, syncs or
    /// destroys.
    private static final Set<String> OPERATIONS = Set.of(
            "SandboxApi.LIST",
            "SandboxApi.GET",
            "SandboxApi.START",
            "SandboxApi.DIFF",
            "SandboxApi.CONTENTS",
            "SnapshotApi.LIST_ALL",
            "SnapshotApi.TAKE",
            "SnapshotApi.BRANCH_NOW",
            "SnapshotApi.BRANCH",
            "PolicyApi.APPROVALS");

    /// What the server calls besides operations: commands and events. `FileExcerpt` reads files.
    private static final Set<String> STREAMS = Set.of("call", "open", "follow");

    McpArchitectureTest() {
        super("dev.belljar.mcp", McpArchitectureTest::under);
    }

    private static Map<String, ArchRule> under(String root) {
        return Map.of(
                "onlyOperationsThatToolsAreFor",
                noClasses()
                        .that()
                        .resideInAPackage(root + "..")
                        .should()
                        .accessFieldWhere(DescribedPredicate.describe(
                                "the field is an operation other than " + OPERATIONS, McpArchitectureTest::other))
                        .because("an agent must not be able to widen what it may do"),
                "onlyStreamsThatToolsAreFor",
                noClasses()
                        .that()
                        .resideInAPackage(root + "..")
                        .should()
                        .callMethodWhere(DescribedPredicate.describe(
                                "the client is used for more than " + STREAMS, McpArchitectureTest::otherStream))
                        .because("an agent must not be able to widen what it may do"));
    }

    private static boolean other(JavaFieldAccess access) {
        return access.getTarget().getRawType().isEquivalentTo(Operation.class)
                && !OPERATIONS.contains(access.getTargetOwner().getSimpleName() + "."
                        + access.getTarget().getName());
    }

    private static boolean otherStream(JavaCall<?> call) {
        return call.getTargetOwner().isAssignableTo(AgentClient.class)
                && !STREAMS.contains(call.getTarget().getName());
    }

    @Test
    void theAllowListNamesOperationsOfTheApi() {
        assertThat(ApiOperations.fields()
                        .map(field -> field.getDeclaringClass().getSimpleName() + "." + field.getName())
                        .collect(Collectors.toSet()))
                .hasSizeGreaterThan(80)
                .containsAll(OPERATIONS);
    }
}
