package io.tidings.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The name of a subscription, and its text, which is the key of Kafka records. */
class SubscriptionKeyTest {
    private static final SubscriptionKey BILLING = new SubscriptionKey("shop", "billing");

    @Test
    void itsTextIsTheKeyOfItsRecords() {
        assertThat(BILLING.bytes()).isEqualTo("shop/billing".getBytes(UTF_8));
        assertThat(SubscriptionKey.parse("shop/billing")).contains(BILLING);
        assertThat(SubscriptionKey.parse("s/b")).contains(new SubscriptionKey("s", "b"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "/", "shop", "shop/", "/billing", "shop//billing", "shop/billing/", "a/b/c/d", "/b/c", "a//c"
            })
    void anyOtherTextIsNoKey(String text) {
        assertThat(SubscriptionKey.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"'', b", "s, ''", "s/, b", "/, b", "s, /b", "s, a/b", "a/b/c, d"})
    void neitherPartIsEmptyOrHoldsASlash(String topic, String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SubscriptionKey(topic, name))
                .withMessageContaining("\"" + topic + "\", \"" + name + "\"");
    }

    @Test
    void numberedKeysOfManyTopicsHaveDifferentHashes() {
        var hashes = new HashSet<Integer>();
        for (int i = 0; i < 100_000; i++) {
            hashes.add(new SubscriptionKey("topic-%03d".formatted(i / 100), "s-" + i % 100).hashCode());
        }
        assertThat(hashes).hasSizeGreaterThan(99_900);
    }

    @Test
    void keysAreOrderedByTopicAndThenByName() {
        assertThat(Stream.of("b/a", "a/b", "a/a", "b/b")
                        .map(text -> SubscriptionKey.parse(text).orElseThrow())
                        .sorted())
                .extracting(SubscriptionKey::toString)
                .containsExactly("a/a", "a/b", "b/a", "b/b");
        assertThat(BILLING).isEqualByComparingTo(new SubscriptionKey("shop", "billing"));
    }
}
