package offenders.agent.index;

import offenders.agent.vm.Egg;

/// The other half of a cycle.
public final class Hen {
    Egg egg() {
        return new Egg();
    }
}
