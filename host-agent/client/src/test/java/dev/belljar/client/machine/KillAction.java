package dev.belljar.client.machine;

/// An operation of the host agent during which it can be killed; `usualMillis` is an estimate of its duration.
enum KillAction {
    CREATE(2_500),
    SNAPSHOT(1_000),
    BRANCH(1_500),
    BRANCH_NOW(2_500),
    HIBERNATE(2_000),
    WAKE(1_500),
    STOP(5_000),
    WARM(800),
    COLD(2_000),
    DESTROY(1_500),
    RESTORE(200),
    EMPTY(200),
    COLLECT(200),
    DELETE_SNAPSHOT(200),
    NOTHING(1_000);

    private final long usualMillis;

    KillAction(long usualMillis) {
        this.usualMillis = usualMillis;
    }

    long usualMillis() {
        return usualMillis;
    }
}
