package offenders.common.hen;

import java.util.List;
import offenders.common.egg.Egg;

/// One half of a cycle.
public record Hen(List<Egg> eggs) {}
