package dev.belljar.agent.session;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.guest.GuestProcess;
import dev.belljar.agent.guest.GuestStream;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A client for Zellij's web server in a machine, using the protocol of its web page (0.45: login, a client id,
/// then two sockets), with one stream for each request.
///
/// A program with root rights in the machine can answer instead of Zellij: every response is bounded in time and
/// length, and its parts are validated before they are used in a later request.
public final class ZellijWeb {
    /// The port on the machine's loopback.
    public static final int PORT = 8082;

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
    private static final Pattern COOKIE = Pattern.compile("session_token=(" + UUID + ");.*");
    private static final int TRIES = 4;
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final Duration OTHERS_SCREEN = Duration.ofSeconds(3);
    /// For the first attempt, and as much more for each further one: a busy guest may only be slow, and a new client
    /// costs it more than the screen for one that waits.
    private static final Duration FIRST_SCREEN = Duration.ofSeconds(20);
    private static final int OK = 200;
    private static final int UNAUTHORIZED = 401;

    private final GuestLink link;
    private final AttachLimiter limiter;

    /// The Zellij server behind this link; all its clients share one attach limiter.
    public ZellijWeb(GuestLink link, AttachLimiter limiter) {
        this.link = link;
        this.limiter = limiter;
    }

    /// True if the word has the form of a Zellij token.
    public static boolean isToken(String word) {
        return word.matches(UUID);
    }

    /// Exchanges a token for a cookie that is valid for four weeks.
    ///
    /// @throws SessionException `session.refused` when Zellij does not accept the token
    public String login(String token) throws SessionException, GuestException, InterruptedException {
        // Without remember_me the login would end after five minutes.
        String body = ContractJson.line(Map.of("auth_token", token, "remember_me", true));
        HttpAnswer answer = ask("POST", "/command/login", "Content-Type: application/json\r\n", body);
        Matcher cookie = COOKIE.matcher(answer.fields().first("set-cookie"));
        if (!cookie.matches()) {
            throw SessionException.broken("its login response has no session cookie");
        }
        return String.valueOf(cookie.group(1));
    }

    /// Whether a session of this name exists now. Zellij's list also contains sessions whose server was killed,
    /// so this checks for the server too; and it lacks those whose server is too busy to answer.
    public SessionPresence presence(String cookie, String session)
            throws SessionException, GuestException, InterruptedException {
        boolean listed = listed(cookie, session);
        if (link.processes().stream().noneMatch(ZellijWeb::isServer)) {
            return SessionPresence.NO_SERVER;
        }
        return listed ? SessionPresence.LISTED : SessionPresence.NOT_LISTED;
    }

    private static boolean isServer(GuestProcess process) {
        return process.state() != 'Z' && process.cmdline().contains("zellij --server ");
    }

    private boolean listed(String cookie, String session)
            throws SessionException, GuestException, InterruptedException {
        HttpAnswer answer = ask("GET", "/session-list", cookie(cookie), "");
        return json(answer).get("sessions") instanceof List<?> sessions
                && sessions.stream().anyMatch(one -> one instanceof Map<?, ?> map && session.equals(map.get("name")));
    }

    /// Attaches to an existing session.
    ///
    /// Before Zellij admits a client it checks for the session as a client itself, so the new client can be
    /// mistaken for one that leaves (`AttachLimiter`): it is closed, or gets no screen. A client without a
    /// screen tries again.
    ///
    /// @throws SessionException when Zellij admits no client
    public SessionExec attach(String cookie, String session, int rows, int cols)
            throws SessionException, GuestException, InterruptedException {
        return attach(cookie, session, rows, cols, ZellijClient::shown);
    }

    /// Attaches a read-only client. It sees the screen of a client with full access, and nothing if there is
    /// none. So if no screen comes, a client attaches with the cookie `typing` and detaches once there is a
    /// screen.
    public SessionExec watch(String cookie, String typing, String session, int rows, int cols)
            throws SessionException, GuestException, InterruptedException {
        return attach(cookie, session, rows, cols, (client, patience) -> {
            if (client.shown(OTHERS_SCREEN)) {
                return true;
            }
            try (ZellijClient usher = client(typing, session, rows, cols)) {
                return usher.shown(patience) && client.shown(patience);
            }
        });
    }

