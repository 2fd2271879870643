package dev.belljar.agent.api;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import java.net.URL;
import java.util.Objects;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.HostPort;
import org.junit.jupiter.api.Test;

/// Tests the log levels of the host agent in production.
class LoggersTest {
    @Test
    void malformedRequestsWriteNothingToTheLog() throws Exception {
        URL settings = Objects.requireNonNull(LoggersTest.class.getResource("/logback.xml"));
        LoggerContext context = new LoggerContext();
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(settings);
        assertThat(context.getLogger(HttpParser.class).isWarnEnabled()).isFalse();
        assertThat(context.getLogger(HostPort.class).isWarnEnabled()).isFalse();
        assertThat(context.getLogger(Server.class).isWarnEnabled()).isTrue();
        context.stop();
    }
}
