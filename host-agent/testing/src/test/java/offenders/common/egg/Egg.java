package offenders.common.egg;

import com.fasterxml.jackson.annotation.JsonProperty;
import offenders.common.hen.Hen;
import tools.jackson.databind.JsonNode;

/// The other half of a cycle, which knows Jackson and its annotations.
public record Egg(@JsonProperty("other") Hen hen, JsonNode node) {
    static int count;
}
