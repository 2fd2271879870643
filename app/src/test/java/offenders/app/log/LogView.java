package offenders.app.log;

import dev.belljar.client.AgentClient;
import offenders.app.network.KnowsLog;

/// A view that talks to the agent, and a feature that knows another.
public record LogView(AgentClient agent, KnowsLog other) {}
