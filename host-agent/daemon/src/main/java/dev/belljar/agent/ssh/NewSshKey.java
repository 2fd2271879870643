package dev.belljar.agent.ssh;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.Base64;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.util.OpenSSHPrivateKeyUtil;
import org.bouncycastle.crypto.util.OpenSSHPublicKeyUtil;

/// A new Ed25519 key pair: the private key as the text of an OpenSSH key file without a passphrase.
record NewSshKey(String privateHalf, PublicKey publicHalf) {
    private static final int WIDTH = 70;

    /// Generates a key pair.
    ///
    /// @throws IOException when it cannot be encoded
    static NewSshKey make(String comment) throws IOException {
        Ed25519PrivateKeyParameters secret = new Ed25519PrivateKeyParameters(new SecureRandom());
        byte[] open = OpenSSHPublicKeyUtil.encodePublicKey(secret.generatePublicKey());
        String lines = Base64.getMimeEncoder(WIDTH, new byte[] {'\n'})
                .encodeToString(OpenSSHPrivateKeyUtil.encodePrivateKey(secret));
        return new NewSshKey(
                "-----BEGIN OPENSSH PRIVATE KEY-----\n%s\n-----END OPENSSH PRIVATE KEY-----\n".formatted(lines),
                new PublicKey("ssh-ed25519", Base64.getEncoder().encodeToString(open), comment));
    }

    @Override
    public String toString() {
        return publicHalf.fingerprint();
    }
}
