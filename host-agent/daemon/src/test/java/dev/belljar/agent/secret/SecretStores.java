package dev.belljar.agent.secret;

import dev.belljar.agent.audit.AuditLog;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import javax.net.ssl.SSLContext;

/// Secret stores of tests, which trust the servers that this Java platform trusts.
public final class SecretStores {
    private SecretStores() {}

    /// A store in this file, without a keyring.
    public static SecretStore in(Path file, AuditLog audit) {
        return in(file, SecretKeyring.NONE, audit, InstantSource.system());
    }

    /// A store in this file.
    public static SecretStore in(Path file, SecretKeyring keyring, AuditLog audit, InstantSource clock) {
        try {
            return new SecretStore(file, keyring, new TokenClient(SSLContext.getDefault(), clock), audit, clock);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java platform has no TLS", e);
        }
    }
}
