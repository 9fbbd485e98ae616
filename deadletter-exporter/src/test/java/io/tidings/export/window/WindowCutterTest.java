package io.tidings.export.window;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.record.ReappendState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** B-DLQ-4 and decision 9: which dead letters share a blob, and what it is called. */
class WindowCutterTest {
    private static final Instant NINE = Instant.parse("2026-03-07T09:05:00Z");
    private static final WindowRule MINUTES = new WindowRule(Duration.ofMinutes(1), Duration.ofMinutes(5));
    private static final String BLOB = "ALPHA/2026/3/7/8/6d1f7a54-9d3e-4b39-8e2a-0c1b2d3e4f50.json";
    private static final String OTHER_BLOB = "ALPHA/2026/3/7/8/0c1b2d3e-9d3e-4b39-8e2a-6d1f7a544f50.json";
    private static final BlobContainer ONE = new BlobContainer("account", "one");
    private static final BlobContainer OTHER = new BlobContainer("account", "other");

    @Test
    void windowsAreAlignedAndDueAfterTheirEndAndTheDelay() {
        var start = MINUTES.startOf(NINE.plusMillis(59_999));
        assertThat(start).isEqualTo(NINE);
        assertThat(MINUTES.dueAt(start)).isEqualTo("2026-03-07T09:11:00Z");
    }

    @Test
    void aRecordOfALaterWindowIsNotTakenAndOneOfAnEarlierIs() {
        var cutter = new WindowCutter(MINUTES, BlobLimits.DEFAULT, NINE);
        assertThat(cutter.takes(NINE.plusMillis(59_999))).isTrue();
        assertThat(cutter.takes(NINE.plusSeconds(60))).isFalse();
        assertThat(cutter.takes(NINE.minusSeconds(1))).isTrue();
    }

    @Test
    void subscriptionsAndContainersHaveBlobsOfTheirOwn() {
        var cutter = new WindowCutter(MINUTES, BlobLimits.DEFAULT, NINE);
        assertThat(cutter.add(letter(1, "alpha", "u1", ONE))).isEmpty();
        cutter.add(letter(2, "beta", "u2", ONE));
        cutter.add(letter(3, "alpha", "u1", OTHER));
        cutter.add(letter(4, "alpha", "u1", ONE));
        cutter.add(letter(5, "alpha", "u9", ONE));
        assertThat(offsets(cutter.rest())).containsExactly(List.of(1L, 4L), List.of(2L), List.of(3L), List.of(5L));
    }

    @Test
    void aBlobIsCutAtItsNumberOfRecords() {
        var cutter = new WindowCutter(MINUTES, new BlobLimits(1000, 2, 1000), NINE);
        cutter.add(letter(1, "alpha", "u1", ONE));
        assertThat(offsets(cutter.add(letter(2, "alpha", "u1", ONE)))).containsExactly(List.of(1L, 2L));
        cutter.add(letter(3, "alpha", "u1", ONE));
        assertThat(offsets(cutter.rest())).containsExactly(List.of(3L));
    }

    @Test
    void aBlobIsCutBeforeItBecomesTooLargeAndALargerRecordGoesAlone() {
        int one = letter(1, "alpha", "u1", ONE).json().length;
        var cutter = new WindowCutter(MINUTES, new BlobLimits(2 * one, 100, 1000), NINE);
        cutter.add(letter(1, "alpha", "u1", ONE));
        cutter.add(letter(2, "alpha", "u1", ONE));
        assertThat(offsets(cutter.add(letter(3, "alpha", "u1", ONE)))).containsExactly(List.of(1L, 2L));

        var narrow = new WindowCutter(MINUTES, new BlobLimits(1, 100, 1000), NINE);
        assertThat(narrow.add(letter(1, "alpha", "u1", ONE))).isEmpty();
        assertThat(offsets(narrow.add(letter(2, "alpha", "u1", ONE)))).containsExactly(List.of(1L));
    }

