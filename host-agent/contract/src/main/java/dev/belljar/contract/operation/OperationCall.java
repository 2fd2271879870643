package dev.belljar.contract.operation;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.QueryReader;
import java.lang.reflect.RecordComponent;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/// An operation together with the values of its path's variables, in their order.
public record OperationCall<Q extends Record, A>(Operation<Q, A> operation, List<String> path) {
    public OperationCall {
        path = List.copyOf(path);
        if (path.size() != operation.variables().size()) {
            throw new IllegalArgumentException(operation + ": expected values for " + operation.variables());
        }
    }

    /// The path and query of a request with these parameters, encoded.
    public String target(Q request) {
        StringJoiner query = new StringJoiner("&", "?", "").setEmptyValue("");
        if (operation.place() == RequestPlace.QUERY) {
            for (RecordComponent field : operation.request().getRecordComponents()) {
                Object value = QueryReader.value(field, request);
                if (value != null) {
                    query.add(QueryReader.name(field) + "=" + encode(text(value)));
                }
            }
        }
        return operation.pathWith(path) + query;
    }

    /// The body of a request with these parameters, null if it has none.
    public @Nullable String body(Q request) {
        return operation.place() == RequestPlace.BODY ? ContractJson.line(request) : null;
    }

    /// A value as one segment of a path or one value of a query.
    public static String encode(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String text(Object value) {
        return value instanceof Enum<?> word ? word.name().toLowerCase(Locale.ROOT) : value.toString();
    }
}
