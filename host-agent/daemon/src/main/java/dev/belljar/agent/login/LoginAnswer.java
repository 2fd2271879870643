package dev.belljar.agent.login;

import dev.belljar.contract.text.VisibleText;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a login server appends to the address to which it sends the browser: a code, or an error in words.
record LoginAnswer(@Nullable String code, @Nullable String error) {
    private static final int LONGEST = 8_000;
    private static final int LONGEST_SAID = 300;

    /// The answer in a query; null if it is none, or one to another request.
    static @Nullable LoginAnswer of(@Nullable String query, LoginRequest request) {
        Map<String, String> values = values(query);
        String state = values.get("state");
        if (state == null || !request.matches(state)) {
            return null;
        }
        String error = values.get("error");
        if (error != null) {
            String words = VisibleText.line(values.getOrDefault("error_description", error));
            return new LoginAnswer(null, words.substring(0, Math.min(words.length(), LONGEST_SAID)));
        }
        String code = values.get("code");
        return code == null || code.isEmpty() ? null : new LoginAnswer(code, null);
    }

    /// The answer that a user pasted: the whole address, or the code, with or without `#` and the state.
    ///
    /// @throws LoginException `login.answer-invalid`
    static LoginAnswer pasted(String text, LoginRequest request) throws LoginException {
        String plain = text.strip();
        int query = plain.indexOf('?');
        LoginAnswer answer = query >= 0 ? of(plain.substring(query + 1), request) : code(plain, request);
        if (answer == null) {
            throw new LoginException(
                    LoginException.ANSWER,
                    "this is not the address or code of this login",
                    "Copy the whole address that the browser shows after the login.");
        }
        return answer;
    }

    private static @Nullable LoginAnswer code(String text, LoginRequest request) {
        int mark = text.indexOf('#');
        if (mark >= 0 && !request.matches(text.substring(mark + 1))) {
            return null;
        }
        String code = mark < 0 ? text : text.substring(0, mark);
        boolean plain =
                !code.isEmpty() && code.length() <= LONGEST && code.chars().allMatch(c -> c > ' ' && c < 127);
        return plain ? new LoginAnswer(code, null) : null;
    }

    private static Map<String, String> values(@Nullable String query) {
        Map<String, String> values = new HashMap<>();
        if (query == null || query.length() > LONGEST) {
            return values;
        }
        String plain = query.indexOf('#') < 0 ? query : query.substring(0, query.indexOf('#'));
        for (String pair : plain.split("&", -1)) {
            int mark = pair.indexOf('=');
            if (mark > 0) {
                values.putIfAbsent(pair.substring(0, mark), decoded(pair.substring(mark + 1)));
            }
        }
        return values;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    // A record says what it has; this one must not.
    @Override
    public String toString() {
        return error == null ? "login code" : error;
    }
}
