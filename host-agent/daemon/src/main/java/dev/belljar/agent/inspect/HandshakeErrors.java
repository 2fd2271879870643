package dev.belljar.agent.inspect;

import dev.belljar.contract.text.VisibleText;
import java.io.IOException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.List;

/// Explains errors of TLS handshakes in plain words.
final class HandshakeErrors {
    private static final List<String> DISTRUST = List.of(
            "unknown_ca",
            "bad_certificate",
            "certificate_unknown",
            "certificate_expired",
            "unsupported_certificate",
            "closed");
    private static final int LONGEST = 200;

    private HandshakeErrors() {}

    /// Why a handshake with a program in the guest failed.
    static String refusal(IOException fault, String host, String sandbox) {
        String words = words(fault);
        if (DISTRUST.stream().anyMatch(words::contains)) {
            return ("the program rejects the sandbox's certificate for %s (%s): it pins certificates or "
                            + "does not use the guest's trust store; exclude the name from inspection with "
                            + "`belljar inspect %s off %s`")
                    .formatted(host, words, sandbox, host);
        }
        if (words.contains("application protocol") || words.contains("no_application_protocol")) {
            return ("the program does not support HTTP/1.1; exclude the name from inspection with `belljar inspect %s "
                            + "off %s`")
                    .formatted(sandbox, host);
        }
        return "the TLS handshake with the program in the sandbox failed: " + words;
    }

    /// Why a server is not trusted, or cannot be reached.
    static String failure(IOException fault) {
        for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateExpiredException || cause instanceof CertificateNotYetValidException) {
                return "the server's certificate has expired or is not valid yet";
            }
        }
        String words = words(fault);
        if (words.contains("No name matching") || words.contains("No subject alternative")) {
            return "the server's certificate is for another name";
        }
        if (words.contains("unable to find valid certification path")
                || words.contains("PKIX path")
                || words.contains("trust anchors")) {
            return "the server's certificate is not signed by an authority that this computer trusts";
        }
        return "the connection to the server failed: " + words;
    }

    /// The innermost message, in one line.
    static String words(IOException fault) {
        String words = String.valueOf(fault.getMessage());
        for (Throwable cause = fault.getCause(); cause != null; cause = cause.getCause()) {
            words = cause.getMessage() == null ? words : cause.getMessage();
        }
        String line = VisibleText.line(words);
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
    }
}
