package dev.belljar.contract.operation;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.QueryReader;
import dev.belljar.contract.sandbox.SandboxState;
import java.lang.reflect.RecordComponent;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One operation of the API.
///
/// @param <Q> the request: a record whose fields are the query parameters or the body
/// @param <A> the response
/// @param text what the API description says about it
/// @param name unique among all operations; the `operationId` of the API description
/// @param path starts with `/`; `{name}` stands for a value that [#at] supplies
/// @param status the HTTP status of a response that is not a problem document
/// @param states the states of a sandbox in which the operation is allowed; the host agent refuses it in any other.
///     Empty if the operation is not about one sandbox
public record Operation<Q extends Record, A>(
        Operation.OperationText text,
        String name,
        HttpMethod method,
        String path,
        Class<Q> request,
        RequestPlace place,
        AnswerType<A> answer,
        int status,
        Set<SandboxState> states) {
    private static final String SANDBOX = "/sandboxes/{id}";
    private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");

    static OperationDraft<Empty> get(String name, String path) {
        return drafted(name, HttpMethod.GET, path);
    }

    static OperationDraft<Empty> post(String name, String path) {
        return drafted(name, HttpMethod.POST, path);
    }

    static OperationDraft<Empty> put(String name, String path) {
        return drafted(name, HttpMethod.PUT, path);
    }

    static OperationDraft<Empty> delete(String name, String path) {
        return drafted(name, HttpMethod.DELETE, path);
    }

    private static OperationDraft<Empty> drafted(String name, HttpMethod method, String path) {
        boolean ofOne = path.equals(SANDBOX) || path.startsWith(SANDBOX + "/");
        Set<SandboxState> states =
                ofOne ? EnumSet.complementOf(EnumSet.of(SandboxState.DESTROYED)) : EnumSet.noneOf(SandboxState.class);
        return new OperationDraft<>(OperationText.NONE, name, method, path, Empty.class, RequestPlace.QUERY, states);
    }

    /// True if the operation is allowed in each state that a sandbox can have.
    public boolean inEveryState() {
        return states.isEmpty() || states.size() == SandboxState.values().length - 1;
    }

    /// The names of the path's variables, in order.
    public List<String> variables() {
        return VARIABLE.matcher(path).results().map(found -> found.group(1)).toList();
    }

    /// This operation with the values of its path's variables, in order.
    ///
    /// @throws IllegalArgumentException when their number is not that of the variables
    public OperationCall<Q, A> at(String... values) {
        return new OperationCall<>(this, List.of(values));
    }

    /// The method and the path.
    @Override
    public String toString() {
        return method.name().toLowerCase(Locale.ROOT) + " " + path;
    }

    /// What the API description says about an operation.
    ///
    /// @param summary what it does, in one or more sentences
    /// @param answer what a successful response is
    public record OperationText(String summary, String answer) {
        static final OperationText NONE = new OperationText("", "");
    }

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
            return filledPath() + query;
        }

        private String filledPath() {
            Iterator<String> values = path.iterator();
            return VARIABLE.matcher(operation.path())
                    .replaceAll((MatchResult found) -> Matcher.quoteReplacement(encode(values.next())));
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

    /// An operation whose response is not known yet.
    record OperationDraft<Q extends Record>(
            OperationText text,
            String name,
            HttpMethod method,
            String path,
            Class<Q> request,
            RequestPlace place,
            Set<SandboxState> states) {
        /// What the operation does, and what its response is, in the words of the API description.
        OperationDraft<Q> about(String summary, String answer) {
            OperationText about = new OperationText(summary, answer);
            return new OperationDraft<>(about, name, method, path, request, place, states);
        }

        /// The states of the sandbox in which the operation is allowed.
        OperationDraft<Q> in(SandboxState first, SandboxState... others) {
            return new OperationDraft<>(text, name, method, path, request, place, EnumSet.of(first, others));
        }

        /// The operation is allowed in all states of the sandbox except this one.
        OperationDraft<Q> exceptIn(SandboxState state) {
            Set<SandboxState> left = EnumSet.complementOf(EnumSet.of(SandboxState.DESTROYED, state));
            return new OperationDraft<>(text, name, method, path, request, place, left);
        }

        <R extends Record> OperationDraft<R> query(Class<R> parameters) {
            return new OperationDraft<>(text, name, method, path, parameters, RequestPlace.QUERY, states);
        }

        <R extends Record> OperationDraft<R> body(Class<R> body) {
            return new OperationDraft<>(text, name, method, path, body, RequestPlace.BODY, states);
        }

        <A extends Record> Operation<Q, A> answers(Class<A> type) {
            return answers(200, type);
        }

        <A extends Record> Operation<Q, A> answers(int status, Class<A> type) {
            return new Operation<>(
                    text, name, method, path, request, place, new AnswerType<>(type, false), status, states);
        }

        <E extends Record> Operation<Q, List<E>> answersList(Class<E> element) {
            return answersList(200, element);
        }

        <E extends Record> Operation<Q, List<E>> answersList(int status, Class<E> element) {
            return new Operation<>(
                    text, name, method, path, request, place, new AnswerType<>(element, true), status, states);
        }

        Operation<Q, Empty> answersNothing(int status) {
            return answers(status, Empty.class);
        }
    }
}
