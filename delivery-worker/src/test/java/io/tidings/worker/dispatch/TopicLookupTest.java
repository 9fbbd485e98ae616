package io.tidings.worker.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.worker.dispatch.TopicState.Forbidden;
import io.tidings.worker.dispatch.TopicState.Missing;
import io.tidings.worker.dispatch.TopicState.Writable;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** B-DEST-3: what the brokers say of a topic that was just created is asked twice. */
class TopicLookupTest {
    private static final TopicState WRITABLE = new Writable(1000, false);

    private final Queue<TopicState> replies = new ArrayDeque<>();

    @Test
    void aTopicThatTheFirstBrokerHasNotHeardOfIsThere() {
        assertThat(confirmed(new Missing(), WRITABLE)).isEqualTo(WRITABLE);
    }

    @Test
    void aTopicThatIsMissingTwiceIsMissing() {
        assertThat(confirmed(new Missing(), new Missing())).isEqualTo(new Missing());
    }

    @Test
    void anyOtherReplyIsTakenAtOnce() {
        assertThat(confirmed(new Forbidden(), WRITABLE)).isEqualTo(new Forbidden());
        assertThat(replies).containsExactly(WRITABLE);
    }

    private TopicState confirmed(TopicState... brokers) {
        replies.addAll(Arrays.asList(brokers));
        return TopicLookup.confirmed(this::reply, Runnable::run)
                .toCompletableFuture()
                .join();
    }

    private CompletionStage<TopicState> reply() {
        return CompletableFuture.completedStage(replies.remove());
    }
}
