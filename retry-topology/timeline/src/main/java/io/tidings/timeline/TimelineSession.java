package io.tidings.timeline;

import io.tidings.runtime.kafka.GroupPeers;
import io.tidings.runtime.session.Session;
import io.tidings.timeline.query.PresentStreams;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KafkaStreams.State;
import org.apache.kafka.streams.errors.MissingSourceTopicException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The timeline from its start to the death of its thread. Each session has new streams on the same files. */
final class TimelineSession implements Session {
    private static final Logger log = LoggerFactory.getLogger(TimelineSession.class);

    /** A thread that has died has nothing left to do. */
    private static final Duration TO_GIVE_UP = Duration.ofSeconds(5);

    private final KafkaStreams streams;
    private final PresentStreams present;
    private final GroupPeers peers;
    private final Duration drainTimeout;
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private volatile KafkaException loss = new KafkaException("the timeline ended without saying why");
    private volatile boolean stopped;
    private volatile boolean assignedWithoutTopics;

    TimelineSession(KafkaStreams streams, PresentStreams present, GroupPeers peers, Duration drainTimeout) {
        this.streams = streams;
        this.present = present;
        this.peers = peers;
        this.drainTimeout = drainTimeout;
        streams.setUncaughtExceptionHandler(this::threadDied);
        streams.setStateListener((now, _) -> {
            if (now == State.ERROR) {
                end.complete(null);
            }
        });
    }

    /** Matching goes on. The next session is opened whatever the cause is, after a backoff. */
    private StreamThreadExceptionResponse threadDied(Throwable cause) {
        log.warn("the thread of the timeline died", cause);
        assignedWithoutTopics = cause instanceof MissingSourceTopicException;
        loss = new KafkaException(
                "the thread of the timeline died: " + cause); // without the cause, so that it is repaired
        return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }

    @Override
    public void run() {
        try {
            streams.start();
        } catch (IllegalStateException | StreamsException e) {
            throw new KafkaException("the timeline could not start", e);
        }
        present.begin(streams);
        end.join();
        if (!stopped) {
            throw loss;
        }
    }

    @Override
    public boolean ready() {
        return streams.state() == State.RUNNING;
    }

    @Override
    public void stop() {
        stopped = true;
        end.complete(null);
    }

    /** As in matching: it leaves its partitions to others, and keeps them if it is alone. */
    private GroupMembershipOperation membership() {
        return stopped && peers.present()
                ? GroupMembershipOperation.LEAVE_GROUP
                : GroupMembershipOperation.REMAIN_IN_GROUP;
    }

    @Override
    public void close() {
        present.end(streams);
        var patience = stopped ? drainTimeout : TO_GIVE_UP;
        if (!streams.close(CloseOptions.timeout(patience).withGroupMembershipOperation(membership()))) {
            log.warn("the timeline did not stop within {}; it reads its last entries again", patience);
        }
        if (assignedWithoutTopics) {
            peers.removeThisInstance();
        }
    }
}
