package offenders.app.network;

import offenders.app.log.LogModel;

/// A feature that uses another one.
public record KnowsLog(LogModel other) {}
