package offenders.client.bench;

import offenders.client.demo.Hen;

/// One half of a cycle.
public record Egg(Hen hen) {}