    @Test
    void theHeldBytesAreLimitedAndTheLargestBatchIsCutFirst() {
        int one = letter(1, "alpha", "u1", ONE).json().length;
        var cutter = new WindowCutter(MINUTES, new BlobLimits(1000, 100, 3 * one), NINE);
        cutter.add(letter(1, "beta", "u2", ONE));
        cutter.add(letter(2, "alpha", "u1", ONE));
        cutter.add(letter(3, "alpha", "u1", ONE));
        assertThat(offsets(cutter.add(letter(4, "beta", "u3", ONE)))).containsExactly(List.of(2L, 3L));
    }

    @Test
    void aBlobIsAnArrayUnderAPathOfItsWindow() {
        var batch = new BlobBatch(NINE, List.of(letter(7, "alpha", "u1", ONE), letter(9, "alpha", "u1", ONE)));
        assertThat(new String(batch.bytes(), UTF_8)).isEqualTo("[{\"n\":7},\n{\"n\":9}]");
        assertThat(new BlobNames("id", 3).of(batch)).matches("ALPHA/2026/3/7/9/[0-9a-f-]{36}\\.json");
    }

    @Test
    void theNameDependsOnTopicPartitionSubscriptionWindowAndFirstRecordOnly() {
        var batch = new BlobBatch(NINE, List.of(letter(7, "alpha", "u1", ONE)));
        var longer = new BlobBatch(NINE, List.of(letter(7, "alpha", "u1", ONE), letter(8, "alpha", "u1", ONE)));
        var name = new BlobNames("id", 3).of(batch);
        assertThat(new BlobNames("id", 3).of(longer)).isEqualTo(name);
        assertThat(List.of(
                        new BlobNames("other", 3).of(batch),
                        new BlobNames("id", 4).of(batch),
                        new BlobNames("id", 3).of(new BlobBatch(NINE, List.of(letter(7, "alpha", "u2", ONE)))),
                        new BlobNames("id", 3).of(new BlobBatch(NINE.plusSeconds(60), batch.letters())),
                        new BlobNames("id", 3).of(new BlobBatch(NINE, List.of(letter(8, "alpha", "u1", ONE))))))
                .doesNotContain(name)
                .doesNotHaveDuplicates();
    }

    @Test
    void lettersThatWereAppendedAgainMakeTheBlobTheyWereMeantForWhateverLiesBetween() {
        var cutter = new WindowCutter(MINUTES, new BlobLimits(1, 1, 1), NINE);
        assertThat(cutter.add(again(1, BLOB, "1/3"))).isEmpty();
        assertThat(offsets(cutter.add(letter(2, "alpha", "u1", ONE)))).containsExactly(List.of(2L));
        assertThat(cutter.add(again(3, BLOB, "2/3"))).isEmpty();
        var cut = cutter.add(again(4, BLOB, "3/3"));
        assertThat(offsets(cut)).containsExactly(List.of(1L, 3L, 4L));
        assertThat(new BlobNames("id", 3).of(cut.getFirst())).isEqualTo(BLOB);
        assertThat(cut.getFirst().first().since()).isEqualTo(NINE.minusSeconds(600));
        assertThat(cutter.rest()).isEmpty();
    }

    @Test
    void aWindowDoesNotEndBetweenThemWhateverTheClockSays() {
        var cutter = new WindowCutter(MINUTES, BlobLimits.DEFAULT, NINE);
        cutter.add(again(1, BLOB, "1/2"));
        assertThat(cutter.takes(NINE.plusSeconds(60))).isTrue();
        assertThat(cutter.awaits(NINE.plusSeconds(60))).isTrue();
        cutter.add(again(2, BLOB, "2/2"));
        assertThat(cutter.takes(NINE.plusSeconds(60))).isFalse();
        assertThat(cutter.awaits(NINE.plusSeconds(60))).isFalse();
    }

