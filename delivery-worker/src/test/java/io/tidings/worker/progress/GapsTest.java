package io.tidings.worker.progress;

import static io.tidings.worker.Examples.seeded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.BitSet;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-RETRY-6: what is finished beyond a commit survives as text in its metadata. */
class GapsTest {
    @RepeatedTest(200)
    void theWrittenFormIsRead(RepetitionInfo run) {
        var random = seeded(run.getCurrentRepetition());
        var finished = new BitSet();
        int length = random.nextInt(1, 80_000);
        int share = random.nextInt(1, 100);
        for (int at = random.nextInt(1000); at < length; at += random.nextInt(1, 2 + 10_000 / (share * share))) {
            finished.set(at);
        }
        assertThat(Gaps.read(Gaps.write(finished))).isEqualTo(finished);
    }

    @Test
    void noGapsAreTheEmptyText() {
        assertThat(Gaps.write(new BitSet())).isEmpty();
        assertThat(Gaps.read("").isEmpty()).isTrue();
    }

    /** Texts that release 0.1 wrote; they are never changed. */
    @Test
    void commitsOfTheFirstReleaseAreRead() {
        assertThat(Gaps.read("AAEC")).isEqualTo(BitSet.valueOf(new byte[] {0b1110}));
        assertThat(Gaps.read("AQU")).isEqualTo(BitSet.valueOf(new byte[] {0b101}));
        assertThat(Gaps.read("Anic4wMAAA8ADw")).isEqualTo(BitSet.valueOf(new byte[] {0b1110}));
    }

    /** zlib cannot shorten bits in no order. */
    @RepeatedTest(20)
    void theWholeSpanFitsWithTheTopicWhateverIsFinished(RepetitionInfo run) {
        var random = seeded(run.getCurrentRepetition());
        var finished = new BitSet();
        for (int at = 0; at < Gaps.SPAN; at++) {
            finished.set(at, random.nextInt(run.getTotalRepetitions()) < run.getCurrentRepetition());
        }
        finished.set(Gaps.SPAN - 1);
        var metadata = CommitMetadata.write(Gaps.write(finished), CommitMetadataTest.ID);
        assertThat(metadata).hasSizeLessThanOrEqualTo(Gaps.MAX_TEXT);
        assertThat(CommitMetadata.topicId(metadata)).contains(CommitMetadataTest.ID);
        assertThat(Gaps.read(metadata)).isEqualTo(finished);
    }

    @Test
    void metadataThatInflatesTooMuchIsRefused() throws IOException {
        var bomb = new ByteArrayOutputStream();
        bomb.write(2);
        try (var deflating = new DeflaterOutputStream(bomb)) {
            deflating.write(new byte[1 << 20]);
        }
        var text = Base64.getEncoder().encodeToString(bomb.toByteArray());
        assertThat(text).hasSizeLessThan(Gaps.MAX_TEXT);
        assertThatThrownBy(() -> Gaps.read(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("too large");
    }

    @ParameterizedTest
    @ValueSource(strings = {"CQ", "Ag", "AnicAA", "AIA", "AP////////8", "not base64!"})
    void metadataOfAnotherToolIsRefused(String text) {
        assertThatThrownBy(() -> Gaps.read(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
