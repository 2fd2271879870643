package offenders.agent.journal;

import offenders.agent.api.Door;

/// Breaks the layers: the record knows the door.
public final class ReachesUp {
    Door reach() {
        return new Door();
    }
}
