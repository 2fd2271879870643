package dev.belljar.contract.operation;

import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// One operation of the API.
///
/// @param <Q> the request: a record whose fields are the query parameters or the body
/// @param <A> the response
/// @param name unique among all operations; the `operationId` of the API description
/// @param path starts with `/`; `{name}` stands for a value that [#at] supplies
/// @param status the HTTP status of a response that is no problem document
public record Operation<Q extends Record, A>(
        String name,
        HttpMethod method,
        String path,
        Class<Q> request,
        RequestPlace place,
        AnswerType<A> answer,
        int status) {
    private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");

    static OperationDraft<Empty> get(String name, String path) {
        return new OperationDraft<>(name, HttpMethod.GET, path, Empty.class, RequestPlace.QUERY);
    }

    static OperationDraft<Empty> post(String name, String path) {
        return new OperationDraft<>(name, HttpMethod.POST, path, Empty.class, RequestPlace.QUERY);
    }

    static OperationDraft<Empty> put(String name, String path) {
        return new OperationDraft<>(name, HttpMethod.PUT, path, Empty.class, RequestPlace.QUERY);
    }

    static OperationDraft<Empty> delete(String name, String path) {
        return new OperationDraft<>(name, HttpMethod.DELETE, path, Empty.class, RequestPlace.QUERY);
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

    /// The path with these values in place of its variables.
    String pathWith(List<String> values) {
        int[] next = {0};
        return VARIABLE.matcher(path)
                .replaceAll((MatchResult found) ->
                        java.util.regex.Matcher.quoteReplacement(OperationCall.encode(values.get(next[0]++))));
    }

    /// An operation whose response is not known yet.
    record OperationDraft<Q extends Record>(
            String name, HttpMethod method, String path, Class<Q> request, RequestPlace place) {
        <R extends Record> OperationDraft<R> query(Class<R> parameters) {
            return new OperationDraft<>(name, method, path, parameters, RequestPlace.QUERY);
        }

        <R extends Record> OperationDraft<R> body(Class<R> body) {
            return new OperationDraft<>(name, method, path, body, RequestPlace.BODY);
        }

        <A extends Record> Operation<Q, A> answers(Class<A> type) {
            return answers(200, type);
        }

        <A extends Record> Operation<Q, A> answers(int status, Class<A> type) {
            return new Operation<>(name, method, path, request, place, new AnswerType<>(type, false), status);
        }

        <E extends Record> Operation<Q, List<E>> answersList(Class<E> element) {
            return answersList(200, element);
        }

        <E extends Record> Operation<Q, List<E>> answersList(int status, Class<E> element) {
            return new Operation<>(name, method, path, request, place, new AnswerType<>(element, true), status);
        }

        Operation<Q, Empty> answersNothing(int status) {
            return answers(status, Empty.class);
        }
    }
}
