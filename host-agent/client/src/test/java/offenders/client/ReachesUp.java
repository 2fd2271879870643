package offenders.client;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.belljar.agent.HostAgent;
import offenders.client.command.Word;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/// A client that knows a command, the command line, the host agent and Jackson.
public record ReachesUp(@JsonProperty("other") Word word, CommandLine line, HostAgent agent, JsonNode node) {}
