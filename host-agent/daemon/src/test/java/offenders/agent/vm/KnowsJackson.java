package offenders.agent.vm;

import tools.jackson.databind.JsonNode;

/// Breaks the rule that only the codec knows Jackson.
public final class KnowsJackson {
    boolean empty(JsonNode node) {
        return node.isEmpty();
    }
}
