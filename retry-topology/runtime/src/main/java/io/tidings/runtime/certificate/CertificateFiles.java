package io.tidings.runtime.certificate;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * The client certificates and the private trust that the settings name (B-AUTH-3). The files are read again every 20
 * seconds; a change makes a new {@link TlsContext}. Thread-safe.
 */
public final class CertificateFiles implements AutoCloseable {
    public static final String IDENTITY = "endpoint.identity.";
    public static final String TRUST = "endpoint.trust.";

    private static final Duration BETWEEN_READS = Duration.ofSeconds(20);
    private static final char[] NO_PASSWORD = new char[0];

    private final Map<String, PemSource<Identity>> identities = new TreeMap<>();
    private final Map<String, PemSource<List<X509Certificate>>> trusts = new TreeMap<>();
    private final Map<TlsNames, TlsContext> contexts = new ConcurrentHashMap<>();
    private final @Nullable ScheduledExecutorService reader;

    private record Identity(PrivateKey key, List<X509Certificate> chain) {
        static Identity of(Pem pem) throws GeneralSecurityException {
            var chain = pem.certificates();
            return new Identity(pem.privateKeyOf(chain.getFirst()), chain);
        }
    }

    private CertificateFiles(Map<String, List<Path>> identityFiles, Map<String, List<Path>> trustFiles) {
        identityFiles.forEach(
                (name, files) -> identities.put(name, new PemSource<>(IDENTITY + name, files, Identity::of)));
        trustFiles.forEach((name, files) -> trusts.put(name, new PemSource<>(TRUST + name, files, Pem::certificates)));
        reader = identities.isEmpty() && trusts.isEmpty()
                ? null
                : Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().name("certificate-files").factory());
    }

    /** Reads the files and goes on to do so; a broken one is logged and prevents no start. */
    public static CertificateFiles open(
            Map<String, List<Path>> identityFiles, Map<String, List<Path>> trustFiles, Duration betweenReads) {
        var certificates = new CertificateFiles(identityFiles, trustFiles);
        certificates.read();
        if (certificates.reader != null) {
            long wait = betweenReads.toMillis();
            var _ = certificates.reader.scheduleWithFixedDelay(certificates::read, wait, wait, TimeUnit.MILLISECONDS);
        }
        return certificates;
    }

    public static CertificateFiles open(Map<String, List<Path>> identityFiles, Map<String, List<Path>> trustFiles) {
        return open(identityFiles, trustFiles, BETWEEN_READS);
    }

    private void read() {
        identities.values().forEach(PemSource::read);
        trusts.values().forEach(PemSource::read);
    }

    /**
     * Returns why connections with these names cannot be made; null if they can.
     *
     * @param program that lacks them, for the sentence
     */
    public @Nullable String missing(TlsNames names, String program) {
        var identity = missing(identities, IDENTITY, names.identity(), program);
        return identity == null ? missing(trusts, TRUST, names.trust(), program) : identity;
    }

    private static <T> @Nullable String missing(
            Map<String, PemSource<T>> sources, String prefix, @Nullable String name, String program) {
        if (name == null) {
            return null;
        }
        var source = sources.get(name);
        if (source == null) {
            return program + " has no setting " + prefix + name + ", so nothing is sent; set it to a PEM file";
        }
        return source.problem().isEmpty() ? null : program + " sends nothing: " + source.problem();
    }

    /** Returns the newest certificates; null if a name is missing. */
    public @Nullable TlsContext of(TlsNames names) {
        var identity = loaded(identities, names.identity());
        var trust = loaded(trusts, names.trust());
        if ((names.identity() != null && identity == null) || (names.trust() != null && trust == null)) {
            return null;
        }
        var version =
                new TlsContext.Version(identity == null ? 0 : identity.version(), trust == null ? 0 : trust.version());
        var known = contexts.get(names);
        if (known != null && known.version().equals(version)) {
            return known;
        }
        var context = new TlsContext(
                context(identity == null ? null : identity.content(), trust == null ? null : trust.content()), version);
        contexts.put(names, context);
        return context;
    }

    /** Returns the key and the certificate of an identity as they are now; null if the name is missing. */
    public @Nullable SigningKey signingKey(String identity) {
        var loaded = loaded(identities, identity);
        return loaded == null
                ? null
                : new SigningKey(
                        loaded.content().key(), loaded.content().chain().getFirst());
    }

    private static <T> PemSource.@Nullable Loaded<T> loaded(Map<String, PemSource<T>> sources, @Nullable String name) {
        var source = name == null ? null : sources.get(name);
        return source == null ? null : source.loaded();
    }

    private static SSLContext context(@Nullable Identity identity, @Nullable List<X509Certificate> trust) {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(
                    identity == null ? null : keyManagers(identity), trust == null ? null : trustManagers(trust), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("certificates that were read cannot be used", e);
        }
    }

    private static KeyManager[] keyManagers(Identity identity) throws GeneralSecurityException, IOException {
        var keys = emptyStore();
        keys.setKeyEntry(
                "identity", identity.key(), NO_PASSWORD, identity.chain().toArray(X509Certificate[]::new));
        var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, NO_PASSWORD);
        return managers.getKeyManagers();
    }

    private static TrustManager[] trustManagers(List<X509Certificate> trust)
            throws GeneralSecurityException, IOException {
        var authorities = emptyStore();
        for (int i = 0; i < trust.size(); i++) {
            authorities.setCertificateEntry("trusted-" + i, trust.get(i));
        }
        var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(authorities);
        return managers.getTrustManagers();
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, NO_PASSWORD);
        return store;
    }

    @Override
    public void close() {
        if (reader != null) {
            reader.shutdownNow();
        }
    }
}
