package dev.belljar.agent.inspect;

/// A request or answer that is not passed on, with the status the machine is answered with; the message never has
/// a secret.
final class HttpFault extends Exception {
    private static final long serialVersionUID = 1L;
    private final int status;

    HttpFault(int status, String message) {
        super(message, null, false, false);
        this.status = status;
    }

    static HttpFault bad(String message) {
        return new HttpFault(400, message);
    }

    int status() {
        return status;
    }

    /// The sentence, never null.
    String words() {
        return String.valueOf(getMessage());
    }
}
