package offenders.client.demo;

import java.util.List;
import offenders.client.bench.Egg;

/// The other half of a cycle.
public record Hen(List<Egg> eggs) {
    /// Lays one.
    public Egg egg() {
        return eggs.getFirst();
    }
}
