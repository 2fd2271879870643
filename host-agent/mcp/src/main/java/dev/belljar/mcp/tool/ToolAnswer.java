package dev.belljar.mcp.tool;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.text.VisibleText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Writes the result of a tool as JSON for a reader who may also see it as text.
///
/// All texts of a guest are strings in this JSON, so none can pass for another part of the result. Characters that
/// control a terminal or mislead a reader are written as their codes in every string, because no tool must forget it.
public final class ToolAnswer {
    private static final String KEPT = "\n\r\t";

    private ToolAnswer() {}

    /// A result as one JSON object.
    public static String of(Object result) {
        return ContractJson.line(shown(tree(result)));
    }

    /// A problem as one JSON object.
    public static String of(Problem problem) {
        Map<String, Object> said = new LinkedHashMap<>();
        said.put("code", problem.code());
        said.put("problem", problem.detail());
        if (problem.hint() != null) {
            said.put("hint", problem.hint());
        }
        return of(Map.of("error", said));
    }

    /// A record of the contract as a map.
    static Map<String, Object> tree(Object result) {
        try {
            return ContractJson.readMap(ContractJson.line(result));
        } catch (JsonFault e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, @Nullable Object> shown(Map<?, ?> map) {
        Map<String, @Nullable Object> shown = new LinkedHashMap<>();
        map.forEach((name, each) -> shown.put(VisibleText.escaped(String.valueOf(name), ""), visible(each)));
        return shown;
    }

    private static @Nullable Object visible(@Nullable Object value) {
        return switch (value) {
            case String text -> VisibleText.escaped(text, KEPT);
            case Map<?, ?> map -> shown(map);
            case List<?> list ->
                list.stream().map(ToolAnswer::visible).collect(Collectors.toList()); // may contain null
            case null, default -> value;
        };
    }
}
