package dev.belljar.contract.http;

/// A request or response that is not passed on, with the status of the answer to the guest. The message never
/// has a secret.
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
