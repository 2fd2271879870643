package dev.belljar.agent.session;

import dev.belljar.contract.problem.BelljarException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/// The cookies with which the host agent is logged in at one machine's Zellij: one with full access, one
/// read-only.
///
/// If a cookie is refused, the host agent logs in again with the stored token. New tokens are created only if
/// that login is refused too, because that logs out every browser.
public final class SessionLogin {
    private final ReentrantLock lock;
    private final Map<Boolean, String> cookies = new ConcurrentHashMap<>();

    /// Logs in at the machine.
    public interface LoginEndpoint {
        /// Exchanges the stored token for a cookie.
        String login() throws BelljarException, InterruptedException;

        /// Makes the machine create new tokens, and stores them.
        void renew() throws BelljarException, InterruptedException;
    }

    /// A request that needs a cookie.
    @FunctionalInterface
    public interface Use<T> {
        T with(String cookie) throws BelljarException, InterruptedException;
    }

    /// `lock` is held during a login, so that there is one at a time.
    public SessionLogin(ReentrantLock lock) {
        this.lock = lock;
    }

    /// Forgets the cookies, when the tokens have changed.
    public void forget() {
        cookies.clear();
    }

    /// Runs `use` with the cached cookie, or with a new one if there is none or it is refused.
    public <T> T with(boolean watch, LoginEndpoint endpoint, Use<T> use) throws BelljarException, InterruptedException {
        String known = cookies.get(watch);
        if (known != null) {
            try {
                return use.with(known);
            } catch (SessionException e) {
                requireRefused(e);
                cookies.remove(watch, known);
            }
        }
        return use.with(cookie(watch, endpoint));
    }

    private String cookie(boolean watch, LoginEndpoint endpoint) throws BelljarException, InterruptedException {
        lock.lockInterruptibly();
        try {
            String known = cookies.get(watch);
            if (known != null) {
                return known;
            }
            String fresh = login(endpoint);
            cookies.put(watch, fresh);
            return fresh;
        } finally {
            lock.unlock();
        }
    }

    private static String login(LoginEndpoint endpoint) throws BelljarException, InterruptedException {
        try {
            return endpoint.login();
        } catch (SessionException e) {
            requireRefused(e);
            endpoint.renew();
            return endpoint.login();
        }
    }

    private static void requireRefused(SessionException e) throws SessionException {
        if (!e.code().equals(SessionException.REFUSED)) {
            throw e;
        }
    }
}
