package io.tidings.topology.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventCommitTest {
    @ParameterizedTest
    @CsvSource({
        "'', '', '', '', ",
        "AgAAAAAAAAAF, AgAAAAAAAAAF, '', '', ",
        "AgAAAAAAAAAF|CKB5mRsCSaW4BFyVXnqNeg, AgAAAAAAAAAF, '', '', CKB5mRsCSaW4BFyVXnqNeg",
        "AgAAAAAAAAAF!ours 7+1*2|CKB5mRsCSaW4BFyVXnqNeg, AgAAAAAAAAAF, ours 7+1*2, '', CKB5mRsCSaW4BFyVXnqNeg",
        "!ours|CKB5mRsCSaW4BFyVXnqNeg, '', ours, '', CKB5mRsCSaW4BFyVXnqNeg",
        "A!ours 7+1*2 ~one@5~two@7|CKB5mRsCSaW4BFyVXnqNeg, A, ours 7+1*2, ~one@5~two@7, CKB5mRsCSaW4BFyVXnqNeg",
        "! ~one@5, '', '', ~one@5, ",
    })
    void theTextsOfAllReleasesAreReadAndWritten(
            String text, String streams, String note, String passed, String topicId) {
        var commit = EventCommit.read(text);
        assertThat(commit).isEqualTo(new EventCommit(streams, note, passed, Optional.ofNullable(topicId)));
        assertThat(commit.text()).isEqualTo(text);
    }

    /** The release before takes all behind the first bar for the id, and a topic with another id for a new one. */
    @Test
    void theReleaseBeforeFindsTheIdOfTheTopic() {
        var text =
                new EventCommit("AgAAAAAAAAAF", "ours 7+1*2", "~one@5", Optional.of("CKB5mRsCSaW4BFyVXnqNeg")).text();
        assertThat(text.substring(text.indexOf('|') + 1)).isEqualTo("CKB5mRsCSaW4BFyVXnqNeg");
    }
}
