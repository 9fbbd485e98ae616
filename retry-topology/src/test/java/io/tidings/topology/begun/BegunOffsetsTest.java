package io.tidings.topology.begun;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.delivery.EventSource;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class BegunOffsetsTest {
    private static final TopicPartition PARTITION = new TopicPartition("events", 3);

    private final BegunOffsets begun = new BegunOffsets("ours");
    private final List<String> written = new ArrayList<>();

    private void taken(String note, long start) {
        begun.taken(PARTITION, note, start, 1000, () -> written.add(begun.note(PARTITION)));
    }

    private boolean begins(long offset) {
        return begun.test(new EventSource(PARTITION.topic(), PARTITION.partition(), offset));
    }

    @Test
    void nothingIsNotedAfterAProcessThatEndedInOrder() {
        taken("", 7);
        assertThat(begins(7)).isTrue();
        assertThat(written).isEmpty();
        assertThat(begun.note(PARTITION)).isEqualTo("ours");
        assertThat(begun.lastNote(PARTITION)).isEmpty();
    }

    @Test
    void recordsAreNotedBeforeTheyAreBegunAfterAProcessThatDidNot() {
        taken("theirs", 7);
        assertThat(begins(7)).isTrue();
        assertThat(begins(8)).isTrue();
        assertThat(written).containsExactly("ours 7+1*1", "ours 8+1*1");
    }

    @Test
    void aRecordThatWasBegunTwiceIsNotBegunAgain() {
        taken("theirs 7+1*1 8+4*1", 7);
        assertThat(begins(7)).isTrue();
        assertThat(written).containsExactly("ours 7+1*2 8+4*1");
        begun.taken(PARTITION, "theirs 7+1*2 8+4*1", 7, 1000, () -> {});
        assertThat(begins(7)).isFalse();
        assertThat(begins(8)).isTrue();
    }

    @Test
    void careEndsWithTheCommitOfAllThatMayHaveBeenInHand() {
        taken("theirs", 7);
        assertThat(begins(7)).isTrue();
        begun.committed(PARTITION, 1000);
        assertThat(begins(1000)).isTrue();
        assertThat(begun.note(PARTITION)).isEqualTo("ours");
        assertThat(begun.lastNote(PARTITION)).isEmpty();
        assertThat(written).hasSize(1);
    }

    /** A session that ends does not end the process. */
    @Test
    void aNoteOfThisProcessItselfSaysThatItGoesOn() {
        taken("ours", 7);
        assertThat(begins(7)).isTrue();
        assertThat(written).isEmpty();
    }

    @Test
    void whatASessionHadInHandDoesNotCountAndTheRestOfItsCareGoesOn() {
        taken("theirs 7+1*1 9+1*1", 7);
        assertThat(begins(7)).isTrue();
        taken("ours 7+1*2 9+1*1", 7);
        assertThat(begins(7)).isTrue();
        assertThat(written).containsExactly("ours 7+1*2 9+1*1", "ours 7+1*2 9+1*1");
    }

    @Test
    void aPartitionThatIsHandedOnWithCareKeepsItsNote() {
        taken("theirs 7+1*1", 7);
        assertThat(begins(7)).isTrue();
        assertThat(begun.lastNote(PARTITION)).isEqualTo("ours 7+1*1");
        taken("others", 7);
        assertThat(begins(7)).isTrue();
        assertThat(begun.note(PARTITION)).isEqualTo("ours 7+1*1");
    }

    @Test
    void whatALaterReleaseNotesBesidesIsPassedOver() {
        taken("theirs 7+1*2 later=9 999999999999999999999+1*1", 7);
        assertThat(begins(7)).isFalse();
        assertThat(begins(8)).isTrue();
    }
}
