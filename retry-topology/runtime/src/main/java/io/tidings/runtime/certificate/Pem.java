package io.tidings.runtime.certificate;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The certificates and the private key in a PEM text (RFC 7468). Pure. */
record Pem(String text) {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \\1-----", Pattern.DOTALL);
    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String PRIVATE_KEY = "PRIVATE KEY";
    private static final byte[] PROBE = "probe".getBytes(UTF_8);

    /** Returns at least one certificate, in the order of the text. */
    List<X509Certificate> certificates() throws GeneralSecurityException {
        var certificates = new ArrayList<X509Certificate>();
        var factory = CertificateFactory.getInstance("X.509");
        for (var block : blocks(CERTIFICATE)) {
            certificates.add((X509Certificate) factory.generateCertificate(new ByteArrayInputStream(bytes(block))));
        }
        if (certificates.isEmpty()) {
            throw new CertificateException("there is no certificate in it");
        }
        return certificates;
    }

    /** Returns the key of a certificate. */
    PrivateKey privateKeyOf(X509Certificate certificate) throws GeneralSecurityException {
        var blocks = blocks(PRIVATE_KEY);
        if (blocks.size() != 1) {
            throw new InvalidKeySpecException(
                    "it must hold one private key in PKCS 8 without a pass phrase (BEGIN PRIVATE KEY); make it with"
                            + " openssl pkcs8 -topk8 -nocrypt");
        }
        var algorithm = certificate.getPublicKey().getAlgorithm();
        var key = KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes(blocks.getFirst())));
        if (!belong(key, certificate, algorithm)) {
            throw new InvalidKeySpecException("its private key does not belong to its first certificate");
        }
        return key;
    }

    private static boolean belong(PrivateKey key, X509Certificate certificate, String algorithm)
            throws GeneralSecurityException {
        var signature = Signature.getInstance(
                switch (algorithm) {
                    case "RSA" -> "SHA256withRSA";
                    case "EC" -> "SHA256withECDSA";
                    default -> algorithm; // EdDSA and others sign under the name of their keys
                });
        signature.initSign(key);
        signature.update(PROBE);
        var signed = signature.sign();
        signature.initVerify(certificate.getPublicKey());
        signature.update(PROBE);
        return signature.verify(signed);
    }

    private List<MatchResult> blocks(String kind) {
        return BLOCK.matcher(text)
                .results()
                .filter(block -> block.group(1).equals(kind))
                .toList();
    }

    private static byte[] bytes(MatchResult block) throws GeneralSecurityException {
        try {
            return Base64.getMimeDecoder().decode(block.group(2));
        } catch (IllegalArgumentException e) {
            throw new CertificateException("a block of it is no base64", e);
        }
    }

    /** Leaves the text out, which may hold a private key. */
    @Override
    public String toString() {
        return "Pem[" + text.length() + " characters]";
    }
}
