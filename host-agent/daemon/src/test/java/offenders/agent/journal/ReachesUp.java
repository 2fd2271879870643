package offenders.agent.journal;

import offenders.agent.api.Door;

/// Breaks the layers: the journal knows the API.
public final class ReachesUp {
    Door reach() {
        return new Door();
    }
}
