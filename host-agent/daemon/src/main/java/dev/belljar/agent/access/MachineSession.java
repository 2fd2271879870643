package dev.belljar.agent.access;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.session.AttachLimiter;
import dev.belljar.agent.session.GuestSession;
import dev.belljar.agent.session.GuestSession.Begun;
import dev.belljar.agent.session.SessionException;
import dev.belljar.agent.session.SessionLogin;
import dev.belljar.agent.session.SessionName;
import dev.belljar.agent.session.SessionPresence;
import dev.belljar.agent.session.SessionTabs;
import dev.belljar.agent.session.ZellijWeb;
import dev.belljar.agent.tool.GuestTool;
import dev.belljar.agent.tool.ToolFile;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.session.AttachSession;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.view.session.SessionView;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The session of one sandbox's machine, while the host agent runs.
///
/// Cached state may be stale: the machine may have been restarted or resumed, or its Zellij killed. A failed
/// operation is retried once from the beginning; tokens are kept as long as they are accepted.
public final class MachineSession {
    private static final Logger LOG = LoggerFactory.getLogger(MachineSession.class);
    private static final Map<String, String> TERMINAL = Map.of("TERM", "xterm-256color", "COLORTERM", "truecolor");

    private static final String ZELLIJ = "/opt/belljar/bin/zellij";
    private static final Duration MOMENT = Duration.ofSeconds(1);
    private static final Duration TURN = Duration.ofMinutes(3);

    private final SandboxRuntime sandbox;
    private final GuestTool tool;
    private final ReentrantLock lock = new ReentrantLock();
    private final AttachLimiter limiter = new AttachLimiter(MOMENT);
    private final ReentrantLock attaching = new ReentrantLock();
    private final SessionLogin login = new SessionLogin(lock);
    private volatile @Nullable Begun begun;

    MachineSession(SandboxRuntime sandbox, GuestTool tool) {
        this.sandbox = sandbox;
        this.tool = tool;
    }

    /// Begins the session if there is none and describes it; copies Zellij into the machine first if this host
    /// has it.
    public Begun begin(GuestLink link, boolean anew) throws BelljarException, InterruptedException {
        lock.lockInterruptibly();
        try {
            ToolFile zellij = tool.ready().orElse(null);
            if (zellij != null && (begun == null || !begun.zellij())) {
                GuestSession.bring(link, zellij);
            }
            SavedSession kept = SavedSession.of(sandbox);
            boolean tokens = anew || kept.tokens().isEmpty();
            Begun now = GuestSession.begin(
                    link, SessionName.of(sandbox.record().project().branch()), tokens);
            kept.keep(now);
            begun = now;
            if (tokens) {
                login.forget();
            }
            return now;
        } finally {
            lock.unlock();
        }
    }

    /// Forgets cached state, when the machine was started.
    public void forget() {
        lock.lock();
        try {
            begun = null;
        } finally {
            lock.unlock();
        }
    }

    /// Attaches a terminal to the session through Zellij's web server or, if that cannot be reached, through a
    /// terminal of the machine.
    AttachedTerminal attach(GuestLink link, AttachSession request) throws BelljarException, InterruptedException {
        AttachedTerminal attached = reached(link, request);
        return request.watch()
                ? new AttachedTerminal(new WatchedOnly(attached.exec()), attached.session(), attached.by())
                : attached;
    }

    private AttachedTerminal reached(GuestLink link, AttachSession request)
            throws BelljarException, InterruptedException {
        Begun known = begun;
        if (known != null && known.web()) {
            try {
                return zellij(link, known, request);
            } catch (SessionException | GuestException e) {
                // The session has ended or was replaced: it is begun again below.
                forget();
            }
        }
        Begun now = begin(link, false);
        if (now.web()) {
            try {
                return zellij(link, now, request);
            } catch (SessionException | GuestException e) {
                forget();
                now = begin(link, false);
            }
        }
        show(link, now, request);
        return new AttachedTerminal(link.exec(plain(now, request)), now.name(), now.by());
    }

    SessionView view(GuestLink link) throws BelljarException, InterruptedException {
        Begun now = begin(link, false);
        Optional<SavedSession.Tokens> tokens =
                now.zellij() ? SavedSession.of(sandbox).tokens() : Optional.empty();
        return new SessionView(
                now.name(),
                now.by(),
                now.web() ? ZellijWeb.PORT : null,
                tokens.map(SavedSession.Tokens::token).orElse(null),
                tokens.map(SavedSession.Tokens::watch).orElse(null));
    }

    private AttachedTerminal zellij(GuestLink link, Begun now, AttachSession request)
            throws BelljarException, InterruptedException {
        ZellijWeb web = new ZellijWeb(link, limiter);
        return login.with(request.watch(), endpoint(link, web, request.watch()), cookie -> {
            if (web.presence(cookie, now.name()) != SessionPresence.LISTED) {
                throw SessionException.gone("the session " + now.name());
            }
            GuestExec exec = attached(link, web, cookie, now.name(), request);
            // Each client of Zellij has a shown tab of its own, so this is only possible once it is attached.
            show(link, now, request);
            return new AttachedTerminal(exec, now.name(), now.by());
        });
    }

    private static void show(GuestLink link, Begun now, AttachSession request) throws InterruptedException {
        String tab = request.tab();
        try {
            if (tab != null) {
                SessionTabs.show(link, now, tab);
            }
        } catch (GuestException e) {
            LOG.debug("the tab {} could not be shown", tab, e);
        }
    }

    /// Clients attach one at a time: simultaneous ones would take each other's place (ZellijWeb.attach).
    private GuestExec attached(GuestLink link, ZellijWeb web, String cookie, String name, AttachSession request)
            throws BelljarException, InterruptedException {
        if (!attaching.tryLock(TURN.toMillis(), TimeUnit.MILLISECONDS)) {
            throw SessionException.lost("another connection is still attaching to the session", null);
        }
        try {
            return request.watch()
                    ? web.watch(cookie, typing(link, web, name), name, request.rows(), request.cols())
                    : web.attach(cookie, name, request.rows(), request.cols());
        } finally {
            attaching.unlock();
        }
    }

    /// A valid cookie for a client that may type.
    private String typing(GuestLink link, ZellijWeb web, String name) throws BelljarException, InterruptedException {
        return login.with(false, endpoint(link, web, false), cookie -> {
            SessionPresence _ = web.presence(cookie, name);
            return cookie;
        });
    }

    private SessionLogin.LoginEndpoint endpoint(GuestLink link, ZellijWeb web, boolean watch) {
        return new SessionLogin.LoginEndpoint() {
            @Override
            public String login() throws BelljarException, InterruptedException {
                SavedSession.Tokens tokens = SavedSession.of(sandbox)
                        .tokens()
                        .orElseThrow(() -> SessionException.gone("the session's token"));
                return web.login(watch ? tokens.watch() : tokens.token());
            }

            @Override
            public void renew() throws BelljarException, InterruptedException {
                begin(link, true);
            }
        };
    }

    private static ExecCommand plain(Begun now, AttachSession request) throws SessionException {
        boolean watch = request.watch();
        if (watch && now.by().equals("shell")) {
            throw SessionException.unwatched();
        }
        List<String> argv = switch (now.by()) {
            case "zellij" -> List.of(ZELLIJ, watch ? "watch" : "attach", now.name());
            case "tmux" -> List.of("tmux", "-u", "attach-session", watch ? "-rt" : "-t", "=" + now.name());
            default -> List.of("/bin/bash", "-l");
        };
        return new ExecCommand(argv, "/workspace", TERMINAL, null, true, request.rows(), request.cols(), 0);
    }
}
