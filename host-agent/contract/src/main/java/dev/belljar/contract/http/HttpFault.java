package dev.belljar.contract.http;

/// A request or response that is malformed or too large, with the status that the gateway's response to the guest has.
/// The message never contains a secret.
public final class HttpFault extends Exception {
    private static final long serialVersionUID = 1L;
    private final int status;

    public HttpFault(int status, String message) {
        super(message, null, false, false);
        this.status = status;
    }

    public static HttpFault bad(String message) {
        return new HttpFault(400, message);
    }

    public int status() {
        return status;
    }

    /// The message, never null.
    public String words() {
        return String.valueOf(getMessage());
    }
}
