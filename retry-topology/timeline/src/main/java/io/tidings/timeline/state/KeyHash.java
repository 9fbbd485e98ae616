package io.tidings.timeline.state;

import io.tidings.contract.Sha256;
import java.util.Arrays;

/** Names of any length as bytes of a fixed length. */
final class KeyHash {
    private KeyHash() {}

    /** @param parts of which only the last may have line breaks */
    static byte[] of(int length, String... parts) {
        return Arrays.copyOf(Sha256.of(String.join("\n", parts)), length);
    }
}
