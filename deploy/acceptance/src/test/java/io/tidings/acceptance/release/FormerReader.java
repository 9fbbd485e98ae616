package io.tidings.acceptance.release;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidings.contract.HeaderNames;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.InflaterInputStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * What release 0.1 asks of the records that it reads, so that it can be put back: it passes over headers and members
 * that it does not know, and rejects the record, or stops, when one of these is missing or has another form. Never
 * changed: it is the rule of a release that is out.
 */
final class FormerReader {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Set<String> OUTCOMES = Set.of(
            "BadRequest",
            "Unauthorized",
            "Forbidden",
            "NotFound",
            "TimedOut",
            "PayloadTooLarge",
            "Busy",
            "SocketError",
            "ResolutionError",
            "GenericError",
            "Probation",
            "Delivering",
            "Aborted",
            "Canceled");
    private static final Set<String> REASONS = Set.of(
            "MaxDeliveryAttemptsExceeded",
            "TimeToLiveExceeded",
            "UndeliverableDueToHttpBadRequest",
            "UndeliverableDueToHttpUnauthorized",
            "UndeliverableDueToHttpForbidden",
            "UndeliverableDueToHttpRequestEntityTooLarge");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9-]+");
    private static final Pattern SOURCE = Pattern.compile(".+-\\d+@\\d+");
    private static final Pattern NUMBER = Pattern.compile("\\d+");
    private static final Pattern SCHEMA =
            Pattern.compile("EventGridSchema|CloudEventSchemaV1_0|CustomInputSchema|CustomEventSchema");
    private static final Map<String, Pattern> OF_DELIVERIES = Map.of(
            HeaderNames.FORMAT, Pattern.compile("1"),
            HeaderNames.TOPIC, NAME,
            HeaderNames.SUBSCRIPTION, NAME,
            HeaderNames.SUBSCRIPTION_UID, NAME,
            HeaderNames.SCHEMA, SCHEMA,
            HeaderNames.SOURCE, SOURCE,
            HeaderNames.SUBSCRIPTIONS_OFFSET, NUMBER,
            HeaderNames.ATTEMPTS, NUMBER,
            HeaderNames.DEFERRALS, NUMBER);

    /** The forms of finished offsets in the metadata of a commit. */
    private static final int RUNS = 0;

    private static final int BITMAP = 1;
    private static final int DEFLATED = 2;
    private static final int MOST_BITMAP = 256 * 1024;

    private FormerReader() {}

    /** What it cannot read in a record of {@code deliveries}, a tier or {@code dead-letters}. */
    static List<String> problemsOfDelivery(ConsumerRecord<byte[], byte[]> record) {
        var problems = new ArrayList<String>();
        OF_DELIVERIES.forEach((name, pattern) -> {
            var text = text(record, name);
            if (text == null || !pattern.matcher(text).matches()) {
                problems.add(name + ": " + text);
            }
        });
        for (var name : List.of(HeaderNames.PUBLISHED, HeaderNames.PARKED)) {
            time(name, text(record, name), problems);
        }
        for (var name : List.of(HeaderNames.DUE, HeaderNames.LAST_ATTEMPT, HeaderNames.DEAD_LETTER_SINCE)) {
            if (text(record, name) != null) {
                time(name, text(record, name), problems);
            }
        }
        var outcome = text(record, HeaderNames.LAST_OUTCOME);
        if (outcome != null && !OUTCOMES.contains(outcome)) {
            problems.add(HeaderNames.LAST_OUTCOME + ": " + outcome);
        }
        return problems;
    }

    /** What else it cannot read in a record of {@code dead-letters}. */
    static List<String> problemsOfDeadLetter(ConsumerRecord<byte[], byte[]> record) {
        var problems = new ArrayList<>(problemsOfDelivery(record));
        for (var name : List.of(HeaderNames.DEAD_LETTER_ACCOUNT, HeaderNames.DEAD_LETTER_CONTAINER)) {
            if (text(record, name) == null) {
                problems.add(name + " is missing");
            }
        }
        var reason = text(record, HeaderNames.DEAD_LETTER_REASON);
        if (reason == null || !REASONS.contains(reason)) {
            problems.add(HeaderNames.DEAD_LETTER_REASON + ": " + reason);
        }
        return problems;
    }

    /** What it cannot read in a record of {@code probation}. */
    static List<String> problemsOfProbation(ConsumerRecord<byte[], byte[]> record) {
        var problems = new ArrayList<String>();
        if (!"1".equals(text(record, HeaderNames.FORMAT)) || text(record, HeaderNames.SUBSCRIPTION_UID) == null) {
            problems.add("headers");
        }
        try {
            var json = JSON.readTree(record.value());
            if (!json.path("consecutiveFailures").isIntegralNumber()
                    || !json.path("deferred").isIntegralNumber()) {
                problems.add("numbers");
            }
            time("changed", json.path("changed").textValue(), problems);
            if (json.hasNonNull("probation")) {
                var probation = json.path("probation");
                time("since", probation.path("since").textValue(), problems);
                time("until", probation.path("until").textValue(), problems);
                if (!OUTCOMES.contains(probation.path("cause").asText())
                        || Duration.parse(probation.path("length").asText()).isNegative()) {
                    problems.add("probation");
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("bytes in memory", e);
        } catch (DateTimeException e) {
            problems.add("length");
        }
        return problems;
    }

    /** Whether it understands the metadata of a worker's commit; what it does not stops it. */
    static boolean understands(String metadata) {
        var bytes = Base64.getDecoder().decode(metadata);
        if (bytes.length == 0) {
            return true;
        }
        return bytes[0] == DEFLATED ? inflates(bytes) : bytes[0] == RUNS || bytes[0] == BITMAP;
    }

    /** It does not look at what follows the deflated bitmap. */
    private static boolean inflates(byte[] bytes) {
        try (var inflating = new InflaterInputStream(new ByteArrayInputStream(bytes, 1, bytes.length - 1))) {
            return inflating.readAllBytes().length <= MOST_BITMAP;
        } catch (IOException e) {
            return false;
        }
    }

    private static void time(String name, String text, List<String> problems) {
        try {
            if (text == null) {
                problems.add(name + " is missing");
            } else {
                Instant.parse(text);
            }
        } catch (DateTimeException e) {
            problems.add(name + ": " + text);
        }
    }

    private static String text(ConsumerRecord<byte[], byte[]> record, String name) {
        var header = record.headers().lastHeader(name);
        return header == null ? null : new String(header.value(), UTF_8);
    }
}
