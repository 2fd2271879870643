package offenders.app.log;

import com.fasterxml.jackson.annotation.JsonProperty;
import tools.jackson.databind.JsonNode;

/// A feature that uses Jackson.
public record WritesJson(@JsonProperty("other") JsonNode node) {}
