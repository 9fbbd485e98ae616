package io.tidings.worker.progress;

import static io.tidings.worker.Examples.seeded;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** B-RUN-1: a commit tells which topic its offset is of, and a release that knows nothing of it reads the same gaps. */
class CommitMetadataTest {
    static final String ID = "lq1oAWhlRxaxO-CVBDuWrA";

    @RepeatedTest(200)
    void gapsAndTopicAreReadAsTheyWereWritten(RepetitionInfo run) {
        var random = seeded(run.getCurrentRepetition());
        var finished = new BitSet();
        int length = random.nextInt(1, 20_000);
        for (int at = random.nextInt(100); at < length; at += random.nextInt(1, 400)) {
            finished.set(at, at + random.nextInt(1, 50));
        }
        var gaps = Gaps.write(finished);
        var metadata = CommitMetadata.write(gaps, ID);
        assertThat(metadata).hasSizeLessThanOrEqualTo(Gaps.MAX_TEXT);
        assertThat(CommitMetadata.topicId(metadata)).contains(ID);
        assertThat(Gaps.read(metadata)).as("as any release reads it").isEqualTo(finished);
        assertThat(CommitMetadata.topicId(gaps)).isEmpty();
    }

    @Test
    void aCommitWithoutGapsHasTheTopic() {
        var metadata = CommitMetadata.write("", ID);
        assertThat(CommitMetadata.topicId(metadata)).contains(ID);
        assertThat(metadata).hasSizeLessThan(40);
        assertThat(Gaps.read(metadata).isEmpty()).isTrue();
        assertThat(CommitMetadata.topicId("")).isEmpty();
    }

    /** Only gaps of a former release reach so far; the topic is written with the next commit that has room. */
    @Test
    void gapsThatNeedAllTheRoomStandAlone() {
        var finished = new BitSet();
        var random = seeded(1);
        for (int at = 0; Gaps.write(finished).length() < Gaps.MAX_TEXT - 8; at += random.nextInt(2, 60)) {
            finished.set(at);
        }
        assertThat(finished.length()).isGreaterThan(Gaps.SPAN);
        assertThat(CommitMetadata.write(Gaps.write(finished), ID)).isEqualTo(Gaps.write(finished));
    }

    @Test
    void withoutATopicTheGapsStandAlone() {
        var finished = new BitSet();
        finished.set(3);
        assertThat(CommitMetadata.write(Gaps.write(finished), "")).isEqualTo(Gaps.write(finished));
    }
}
