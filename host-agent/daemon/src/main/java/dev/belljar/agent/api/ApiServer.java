package dev.belljar.agent.api;

import dev.belljar.agent.api.http.ApiException;
import dev.belljar.agent.api.http.ApiRoute;
import dev.belljar.agent.api.http.ApiToken;
import dev.belljar.agent.api.http.HttpResponses;
import dev.belljar.agent.api.http.OperationRoutes;
import dev.belljar.agent.api.http.QueryRules;
import dev.belljar.agent.api.http.RequestAuthorizer;
import dev.belljar.agent.api.http.RequestReader;
import dev.belljar.agent.api.http.UnreadRequests;
import dev.belljar.agent.api.http.UpgradeRules;
import dev.belljar.agent.api.http.WrongMethods;
import dev.belljar.agent.api.socket.TerminalSockets;
import dev.belljar.agent.api.socket.TunnelSockets;
import dev.belljar.agent.host.DurableFile;
import dev.belljar.agent.listen.ApiListeners;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.operation.ApiStream;
import dev.belljar.contract.operation.ApiVersion;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.view.host.AgentAddress;
import dev.belljar.contract.view.host.AgentHealth;
import dev.belljar.contract.view.host.DoctorCheck;
import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import io.javalin.util.JavalinException;
import io.javalin.websocket.WsConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The host agent's API, on a Unix socket and on loopback TCP. While it runs, `agent.json` in the runtime
/// folder says where it listens.
public final class ApiServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ApiServer.class);
    // These platform threads only accept and select; every request has a virtual thread.
    private static final int THREADS = 8;
    private static final int MOST_MESSAGE = 1 << 20;

    private final ApiSettings settings;
    private final ApiListeners listeners;
    private final RequestAuthorizer authorizer;
    private final TerminalSockets terminals;
    private final TunnelSockets tunnels;
    private final List<ApiRoute> routes;
    private final Javalin javalin;

    private ApiServer(
            ApiSettings settings, ApiListeners listeners, ApiServices services, ApiToken token, Runnable shutdown) {
        this.settings = settings;
        this.listeners = listeners;
        this.authorizer = new RequestAuthorizer(token);
        this.terminals = new TerminalSockets(
                services.sandboxes(),
                services.access().guests(),
                services.access().sessions(),
                settings.patience());
        this.tunnels = new TunnelSockets(services.sandboxes(), services.access().guests());
        this.routes = routes(settings, listeners.check(), services, authorizer, shutdown);
        this.javalin = Javalin.create(this::configure);
    }

    /// Starts to listen, with a fresh token, and writes `agent.json`. `shutdown` is called once for each `POST
    /// /shutdown`. If the port is taken, TCP stays off, and the doctor says so.
    ///
    /// @throws ApiException `agent.not-started` when the runtime folder cannot be used
    public static ApiServer start(ApiSettings settings, ApiServices services, Runnable shutdown) throws ApiException {
        try {
            ApiListeners listeners = ApiListeners.at(settings.socket(), settings.port(), settings.limits());
            ApiToken token = ApiToken.fresh(settings.runtime().resolve("token"));
            ApiServer server = new ApiServer(settings, listeners, services, token, shutdown);
            server.listen();
            return server;
        } catch (IOException e) {
            throw ApiException.notStarted(settings.runtime().toString(), e);
        }
    }

    /// The addresses it listens on, in words.
    public String place() {
        return listeners.check().detail();
    }

    /// The TCP port it listens on; empty while TCP is off.
    public OptionalInt port() {
        return listeners.port();
    }

    /// Ends all commands and streams, then stops the server, and removes `agent.json`.
    @Override
    public void close() {
        try {
            if (Files.exists(addressFile()) && Files.readString(addressFile()).equals(ContractJson.line(address()))) {
                Files.delete(addressFile());
            }
        } catch (IOException e) {
            LOG.warn("{}: cannot be deleted: {}", addressFile(), e.getMessage());
        }
        terminals.close();
        tunnels.close();
        javalin.stop();
    }

    static List<ApiRoute> routes(
            ApiSettings settings,
            DoctorCheck listeners,
            ApiServices services,
            RequestAuthorizer authorizer,
            Runnable shutdown) {
        AgentHealth health = health(settings);
        EventStream events = new EventStream(services.sandboxes(), services.queries(), settings.heartbeat());
        OperationRoutes operations = new OperationRoutes(services.sandboxes()::requireAllowed);
        HostRoutes host = new HostRoutes(services.host(), authorizer, health, listeners, shutdown);
        CaptureRoutes captures =
                new CaptureRoutes(services.sandboxes(), services.access().guests());
        host.register(operations);
        new SandboxRoutes(services).register(operations);
        new EnvironmentRoutes(services).register(operations);
        new SyncRoutes(services.syncs()).register(operations);
        new SnapshotRoutes(services.snapshots()).register(operations);
        new TimelineRoutes(services.snapshots()).register(operations);
        new StorageRoutes(services.storage()).register(operations);
        new PolicyRoutes(services.policies(), services.jails()).register(operations);
        new JailRoutes(services.jails()).register(operations);
        new AuthorityRoutes(
                        services.configuration().authorities(),
                        services.configuration().mirrors())
                .register(operations);
        new AccessRoutes(services.access()).register(operations);
        new SetupRoutes(services.access().setups()).register(operations);
        new TemplateRoutes(services.configuration().templates()).register(operations);
        captures.register(operations);
        FileRoutes files = new FileRoutes(services.access().files());
        files.register(operations);
        List<ApiRoute> all = new ArrayList<>(operations.list());
        all.addAll(host.open());
        all.add(new ApiRoute(HandlerType.GET, ApiStream.HOST_EVENTS.path(), events::serveHost));
        all.add(new ApiRoute(HandlerType.GET, ApiStream.EVENTS.path(), events::serve));
        all.add(new ApiRoute(HandlerType.GET, ApiStream.CAPTURE.path(), captures::serve));
        all.add(new ApiRoute(HandlerType.POST, ApiStream.READ_FILES.path(), files::read));
        return all;
    }

    private void listen() throws ApiException, IOException {
        try {
            javalin.start();
            listeners.restrict();
            DurableFile.write(addressFile(), ContractJson.line(address()));
        } catch (JavalinException e) {
            listeners.close();
            throw ApiException.notStarted("the API could not be started", e);
        } catch (IOException e) {
            javalin.stop();
            throw ApiException.notStarted(addressFile().toString(), e);
        }
    }

    private AgentAddress address() {
        return new AgentAddress(
                port().isPresent() ? port().getAsInt() : null,
                ProcessHandle.current().pid(),
                settings.version(),
                settings.socket().toString());
    }

    private Path addressFile() {
        return settings.runtime().resolve("agent.json");
    }

    private static AgentHealth health(ApiSettings settings) {
        return new AgentHealth(
                true,
                settings.version(),
                ProcessHandle.current().pid(),
                settings.data().toString(),
                System.currentTimeMillis());
    }

    private void configure(JavalinConfig config) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.http.compressionStrategy = CompressionStrategy.NONE;
        config.http.maxRequestSize = RequestReader.MOST_SELECTION;
        config.jetty.threadPool = threads();
        config.router.javaLangErrorHandler((_, error) -> uncaught(error));
        config.jetty.modifyHttpConfiguration(http -> {
            http.setSendServerVersion(false);
            http.setRequestHeaderSize(16 << 10);
        });
        config.jetty.addConnector(listeners::local);
        if (listeners.port().isPresent()) {
            config.jetty.addConnector(listeners::tcp);
        }
        // Nothing here has a session, and a WebSocket must not set the cookie of one.
        config.jetty.modifyServletContextHandler(
                context -> context.getSessionHandler().setUsingCookies(false));
        config.jetty.modifyServer(server -> {
            listeners.guard(server);
            server.setErrorHandler(new UnreadRequests());
        });
        config.jetty.modifyWebSocketServletFactory(sockets -> {
            sockets.setMaxBinaryMessageSize(MOST_MESSAGE);
            sockets.setMaxTextMessageSize(MOST_MESSAGE);
            // A terminal may be quiet for long; pings find clients that are gone.
            sockets.setIdleTimeout(Duration.ZERO);
        });
        register(config.routes);
    }

    /// Hands an `Error` to the thread's uncaught exception handler, which decides whether the host agent ends:
    /// the request must not swallow it.
    private static void uncaught(Error error) {
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, error);
    }

    private void register(RoutesConfig all) {
        all.before(this::check);
        all.wsBeforeUpgrade(this::check);
        all.wsBeforeUpgrade(UpgradeRules::check);
        socket(all, ApiStream.TERMINAL, terminals::beforeUpgrade, terminals::commands);
        socket(all, ApiStream.SESSION_TERMINAL, terminals::beforeUpgrade, terminals::sessions);
        socket(all, ApiStream.TUNNEL, tunnels::beforeUpgrade, tunnels::handle);
        routes.forEach(route -> all.addHttpHandler(route.method(), route.path(), route.handler()));
        WrongMethods.of(routes).forEach(route -> all.addHttpHandler(route.method(), route.path(), route.handler()));
        all.exception(BelljarException.class, HttpResponses::refuse);
        all.exception(HttpResponseException.class, HttpResponses::refuse);
        all.exception(Exception.class, HttpResponses::fail);
    }

    private void check(Context context) throws ApiException {
        authorizer.check(context);
        context.header(ApiVersion.HEADER, Integer.toString(ApiVersion.CURRENT));
        QueryRules.check(context);
    }

    private static void socket(RoutesConfig all, ApiStream stream, Handler beforeUpgrade, Consumer<WsConfig> messages) {
        all.wsBeforeUpgrade(stream.path(), beforeUpgrade);
        all.ws(stream.path(), messages);
    }

    private static QueuedThreadPool threads() {
        QueuedThreadPool threads = new QueuedThreadPool(THREADS, 1);
        threads.setName("api");
        threads.setDaemon(true);
        threads.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("api-"));
        return threads;
    }
}