    @Test
    void anIncompleteBatchIsWrittenAsANewOne() {
        var cutter = new WindowCutter(MINUTES, BlobLimits.DEFAULT, NINE);
        cutter.add(again(1, BLOB, "1/3"));
        cutter.add(again(2, OTHER_BLOB, "2/2"));
        cutter.add(again(3, OTHER_BLOB, "1/2"));
        assertThat(cutter.takes(NINE.plus(ReappendedBatch.MAX_WAIT).plusMillis(1)))
                .isFalse();
        var rest = cutter.rest();
        assertThat(offsets(rest)).containsExactly(List.of(1L, 2L, 3L));
        assertThat(new BlobNames("id", 3).of(rest.getFirst())).isNotEqualTo(BLOB);
    }

    @Test
    void lettersWithoutTheFirstOfTheirBlobAreCutAsNewOnes() {
        var cutter = new WindowCutter(MINUTES, new BlobLimits(1000, 1, 1000), NINE);
        var cut = cutter.add(again(1, BLOB, "2/3"));
        assertThat(offsets(cut)).containsExactly(List.of(1L));
        assertThat(new BlobNames("id", 3).of(cut.getFirst())).isNotEqualTo(BLOB);
    }

    @Test
    void lettersOfDifferentAddresseesNeverShareABlobWhateverTheirHeadersSay() {
        var cutter = new WindowCutter(MINUTES, BlobLimits.DEFAULT, NINE);
        cutter.add(again(1, BLOB, "1/2"));
        var stranger = letter(2, "alpha", "u1", OTHER);
        var reappendState = new ReappendState(NINE.minusSeconds(600), BLOB, 2, 2, Duration.ZERO);
        assertThat(cutter.add(new DeadLetter(
                        2, NINE, stranger.batchKey(), reappendState, new RecordHeaders(), stranger.json())))
                .isEmpty();
        assertThat(offsets(cutter.rest())).containsExactly(List.of(1L), List.of(2L));
    }

    @Test
    void ofEquallyLargePartsTheFirstIsCut() {
        int one = letter(1, "alpha", "u1", ONE).json().length;
        var cutter = new WindowCutter(MINUTES, new BlobLimits(1000, 100, 2 * one), NINE);
        cutter.add(letter(1, "alpha", "u1", ONE));
        assertThat(cutter.add(letter(2, "beta", "u2", ONE))).isEmpty();
        assertThat(offsets(cutter.add(letter(3, "gamma", "u3", ONE)))).containsExactly(List.of(1L));
    }

    @Test
    void someLettersOfAPartKeepItsBlob() {
        var batch = new BlobBatch(NINE, List.of(letter(7, "alpha", "u1", ONE), letter(9, "alpha", "u1", ONE)), BLOB);
        assertThat(batch.only(letter -> letter.offset() > 7)).hasValueSatisfying(some -> {
            assertThat(offsets(List.of(some))).containsExactly(List.of(9L));
            assertThat(some.blob()).isEqualTo(BLOB);
        });
        assertThat(batch.only(_ -> false)).isEmpty();
    }

    private static DeadLetter letter(long offset, String subscription, String uid, BlobContainer destination) {
        var json = ("{\"n\":" + offset + "}").getBytes(UTF_8);
        var batchKey = new BatchKey(new SubscriptionKey("orders", subscription), uid, destination);
        return new DeadLetter(offset, NINE, batchKey, null, new RecordHeaders(), json);
    }

    private static DeadLetter again(long offset, String blob, String place) {
        var first = letter(offset, "alpha", "u1", ONE);
        var headers = new RecordHeaders();
        int slash = place.indexOf('/');
        var reappendState = new ReappendState(
                NINE.minusSeconds(600),
                blob,
                Integer.parseInt(place, 0, slash, 10),
                Integer.parseInt(place, slash + 1, place.length(), 10),
                Duration.ZERO);
        return new DeadLetter(offset, NINE, first.batchKey(), reappendState, headers, first.json());
    }

    private static List<List<Long>> offsets(List<BlobBatch> parts) {
        return parts.stream()
                .map(batch -> batch.letters().stream().map(DeadLetter::offset).toList())
                .toList();
    }
}
