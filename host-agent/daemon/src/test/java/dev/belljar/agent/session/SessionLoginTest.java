package dev.belljar.agent.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/// Tests that new tokens, which log all clients out, are created only if the token itself is refused.
class SessionLoginTest {
    private final List<String> done = new ArrayList<>();
    private final SessionLogin login = new SessionLogin(new ReentrantLock());
    private boolean tokenKnown = true;
    private int cookies;

    private final SessionLogin.LoginEndpoint endpoint = new SessionLogin.LoginEndpoint() {
        @Override
        public String login() throws SessionException {
            done.add("login");
            if (!tokenKnown) {
                throw SessionException.refused();
            }
            cookies++;
            return "cookie " + cookies;
        }

        @Override
        public void renew() {
            done.add("renew");
            tokenKnown = true;
            login.forget();
        }
    };

    private String use(String refused) throws Exception {
        return login.with(false, endpoint, cookie -> {
            if (cookie.equals(refused)) {
                throw SessionException.refused();
            }
            return cookie;
        });
    }

    @Test
    void aRefusedCookieCausesOnlyALogin() throws Exception {
        assertThat(use("")).isEqualTo("cookie 1");
        assertThat(use("")).isEqualTo("cookie 1");
        assertThat(use("cookie 1")).isEqualTo("cookie 2");
        assertThat(done).containsExactly("login", "login");
    }

    @Test
    void newTokensAreMadeWhenTheirLoginIsRefused() throws Exception {
        tokenKnown = false;
        assertThat(use("")).isEqualTo("cookie 1");
        assertThat(done).containsExactly("login", "renew", "login");
    }

    @Test
    void aMissingSessionCostsNoLoginAndNoTokens() throws Exception {
        use("");
        assertThatThrownBy(() -> login.with(false, endpoint, cookie -> {
                    throw SessionException.gone("main");
                }))
                .isInstanceOfSatisfying(
                        SessionException.class, e -> assertThat(e.code()).isEqualTo(SessionException.LOST));
        assertThat(use("")).isEqualTo("cookie 1");
        assertThat(done).containsExactly("login");
    }

    @Test
    void aWatchingClientHasItsOwnCookie() throws Exception {
        use("");
        String watching = login.with(true, endpoint, cookie -> cookie);
        assertThat(watching).isEqualTo("cookie 2");
    }
}
