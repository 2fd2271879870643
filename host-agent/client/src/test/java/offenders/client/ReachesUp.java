package offenders.client;

import dev.belljar.agent.HostAgent;
import offenders.client.command.Word;
import picocli.CommandLine;

/// A client that knows a command, the command line and the host agent.
public record ReachesUp(Word word, CommandLine line, HostAgent agent) {}
