package offenders.agent.vm;

import io.javalin.http.Context;

/// Breaks the rule that only the api knows the web server.
public final class ServesWeb {
    String path(Context context) {
        return context.path();
    }
}
