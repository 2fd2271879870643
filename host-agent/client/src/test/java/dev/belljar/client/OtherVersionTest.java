package dev.belljar.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.operation.ApiVersion;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import io.javalin.Javalin;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.unixdomain.server.UnixDomainServerConnector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a client says whether it or the host agent is older when one does not understand the other.
class OtherVersionTest {
    private static final int NEWER = ApiVersion.CURRENT + 1;
    private static final String OLD_AGENT = "belljar agent stop";
    private static final String OLD_CLIENT = "close it and open it again";

    @TempDir
    private Path folder;

    private final BlockingQueue<Map<String, String>> received = new LinkedBlockingQueue<>();
    private @Nullable Javalin server;

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop();
        }
    }

    @Test
    void anUnknownOperationOfAnOlderHostAgent() throws Exception {
        Problem problem = unknown(null);
        assertThat(problem.code()).isEqualTo("agent.other-version");
        assertThat(problem.detail())
                .startsWith("the running host agent is older than this program (API version 0, this program's is "
                        + ApiVersion.CURRENT)
                .endsWith("GET /host: the API has no such endpoint");
        assertThat(problem.hint()).contains(OLD_AGENT);
        assertThat(received.take()).containsEntry(ApiVersion.HEADER, Integer.toString(ApiVersion.CURRENT));
    }

    @Test
    void anOperationThatANewerHostAgentNoLongerHas() throws Exception {
        Problem problem = unknown(NEWER);
        assertThat(problem.code()).isEqualTo("agent.other-version");
        assertThat(problem.detail()).startsWith("this program is older than the running host agent");
        assertThat(problem.hint()).contains(OLD_CLIENT);
    }

    @Test
    void anUnknownOperationOfTheSameVersion() throws Exception {
        Problem problem = unknown(ApiVersion.CURRENT);
        assertThat(problem.code()).isEqualTo("request.no-route");
        assertThat(problem.hint()).isEqualTo("lists all");
    }

    /// Host agents without versions answered so if they did not know the path of a WebSocket.
    @Test
    void anUnknownStreamOfAnOlderHostAgent() throws Exception {
        Problem problem = status(404, problem(new ProblemCode("request.unreadable", 404)), null);
        assertThat(problem.code()).isEqualTo("agent.other-version");
        assertThat(problem.hint()).contains(OLD_AGENT);
    }

    @Test
    void aParameterThatAnOlderHostAgentDoesNotKnow() throws Exception {
        Problem problem = status(400, problem(ProblemCode.BAD_REQUEST), null);
        assertThat(problem.code()).isEqualTo("agent.other-version");
        assertThat(problem.hint()).contains(OLD_AGENT);
        stop();
        assertThat(status(400, problem(ProblemCode.BAD_REQUEST), NEWER).hint()).contains(OLD_CLIENT);
    }

    @Test
    void aMethodThatAnOlderHostAgentDoesNotKnow() throws Exception {
        Problem problem = status(405, problem(new ProblemCode("request.wrong-method", 405)), 1);
        assertThat(problem.hint()).contains(OLD_AGENT);
    }

    @Test
    void anInvalidRequestToTheSameVersion() throws Exception {
        Problem problem = status(400, problem(ProblemCode.BAD_REQUEST), ApiVersion.CURRENT);
        assertThat(problem.code()).isEqualTo("request.invalid");
    }

    @Test
    void anotherRefusalIsNotAboutVersions() throws Exception {
        Problem problem = status(404, problem(ProblemCode.NOT_FOUND), NEWER);
        assertThat(problem.code()).isEqualTo("sandbox.not-found");
    }

    @Test
    void anUnreadableResponseOfAnotherVersion() throws Exception {
        assertThat(status(200, "{\"lastSeq\":[]}", null).hint()).contains(OLD_AGENT);
    }

    @Test
    void anUnreadableResponseOfANewerVersion() throws Exception {
        assertThat(status(200, "{\"lastSeq\":[]}", NEWER).hint()).contains(OLD_CLIENT);
    }

    @Test
    void anUnreadableResponseOfTheSameVersion() throws Exception {
        assertThat(status(200, "{\"lastSeq\":[]}", ApiVersion.CURRENT).code()).isEqualTo("agent.strange-answer");
    }

    /// The stream would break at this event again and again.
    @Test
    void anUnreadableEventOfANewerVersionEndsTheStream() throws Exception {
        serve(
                200,
                "data: {\"seq\":1,\"type\":\"gap\",\"ts\":0,\"op\":\"lost\",\"count\":1}\n\ndata: {\"type\":\"new\"}\n\n",
                NEWER);
        BlockingQueue<Object> heard = new LinkedBlockingQueue<>();
        EventListener listener = new EventListener() {
            @Override
            public void events(List<Event> batch) {
                heard.addAll(batch);
            }

            @Override
            public void ended(Problem problem) {
                heard.add(problem);
            }
        };
        try (HttpAgentClient client = new HttpAgentClient(folder.resolve("s"));
                EventSubscription _ = client.followHost(0, Set.of(), listener)) {
            assertThat(heard.poll(1, TimeUnit.MINUTES)).isInstanceOf(Event.class);
            assertThat(heard.poll(1, TimeUnit.MINUTES))
                    .isInstanceOfSatisfying(
                            Problem.class, problem -> assertThat(problem.hint()).contains(OLD_CLIENT));
        }
    }

    private Problem unknown(@Nullable Integer version) throws Exception {
        return status(404, problem(ProblemCode.NO_ROUTE), version);
    }

    private static String problem(ProblemCode code) {
        return ContractJson.line(Problem.of(code, "", "GET /host: the API has no such endpoint", "lists all"));
    }

    /// The problem that a client reports for this response of a host agent of this version.
    private Problem status(int status, String body, @Nullable Integer version) throws Exception {
        serve(status, body, version);
        try (HttpAgentClient client = new HttpAgentClient(folder.resolve("s"))) {
            return catchThrowableOfType(AgentException.class, () -> client.call(HostApi.STATUS))
                    .problem();
        }
    }

    private void serve(int status, String body, @Nullable Integer version) {
        Javalin agent = Javalin.create(config -> {
            config.startup.showJavalinBanner = false;
            config.jetty.addConnector((jetty, http) -> {
                UnixDomainServerConnector connector =
                        new UnixDomainServerConnector(jetty, 1, 1, new HttpConnectionFactory(http));
                connector.setUnixDomainPath(folder.resolve("s"));
                return connector;
            });
            config.routes.get("/*", context -> {
                received.add(context.headerMap());
                if (version != null) {
                    context.header(ApiVersion.HEADER, version.toString());
                }
                context.status(status).result(body);
            });
        });
        server = agent;
        agent.start();
    }
}
