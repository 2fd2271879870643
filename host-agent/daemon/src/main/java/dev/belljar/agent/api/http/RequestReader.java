package dev.belljar.agent.api.http;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.codec.QueryReader;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.operation.Operation;
import dev.belljar.contract.operation.SyncApi;
import dev.belljar.contract.request.session.ExecCommand;
import io.javalin.http.Context;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;
import org.eclipse.jetty.http.HttpException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads the body, path and query of a request, within bounds.
public final class RequestReader {
    public static final int MOST_BODY = 1 << 20;
    /// A selection names each change that is left out; a review lists up to 20,000 files and 4 MiB of paths.
    public static final int MOST_SELECTION = 8 << 20;
    private static final Logger LOG = LoggerFactory.getLogger(RequestReader.class);
    private static final int MOST_NAME = 255;

    private RequestReader() {}

    /// Reads the body as a record; unknown fields are refused.
    public static <T> T body(Context context, Class<T> type) throws ApiException {
        return body(context, type, MOST_BODY);
    }

    /// Reads the body of an operation's request.
    static <T extends Record> T body(Context context, Operation<T, ?> operation) throws ApiException {
        return body(context, operation.request(), operation.equals(SyncApi.ACCEPT) ? MOST_SELECTION : MOST_BODY);
    }

    private static <T> T body(Context context, Class<T> type, int most) throws ApiException {
        if (context.req().getContentLengthLong() > most) {
            throw ApiException.tooLarge(most);
        }
        byte[] bytes = read(context, most);
        if (bytes.length > most) {
            throw ApiException.tooLarge(most);
        }
        return strict(text(bytes), type);
    }

    /// Reads the body. A client may send a broken one, stop in the middle, or leave: that is no error of the
    /// host agent.
    private static byte[] read(Context context, int most) throws ApiException {
        try {
            return context.bodyInputStream().readNBytes(most + 1);
        } catch (IOException | HttpException.RuntimeException e) {
            LOG.debug("{} {}: the body is incomplete", context.req().getMethod(), context.path(), e);
            throw ApiException.broken();
        }
    }

    /// Reads a JSON text as a record; unknown fields are refused.
    public static <T> T strict(String json, Class<T> type) throws ApiException {
        try {
            return ContractJson.readStrict(json, type);
        } catch (JsonFault e) {
            throw ApiException.invalid(String.valueOf(e.getMessage()));
        }
    }

    /// Checks that a command names a program.
    public static ExecCommand command(ExecCommand command) throws ApiException {
        if (command.argv().isEmpty() || command.argv().getFirst().isEmpty()) {
            throw ApiException.invalid("argv is empty: expected a program and its arguments");
        }
        return command;
    }

    /// The value of a required field.
    public static <T> T given(String field, @Nullable T value) throws ApiException {
        if (value == null) {
            throw ApiException.invalid(field + ": expected a value");
        }
        return value;
    }

    /// Checks that no field of a body is missing that must not be null.
    static <T extends Record> T complete(T body) throws ApiException {
        for (RecordComponent field : body.getClass().getRecordComponents()) {
            if (!QueryReader.optional(field) && QueryReader.value(field, body) == null) {
                throw ApiException.invalid(QueryReader.name(field) + ": expected a value");
            }
        }
        return body;
    }

    /// The sandbox that the path names, by its id or its name.
    public static String sandbox(Context context) throws ApiException {
        return id(context.pathParam("id"));
    }

    /// Checks that a text can be the id or name of a sandbox, a snapshot or the like.
    public static String id(String id) throws ApiException {
        if (id.isBlank()
                || id.length() > MOST_NAME
                || id.equals(".")
                || id.equals("..")
                || id.chars().anyMatch(c -> c == '/' || c == '\\' || Character.isISOControl(c))) {
            throw ApiException.invalid("the sandbox or snapshot in the request is not a valid id or name");
        }
        return id;
    }

    /// A query parameter that is a whole number within bounds, `otherwise` when it is missing.
    public static long number(Context context, String name, long otherwise, long least, long most) throws ApiException {
        @Nullable String value = context.queryParam(name);
        return value == null ? otherwise : number(name, value, least, most);
    }

    /// Reads a whole number within bounds.
    public static long number(String name, String value, long least, long most) throws ApiException {
        try {
            long number = Long.parseLong(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Refused below, with the same words as a number out of bounds.
        }
        throw ApiException.invalid(
                "%s \"%s\": expected a whole number from %d to %d".formatted(name, shortened(value), least, most));
    }

    /// A query parameter that is `true` or `false`, `otherwise` when it is missing.
    public static boolean flag(Context context, String name, boolean otherwise) throws ApiException {
        @Nullable String value = context.queryParam(name);
        if (value == null) {
            return otherwise;
        }
        if (!value.equals("true") && !value.equals("false")) {
            throw ApiException.invalid("%s \"%s\": expected \"true\" or \"false\"".formatted(name, shortened(value)));
        }
        return value.equals("true");
    }

    /// The event types of `type=a,b`; an empty set means all types.
    public static Set<EventType> types(Context context) throws ApiException {
        Set<EventType> types = EnumSet.noneOf(EventType.class);
        for (String value : context.queryParams("type")) {
            for (String word : value.split(",", -1)) {
                try {
                    types.add(EventType.of(word));
                } catch (IllegalArgumentException e) {
                    throw ApiException.invalid(String.valueOf(e.getMessage()));
                }
            }
        }
        return types;
    }

    /// Checks that a path is relative and leads to nothing outside the workspace.
    public static String workspacePath(String path) throws ApiException {
        if (path.isEmpty() || path.startsWith("/") || path.indexOf('\0') >= 0) {
            throw ApiException.invalid("path: expected the relative path of a file in the workspace");
        }
        for (String part : path.split("/", -1)) {
            if (part.isEmpty() || part.equals(".") || part.equals("..")) {
                throw ApiException.invalid(
                        "path \"%s\": no segment may be empty, \".\" or \"..\"".formatted(shortened(path)));
            }
        }
        return path;
    }

    private static String text(byte[] bytes) throws ApiException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw ApiException.invalid("the request body is not valid UTF-8");
        }
    }

    static String shortened(String value) {
        return value.length() > 80 ? value.substring(0, 80) + "…" : value;
    }
}
