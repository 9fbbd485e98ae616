package io.tidings.contract.topic;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** B-PUB-2: the keys of a topic are long, different and never printed. */
class TopicKeysTest {
    private final SecureRandom random = new SecureRandom();

    @Test
    void everyKeyIsFreshAndHas256Bits() {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 10; i++) {
            var keys = TopicKeys.random(random);
            assertThat(seen.add(keys.key1()) && seen.add(keys.key2()) && seen.add(TopicKeys.randomKey(random)))
                    .isTrue();
        }
        assertThat(seen)
                .allSatisfy(key -> assertThat(Base64.getDecoder().decode(key)).hasSize(32));
    }

    @Test
    void keysAreNotPrinted() {
        assertThat(new TopicKeys("first", "second")).hasToString("TopicKeys[hidden]");
    }
}
