package dev.belljar.mcp;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.text.VisibleText;
import dev.belljar.mcp.tool.McpTool;
import dev.belljar.mcp.tool.ToolAnswer;
import dev.belljar.mcp.tool.ToolCall;
import dev.belljar.mcp.tool.ToolDescription;
import dev.belljar.mcp.tool.ToolDescription.ToolEffect;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A tool as the SDK offers it: problems become results that are errors, which a model can read.
final class OfferedTool {
    private static final Logger LOG = LoggerFactory.getLogger(OfferedTool.class);
    private static final ProblemCode UNUSABLE = new ProblemCode("guest.unusable-answer", 502);
    private static final ProblemCode CANCELLED = new ProblemCode("request.cancelled", 499);

    private OfferedTool() {}

    static SyncToolSpecification of(McpTool tool) {
        return SyncToolSpecification.builder()
                .tool(described(tool.description()))
                .callHandler((exchange, request) -> called(tool, exchange, request))
                .build();
    }

    private static Tool described(ToolDescription tool) {
        return Tool.builder(tool.name(), tool.schema())
                .title(tool.title())
                .description(tool.text())
                .annotations(ToolAnnotations.builder()
                        .title(tool.title())
                        .readOnlyHint(tool.effect() == ToolEffect.READS)
                        .destructiveHint(tool.effect() == ToolEffect.CHANGES)
                        .openWorldHint(tool.effect() == ToolEffect.CHANGES)
                        .build())
                .build();
    }

    private static CallToolResult called(McpTool tool, McpSyncServerExchange exchange, CallToolRequest request) {
        Map<String, Object> arguments = request.arguments() == null ? Map.of() : request.arguments();
        String name = tool.description().name();
        try {
            Object result = tool.call(new ToolCall(arguments, progress(exchange, request.progressToken())));
            return result(ToolAnswer.of(result), false);
        } catch (BelljarException e) {
            return problem(e.problem());
        } catch (IOException e) {
            return problem(Problem.of(
                    UNUSABLE,
                    "unusable answer",
                    name + ": what the sandbox sent cannot be used: " + e.getMessage(),
                    "Try again: a file may have changed while it was read."));
        } catch (InterruptedException e) {
            return problem(Problem.of(CANCELLED, "cancelled", name + " was cancelled", null));
        } catch (RuntimeException e) {
            // The top of this thread: the client would otherwise be told the exceptions.
            LOG.error("{} failed", name, e);
            return problem(Problem.of(
                    ProblemCode.INTERNAL, "tool failed", name + " failed because of a defect in Belljar", null));
        }
    }

    private static ToolCall.ProgressListener progress(McpSyncServerExchange exchange, @Nullable Object token) {
        if (token == null) {
            return now -> {};
        }
        AtomicInteger told = new AtomicInteger();
        return now -> exchange.progressNotification(ProgressNotification.builder(token, told.incrementAndGet())
                .message(VisibleText.line(now))
                .build());
    }

    private static CallToolResult problem(Problem problem) {
        return result(ToolAnswer.of(problem), true);
    }

    private static CallToolResult result(String text, boolean error) {
        return CallToolResult.builder().addTextContent(text).isError(error).build();
    }
}
