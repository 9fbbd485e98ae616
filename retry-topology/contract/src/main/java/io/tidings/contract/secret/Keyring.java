package io.tidings.contract.secret;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/**
 * The keys that seal secrets on topics: the first one seals, all of them open. Without keys nothing is sealed or
 * opened. A sealed text is bound to its place and to the origin that it is sent to: it cannot be opened at another
 * place, or beside another endpoint. So a person who can write a table but not read its secrets cannot redirect them.
 * Thread-safe.
 */
public final class Keyring {
    private static final Pattern BETWEEN_KEYS = Pattern.compile("[\\s,]+");
    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final List<SealingKey> keys;
    private final SecureRandom random = new SecureRandom();

    private Keyring(List<SealingKey> keys) {
        this.keys = List.copyOf(keys);
    }

    public static Keyring none() {
        return new Keyring(List.of());
    }

    /** @throws IllegalArgumentException if a text is no key or there is none; the message repeats no part of it */
    public static Keyring parse(String text) {
        var keys = BETWEEN_KEYS
                .splitAsStream(text.strip())
                .filter(each -> !each.isEmpty())
                .map(SealingKey::parse)
                .toList();
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("there is no key; make one with: openssl rand -base64 32");
        }
        return new Keyring(keys);
    }

    public boolean isEmpty() {
        return keys.isEmpty();
    }

    /** The first one seals. */
    public List<String> ids() {
        return keys.stream().map(SealingKey::id).toList();
    }

    public static boolean isSealed(String text) {
        return text.startsWith(SealedText.PREFIX);
    }

    /** Returns whether {@link #seal} would seal a text with the same key and binding. */
    public boolean sealsLike(String text, SecretBinding binding) {
        return keys.isEmpty()
                || SealedText.parse(text)
                        .filter(seal -> seal.bound().equals(binding.bound())
                                && seal.keyId().equals(keys.getFirst().id()))
                        .isPresent();
    }

    /** Returns whether the text is sealed with one of these keys. */
    public boolean hasKeyOf(String text) {
        return SealedText.parse(text)
                .filter(seal -> ids().contains(seal.keyId()))
                .isPresent();
    }

    /** Returns a text that is sealed already, or any text if there are no keys, unchanged. */
    public String seal(String secret, SecretBinding binding) {
        if (keys.isEmpty() || isSealed(secret)) {
            return secret;
        }
        var key = keys.getFirst();
        var nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            var cipher = cipher(Cipher.ENCRYPT_MODE, key, nonce, binding);
            var content = cipher.doFinal(secret.getBytes(UTF_8));
            var bytes = ByteBuffer.allocate(nonce.length + content.length)
                    .put(nonce)
                    .put(content)
                    .array();
            return new SealedText(key.id(), binding.bound(), bytes).text();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES-GCM", e);
        }
    }

    /** Returns the text unchanged if it is not sealed, or these keys cannot open it at this place. */
    public String open(String text, SecretBinding binding) {
        return isSealed(text) ? opened(text, binding).orElse(text) : text;
    }

    private Optional<String> opened(String text, SecretBinding binding) {
        return SealedText.parse(text)
                .filter(seal -> seal.bound().equals(binding.bound()))
                .flatMap(seal -> keys.stream()
                        .filter(key -> key.id().equals(seal.keyId()))
                        .findFirst()
                        .flatMap(key -> opened(seal, key, binding)));
    }

    private static Optional<String> opened(SealedText seal, SealingKey key, SecretBinding binding) {
        if (seal.bytes().length < NONCE_BYTES + TAG_BITS / Byte.SIZE) {
            return Optional.empty();
        }
        var nonce = Arrays.copyOf(seal.bytes(), NONCE_BYTES);
        try {
            var cipher = cipher(Cipher.DECRYPT_MODE, key, nonce, binding);
            int length = seal.bytes().length - NONCE_BYTES;
            return Optional.of(new String(cipher.doFinal(seal.bytes(), NONCE_BYTES, length), UTF_8));
        } catch (AEADBadTagException _) { // damaged, or sealed for another place or origin
            return Optional.empty();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES-GCM", e);
        }
    }

    private static Cipher cipher(int mode, SealingKey key, byte[] nonce, SecretBinding binding)
            throws GeneralSecurityException {
        var cipher = Cipher.getInstance(CIPHER);
        cipher.init(mode, key.key(), new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(binding.bytes());
        return cipher;
    }

    /** The end of a sentence that says what to do about a text that cannot be opened. */
    public String remedy(String text) {
        var seal = SealedText.parse(text);
        if (seal.isEmpty()) {
            return "it is damaged; give the value again";
        }
        var id = seal.get().keyId();
        return hasKeyOf(text)
                ? "it is damaged or was sealed for another place; give the value again"
                : "it was sealed with the key " + id + ", which this service does not have (it has " + ids()
                        + "); add that key to secrets.key or secrets.key.file, or give the value again";
    }

    @Override
    public String toString() {
        return "Keyring" + ids();
    }
}
