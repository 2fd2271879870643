package offenders.app.log;

import dev.belljar.client.AgentClient;
import offenders.app.network.KnowsLog;

/// A view that uses the client, and a feature that uses another one.
public record LogView(AgentClient agent, KnowsLog other) {}
