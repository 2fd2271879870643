package dev.belljar.agent.session;

import dev.belljar.contract.problem.BelljarException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/// The cookies with which the host agent is logged in at one machine's Zellij: one to type, one to look only.
///
/// A cookie that is refused costs another login with the token that is kept. Tokens are made again only when that
/// login is refused too: it logs out every browser.
public final class SessionLogin {
    private final ReentrantLock lock;
    private final Map<Boolean, String> cookies = new ConcurrentHashMap<>();

    /// How to log in.
    public interface Door {
        /// Trades the token that is kept for a cookie.
        String login() throws BelljarException, InterruptedException;

        /// Has the machine make new tokens, and keeps them.
        void renew() throws BelljarException, InterruptedException;
    }

    /// What is done with a cookie.
    @FunctionalInterface
    public interface Use<T> {
        T with(String cookie) throws BelljarException, InterruptedException;
    }

    /// `lock` is held during a login: there is one at a time.
    public SessionLogin(ReentrantLock lock) {
        this.lock = lock;
    }

    /// The tokens are others now.
    public void forget() {
        cookies.clear();
    }

    /// Does something with the cookie that is known, or with a fresh one if there is none or it is refused.
    public <T> T with(boolean watch, Door door, Use<T> use) throws BelljarException, InterruptedException {
        String known = cookies.get(watch);
        if (known != null) {
            try {
                return use.with(known);
            } catch (SessionException e) {
                requireRefused(e);
                cookies.remove(watch, known);
            }
        }
        return use.with(cookie(watch, door));
    }

    private String cookie(boolean watch, Door door) throws BelljarException, InterruptedException {
        lock.lockInterruptibly();
        try {
            String known = cookies.get(watch);
            if (known != null) {
                return known;
            }
            String fresh = login(door);
            cookies.put(watch, fresh);
            return fresh;
        } finally {
            lock.unlock();
        }
    }

    private static String login(Door door) throws BelljarException, InterruptedException {
        try {
            return door.login();
        } catch (SessionException e) {
            requireRefused(e);
            door.renew();
            return door.login();
        }
    }

    private static void requireRefused(SessionException e) throws SessionException {
        if (!e.code().equals(SessionException.REFUSED)) {
            throw e;
        }
    }
}
