package dev.belljar.contract.operation;

/// The version of the API. Requests and responses carry the version of their sender, so that a client can say which
/// side is older when the host agent does not know an operation, or the client cannot read a response.
public final class ApiVersion {
    /// Raise this number with every change after which a client and a host agent of the version before may not
    /// understand each other: an operation, stream, event or value that is new, renamed or gone, or a field that is
    /// required, renamed or gone.
    public static final int CURRENT = 9;

    /// The header field that contains the version.
    public static final String HEADER = "Belljar-Api-Version";

    private static final int OLDEST = 0;

    private ApiVersion() {}

    /// The version in a header field; programs that send none are older than all that do.
    public static int of(String field) {
        try {
            return Integer.parseInt(field);
        } catch (NumberFormatException e) {
            return OLDEST;
        }
    }
}
