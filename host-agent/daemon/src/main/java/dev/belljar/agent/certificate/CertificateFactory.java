package dev.belljar.agent.certificate;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.GeneralSubtree;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.NameConstraints;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/// Makes keys and certificates.
public final class CertificateFactory {
    private static final Duration BEFORE = Duration.ofDays(2);
    private static final Duration AUTHORITY_LASTS = Duration.ofDays(3_650);
    private static final Duration LEAF_LASTS = Duration.ofDays(5);
    private static final int SERIAL_BITS = 120;
    private static final int IPV4_RANGE = 8;
    private static final int IPV6_RANGE = 32;
    private static final GeneralSubtree[] ADDRESSES = {addresses(IPV4_RANGE), addresses(IPV6_RANGE)};

    private CertificateFactory() {}

    /// Makes a key pair on the curve P-256.
    public static KeyPair key() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    /// Makes the self-signed certificate of an authority, for ten years. The authority may sign host names
    /// within these domains (any host name if the list is empty), no IP addresses, and chains with at most
    /// `below` further authorities, which have the same limits.
    public static X509Certificate authority(KeyPair key, String name, int below, List<String> domains, Instant now)
            throws GeneralSecurityException {
        X500Name subject = new X500NameBuilder(BCStyle.INSTANCE)
                .addRDN(BCStyle.O, "Belljar")
                .addRDN(BCStyle.CN, name)
                .build();
        try {
            X509v3CertificateBuilder builder =
                    builder(subject, subject, now, AUTHORITY_LASTS, key.getPublic(), key.getPublic());
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(below));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign));
            builder.addExtension(Extension.nameConstraints, true, new NameConstraints(domains(domains), ADDRESSES));
            return signed(builder, key.getPrivate());
        } catch (IOException e) {
            throw new GeneralSecurityException(e);
        }
    }

    private static GeneralSubtree @Nullable [] domains(List<String> domains) {
        return domains.isEmpty()
                ? null
                : domains.stream()
                        .map(domain -> new GeneralSubtree(new GeneralName(GeneralName.dNSName, domain)))
                        .toArray(GeneralSubtree[]::new);
    }

    /// A name constraint that covers all IP addresses of one kind, given by the length of such a range in bytes.
    private static GeneralSubtree addresses(int bytes) {
        return new GeneralSubtree(new GeneralName(GeneralName.iPAddress, new DEROctetString(new byte[bytes])));
    }

    /// Makes a server's certificate for one host name, for five days.
    public static X509Certificate leaf(
            X509Certificate authority, PrivateKey authorityKey, PublicKey key, String host, Instant now)
            throws GeneralSecurityException {
        X500Name issuer =
                X500Name.getInstance(authority.getSubjectX500Principal().getEncoded());
        // A common name has room for 64 characters; the name that counts is in the extension.
        X500Name subject = new X500NameBuilder(BCStyle.INSTANCE)
                .addRDN(BCStyle.O, "Belljar inspection")
                .build();
        try {
            X509v3CertificateBuilder builder = builder(issuer, subject, now, LEAF_LASTS, key, authority.getPublicKey());
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
            builder.addExtension(
                    Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
            builder.addExtension(
                    Extension.subjectAlternativeName,
                    false,
                    new GeneralNames(new GeneralName(GeneralName.dNSName, host)));
            return signed(builder, authorityKey);
        } catch (IOException e) {
            throw new GeneralSecurityException(e);
        }
    }

    private static X509v3CertificateBuilder builder(
            X500Name issuer, X500Name subject, Instant now, Duration lasts, PublicKey key, PublicKey issuerKey)
            throws GeneralSecurityException, IOException {
        X509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                issuer,
                new BigInteger(SERIAL_BITS, new SecureRandom()).add(BigInteger.ONE),
                Date.from(now.minus(BEFORE)),
                Date.from(now.plus(lasts)),
                subject,
                key);
        JcaX509ExtensionUtils extensions = new JcaX509ExtensionUtils();
        builder.addExtension(Extension.subjectKeyIdentifier, false, extensions.createSubjectKeyIdentifier(key));
        builder.addExtension(
                Extension.authorityKeyIdentifier, false, extensions.createAuthorityKeyIdentifier(issuerKey));
        return builder;
    }

    private static X509Certificate signed(X509v3CertificateBuilder builder, PrivateKey key)
            throws GeneralSecurityException {
        try {
            return new JcaX509CertificateConverter()
                    .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(key)));
        } catch (OperatorCreationException e) {
            throw new GeneralSecurityException(e);
        }
    }
}
