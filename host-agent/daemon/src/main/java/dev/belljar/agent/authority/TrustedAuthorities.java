package dev.belljar.agent.authority;

import dev.belljar.contract.problem.BelljarException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;

/// Gives the certificate authorities of this host that guests trust.
public interface TrustedAuthorities {
    /// Guests trust none of them.
    TrustedAuthorities NONE = new TrustedAuthorities() {
        @Override
        public List<X509Certificate> of(Path project) {
            return List.of();
        }

        @Override
        public boolean forJava() {
            return false;
        }

        @Override
        public byte[] javaStore(List<X509Certificate> more) {
            return new byte[0];
        }
    };

    /// Those that the user chose for the sandboxes of the project in this folder and that are valid now.
    ///
    /// @throws BelljarException when the choices cannot be read
    List<X509Certificate> of(Path project) throws BelljarException;

    /// Whether there is a trust store for Java programs: for that, the certificates of the distribution must be
    /// known.
    boolean forJava();

    /// A trust store for Java programs with the certificates of the distribution and these; empty if `forJava`
    /// is false.
    byte[] javaStore(List<X509Certificate> more);
}
