package offenders.agent.gateway;

import java.sql.Connection;

/// Breaks the rule that SQL stays in the index and the catalog.
public final class TalksSql {
    boolean ask(Connection connection) throws java.sql.SQLException {
        return connection.isValid(1);
    }
}
