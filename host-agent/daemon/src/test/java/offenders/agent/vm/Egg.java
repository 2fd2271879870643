package offenders.agent.vm;

import offenders.agent.index.Hen;

/// One half of a cycle.
public final class Egg {
    Hen hen() {
        return new Hen();
    }
}
