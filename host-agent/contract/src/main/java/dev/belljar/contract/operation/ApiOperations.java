package dev.belljar.contract.operation;

import java.lang.reflect.Field;
import java.util.List;
import java.util.stream.Stream;

/// All operations of the API.
public final class ApiOperations {
    private ApiOperations() {}

    /// The operations in the order of their definitions. Streams and WebSockets are not among them.
    public static List<Operation<?, ?>> all() {
        return fields().<Operation<?, ?>>map(ApiOperations::value).toList();
    }

    /// The constants that define the operations.
    public static Stream<Field> fields() {
        return Stream.of(
                        HostApi.class,
                        SandboxApi.class,
                        EnvironmentApi.class,
                        SetupApi.class,
                        TemplateApi.class,
                        SyncApi.class,
                        PushApi.class,
                        FilesApi.class,
                        SnapshotApi.class,
                        StorageApi.class,
                        PolicyApi.class,
                        SecretApi.class,
                        JailApi.class,
                        AuthorityApi.class,
                        AccessApi.class,
                        TimelineApi.class,
                        ProvenanceApi.class)
                .flatMap(group -> Stream.of(group.getDeclaredFields()))
                .filter(field -> field.getType() == Operation.class);
    }

    private static Operation<?, ?> value(Field field) {
        try {
            return (Operation<?, ?>) field.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field + " cannot be read", e);
        }
    }
}
