package dev.belljar.mcp.tool;

import dev.belljar.client.AgentException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The arguments of one call, which match the tool's schema, and where its progress goes.
public final class ToolCall {
    private final Map<String, Object> arguments;
    private final ProgressListener progress;

    /// Receives what a call is doing now.
    @FunctionalInterface
    public interface ProgressListener {
        void progress(String now);
    }

    /// A call with these arguments.
    public ToolCall(Map<String, Object> arguments, ProgressListener progress) {
        this.arguments = Map.copyOf(arguments);
        this.progress = progress;
    }

    /// The value of a required text.
    ///
    /// @throws AgentException if the call omits it
    String text(String name) throws AgentException {
        String text = optional(name);
        if (text == null) {
            throw invalid(name + " is missing");
        }
        return text;
    }

    /// The value of a text, null if the call omits it.
    @Nullable
    String optional(String name) {
        return arguments.get(name) instanceof String text ? text : null;
    }

    /// The value of a number.
    long number(String name, long otherwise) {
        return arguments.get(name) instanceof Number number ? number.longValue() : otherwise;
    }

    /// The texts of a list, empty if the call omits it.
    List<String> texts(String name) {
        return arguments.get(name) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    /// Tells the client what the call is doing now, which shows it that it need not give up yet.
    void progress(String now) {
        progress.progress(now);
    }

    /// A problem with the arguments that a schema cannot express.
    static AgentException invalid(String detail) {
        return new AgentException(Problem.of(ProblemCode.BAD_REQUEST, "invalid arguments", detail, null), null);
    }
}
