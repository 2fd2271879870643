package dev.belljar.agent.mirror;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// Encodes user names for configuration files.
final class LoginEncoder {
    private LoginEncoder() {}

    static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    static String percent(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    static String xml(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