    private SessionExec attach(String cookie, String session, int rows, int cols, Arrival arrival)
            throws SessionException, GuestException, InterruptedException {
        long begun = System.nanoTime();
        for (int tries = 1; ; tries++) {
            limiter.pass(tries);
            ZellijClient client = client(cookie, session, rows, cols);
            boolean last = tries == TRIES || System.nanoTime() - begun > LONGEST.toNanos();
            boolean kept = false;
            try {
                kept = arrival.of(client, patience(tries, begun)) || (last && !client.turnedAway());
                if (kept) {
                    limiter.turn();
                    return new SessionExec(client, name -> presence(cookie, name), session);
                }
            } finally {
                if (!kept) {
                    client.close();
                }
            }
            if (last) {
                throw SessionException.lost(
                        "the session " + session + " accepted no connection in " + tries + " attempts", null);
            }
        }
    }

    private static Duration patience(int tries, long begun) {
        Duration left = LONGEST.minusNanos(System.nanoTime() - begun);
        Duration more = FIRST_SCREEN.multipliedBy(tries);
        Duration least = more.compareTo(left) < 0 ? more : left;
        return least.compareTo(FIRST_SCREEN) < 0 ? FIRST_SCREEN : least;
    }

    /// Tests whether a new client was admitted, and waits that long for it.
    private interface Arrival {
        boolean of(ZellijClient client, Duration patience)
                throws SessionException, GuestException, InterruptedException;
    }

    private ZellijClient client(String cookie, String session, int rows, int cols)
            throws SessionException, GuestException, InterruptedException {
        Map<String, Object> client =
                json(ask("POST", "/session?session=" + encoded(session) + "&welcome=false", cookie(cookie), ""));
        String id = String.valueOf(client.get("web_client_id"));
        if (!id.matches(UUID)) {
            throw SessionException.broken("its response has no valid client id");
        }
        WebSocketPipe control = socket("/ws/control?web_client_id=" + id, cookie);
        boolean attached = false;
        try {
            WebSocketPipe terminal = socket(
                    "/ws/terminal/%s?web_client_id=%s&rows=%d&cols=%d".formatted(encoded(session), id, rows, cols),
                    cookie);
            attached = true;
            return new ZellijClient(terminal, new SessionControl(control, id), limiter);
        } finally {
            if (!attached) {
                control.close();
            }
        }
    }

    private WebSocketPipe socket(String target, String cookie)
            throws SessionException, GuestException, InterruptedException {
        GuestStream stream = link.connect(PORT);
        try (ReadDeadline _ = ReadDeadline.of(PATIENCE, stream::close)) {
            return WebSocketPipe.open(stream, target, host() + cookie(cookie));
        } catch (IOException e) {
            throw SessionException.lost("Zellij in the guest did not respond: " + e.getMessage(), e);
        }
    }

    private HttpAnswer ask(String method, String target, String headers, String body)
            throws SessionException, GuestException, InterruptedException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        String head = "%s %s HTTP/1.1\r\n%s%sContent-Length: %d\r\nConnection: close\r\n\r\n"
                .formatted(method, target, host(), headers, bytes.length);
        try (GuestStream stream = link.connect(PORT);
                ReadDeadline _ = ReadDeadline.of(PATIENCE, stream::close)) {
            OutputStream out = stream.output();
            out.write(head.getBytes(StandardCharsets.US_ASCII));
            out.write(bytes);
            out.flush();
            return checked(HttpAnswer.read(stream.input()), target);
        } catch (IOException e) {
            throw SessionException.lost("Zellij in the guest did not respond: " + e.getMessage(), e);
        }
    }

    private static HttpAnswer checked(HttpAnswer answer, String target) throws SessionException {
        if (answer.status() == UNAUTHORIZED) {
            throw SessionException.refused();
        }
        if (answer.status() != OK) {
            throw SessionException.broken("it returned status %d for %s".formatted(answer.status(), target));
        }
        return answer;
    }

    private static Map<String, Object> json(HttpAnswer answer) throws SessionException {
        try {
            return ContractJson.readMap(answer.body());
        } catch (JsonFault e) {
            throw SessionException.broken("the response is not valid JSON");
        }
    }

    private static String encoded(String session) {
        return URLEncoder.encode(session, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String host() {
        return "Host: 127.0.0.1:" + PORT + "\r\n";
    }

    private static String cookie(String cookie) {
        return "Cookie: session_token=" + cookie + "\r\n";
    }
}
