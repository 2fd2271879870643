package offenders.agent.vm;

import com.fasterxml.jackson.annotation.JsonProperty;

/// Breaks the rule that only the codec knows Jackson: its annotations kept their old package.
public record NamesFields(@JsonProperty("other") String name) {}
