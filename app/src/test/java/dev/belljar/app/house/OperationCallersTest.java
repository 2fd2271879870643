package dev.belljar.app.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.belljar.contract.operation.ApiOperations;
import dev.belljar.contract.operation.ApiStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Tests that the command line or the window calls each operation of the API: one that nobody can reach is no feature.
class OperationCallersTest {
    private static final JavaClasses CALLERS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.belljar.app", "dev.belljar.client");

    @Test
    void everyOperationHasACaller() {
        assertThat(uncalled(CALLERS)).isEmpty();
    }

    @Test
    void everyStreamHasACaller() {
        assertThat(used(CALLERS)).containsAll(streams());
    }

    @Test
    void aStreamWithoutACallerIsFound() {
        assertThat(used(new ClassFileImporter().importPackages("dev.belljar.app.doctor")))
                .doesNotContainAnyElementsOf(streams());
    }

    private static List<String> streams() {
        return Arrays.stream(ApiStream.values())
                .map(stream -> "ApiStream." + stream.name())
                .toList();
    }

    @Test
    void anOperationWithoutACallerIsFound() {
        JavaClasses few = new ClassFileImporter().importPackages("dev.belljar.app.doctor");
        assertThat(uncalled(few)).contains("HostApi.SHUTDOWN");
    }

    /// The operations that none of these classes calls, such as `HostApi.SHUTDOWN`.
    private static List<String> uncalled(JavaClasses callers) {
        Set<String> called = used(callers);
        List<String> missing = new ArrayList<>();
        ApiOperations.fields().forEach(field -> {
            String name = field.getDeclaringClass().getSimpleName() + "." + field.getName();
            if (!called.contains(name)) {
                missing.add(name);
            }
        });
        return missing;
    }

    /// The fields that these classes use, such as `HostApi.SHUTDOWN`.
    private static Set<String> used(JavaClasses callers) {
        return callers.stream()
                .filter(type -> !type.getPackageName().endsWith(".recorded"))
                .map(type -> type.getFieldAccessesFromSelf())
                .flatMap(Collection::stream)
                .map(JavaFieldAccess::getTarget)
                .map(field -> field.getOwner().getSimpleName() + "." + field.getName())
                .collect(Collectors.toSet());
    }
}
