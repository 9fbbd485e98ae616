package io.tidings.topology.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventCommitTest {
    @ParameterizedTest
    @CsvSource({
        "'', '', '', ",
        "AgAAAAAAAAAF, AgAAAAAAAAAF, '', ",
        "AgAAAAAAAAAF|CKB5mRsCSaW4BFyVXnqNeg, AgAAAAAAAAAF, '', CKB5mRsCSaW4BFyVXnqNeg",
        "AgAAAAAAAAAF!ours 7+1*2|CKB5mRsCSaW4BFyVXnqNeg, AgAAAAAAAAAF, ours 7+1*2, CKB5mRsCSaW4BFyVXnqNeg",
        "!ours|CKB5mRsCSaW4BFyVXnqNeg, '', ours, CKB5mRsCSaW4BFyVXnqNeg",
    })
    void theTextsOfAllReleasesAreReadAndWritten(String text, String streams, String note, String topicId) {
        var commit = EventCommit.read(text);
        assertThat(commit).isEqualTo(new EventCommit(streams, note, Optional.ofNullable(topicId)));
        assertThat(commit.text()).isEqualTo(text);
    }

    /** The release before takes all behind the first bar for the id, and a topic with another id for a new one. */
    @Test
    void theReleaseBeforeFindsTheIdOfTheTopic() {
        var text = new EventCommit("AgAAAAAAAAAF", "ours 7+1*2", Optional.of("CKB5mRsCSaW4BFyVXnqNeg")).text();
        assertThat(text.substring(text.indexOf('|') + 1)).isEqualTo("CKB5mRsCSaW4BFyVXnqNeg");
    }
}
