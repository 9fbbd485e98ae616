package io.tidings.contract.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.contract.job.JobRequest.Letters;
import io.tidings.contract.json.Validated;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-REPLAY-1: what a job may be asked for. */
class JobRequestJsonTest {
    private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");

    @Test
    void aShortRequestSelectsTheLastSevenDaysOfTheTopic() {
        var request = valid("{'kind':'redrive','topic':'orders','subscription':'billing'}");
        assertThat(request)
                .isEqualTo(new JobRequest(
                        JobKind.REDRIVE,
                        JobTargets.of(new SubscriptionKey("orders", "billing")),
                        new JobSelection(Set.of(), NOON.minus(Duration.ofDays(7)), NOON, Set.of(), Set.of()),
                        false,
                        Letters.TOPIC,
                        false,
                        false,
                        false,
                        100,
                        NOON,
                        "admin"));
    }

    @Test
    void everyMemberOfARequestIsRead() throws IOException {
        var request = valid("""
            {'kind':'redrive','topic':'orders','subscription':'billing','dryRun':true,'from':'blobs','force':true,
             'rate':7,'select':{'eventIds':['a','b'],'from':'2026-11-01T00:00:00Z','to':'2026-11-02T00:00:00Z',
             'reasons':['MaxDeliveryAttemptsExceeded'],'statuses':[503]}}\
            """);
        assertThat(request.select())
                .isEqualTo(new JobSelection(
                        Set.of("a", "b"),
                        Instant.parse("2026-11-01T00:00:00Z"),
                        Instant.parse("2026-11-02T00:00:00Z"),
                        Set.of(DeadLetterReason.MAX_DELIVERY_ATTEMPTS_EXCEEDED),
                        Set.of(503)));
        assertThat(request.dryRun() && request.force()).isTrue();
        assertThat(request.letters()).isEqualTo(Letters.BLOBS);
        assertThat(request.rate()).isEqualTo(7);
        assertThat(JobRequestJson.ofRecord(
                        JobRequestJson.write(request).toString().getBytes(UTF_8)))
                .isEqualTo(request);
    }

    @Test
    void aJobOfSeveralSubscriptionsHasTheirNamesInItsRecord() throws IOException {
        var json = JobRequestJson.write(valid("{'kind':'redrive','topic':'orders','subscriptions':['b','a','b']}"));
        assertThat(json.path("subscriptions")).extracting(JsonNode::asText).containsExactly("a", "b");
        assertThat(json.has("subscription")).isFalse();
        assertThat(JobRequestJson.write(JobRequestJson.ofRecord(json.toString().getBytes(UTF_8))))
                .isEqualTo(json);
    }

    @Test
    void aJobOfSeveralTopicsHasTheirSubscriptionsInItsRecord() throws IOException {
        var request = valid("{'kind':'redrive','subscriptions':['orders/b','news/a','orders/b']}");
        var json = JobRequestJson.write(request);
        assertThat(json.path("subscriptions")).extracting(JsonNode::asText).containsExactly("news/a", "orders/b");
        assertThat(json.has("topic") || json.has("subscription")).isFalse();
        assertThat(JobRequestJson.ofRecord(json.toString().getBytes(UTF_8))).isEqualTo(request);
    }

    /** So that earlier releases can read its record. */
    @Test
    void aJobOfOneTopicIsWrittenTheSameHoweverItNamesIt() {
        assertThat(valid("{'kind':'redrive','subscriptions':['orders/b','orders/a']}"))
                .isEqualTo(valid("{'kind':'redrive','topic':'orders','subscriptions':['a','b']}"));
    }

    @Test
    void aJobOfAHostNamesTheSubscriptionsThatAreFoundThere() {
        assertThat(valid("{'kind':'redrive','host':'hooks.example'}"))
                .isEqualTo(valid("{'kind':'redrive','subscriptions':['news/a','orders/b']}"));
    }

    /** So that earlier releases can read its record. */
    @Test
    void aJobOfOneSubscriptionIsWrittenTheSameHoweverItNamesIt() {
        var list = valid("{'kind':'redrive','topic':'orders','subscriptions':['billing']}");
        assertThat(list).isEqualTo(valid("{'kind':'redrive','topic':'orders','subscription':'billing'}"));
        assertThat(JobRequestJson.write(list).path("subscription").asText()).isEqualTo("billing");
    }

    @Test
    void aJobNamesFiveHundredSubscriptionsAtMost() {
        var names = IntStream.range(0, 501).mapToObj(i -> "'s" + i + "'").toList();
        var body = "{'kind':'redrive','topic':'orders','subscriptions':%s}";
        assertThat(read(body.formatted(names.subList(0, 500)))).isInstanceOf(Validated.Valid.class);
        assertThat(((Validated.Invalid<JobRequest>) read(body.formatted(names))).sentence())
                .contains("subscriptions: must have at most 500 names");
    }

    @Test
    void aReplayKeepsItsFilterInItsRecord() throws IOException {
        var request = valid("{'kind':'replay','topic':'orders','subscription':'billing','filter':true}");
        assertThat(request.filter()).isTrue();
        assertThat(JobRequestJson.ofRecord(
                        JobRequestJson.write(request).toString().getBytes(UTF_8)))
                .isEqualTo(request);
    }

    @Test
    void onlyAnOperatorOfAllTopicsAsksForDeadLettersThatNameNoSubscription() throws IOException {
        var body = """
            {'kind':'redrive','topic':'o','subscription':'b','from':'blobs',
             'select':{'from':'2026-11-01T00:00:00Z','former':true}}\
            """;
        var request = valid(body);
        assertThat(request.unowned()).isFalse();
        assertThat(valid(body.replace("true", "false")).byOperatorOfAllTopics().unowned())
                .isFalse();
        var ofAllTopics = request.byOperatorOfAllTopics();
        assertThat(ofAllTopics.unowned()).isTrue();
        for (var each : List.of(request, ofAllTopics)) {
            var record = JobRequestJson.write(each).toString();
            assertThat(JobRequestJson.ofRecord(record.getBytes(UTF_8))).isEqualTo(each);
        }
        var ofEarlierRelease = JobRequestJson.write(request).without("unowned").toString();
        assertThat(JobRequestJson.ofRecord(ofEarlierRelease.getBytes(UTF_8)).unowned())
                .isTrue();
    }

    @Test
    void whatCameBackAndWhatIsOfAFormerSubscriptionIsTakenOnRequest() throws IOException {
        assertThat(valid("{'kind':'redrive','topic':'o','subscription':'b'}").select())
                .returns(false, JobSelection::again)
                .returns(false, JobSelection::former);
        var request = valid("{'kind':'redrive','topic':'o','subscription':'b','select':{'again':true,'former':true}}");
        assertThat(request.select()).returns(true, JobSelection::again).returns(true, JobSelection::former);
        assertThat(JobRequestJson.ofRecord(
                        JobRequestJson.write(request).toString().getBytes(UTF_8)))
                .isEqualTo(request);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0000',
            value = {
                "{} | kind: must be redrive or replay",
                "{'kind':'replay','topic':'orders'} | subscription: is required, or subscriptions",
                "{'kind':'replay','topic':'o','subscription':'*'} | subscription: must be one name; subscriptions:"
                        + " [\"*\"]",
                "{'kind':'replay','topic':'o','subscription':'a/b'} | subscription: must be the name of a subscription",
                "{'kind':'replay','topic':'o','subscription':'a','subscriptions':['b']} | subscription: must not stand",
                "{'kind':'replay','topic':'o','subscriptions':[]} | subscriptions: must not be empty",
                "{'kind':'replay','topic':'o','subscriptions':'*'} | subscriptions: must be an array of strings",
                "{'kind':'replay','topic':'o','subscriptions':['a','*']} | subscriptions: must be names, or \"*\""
                        + " alone",
                "{'kind':'replay','topic':'o','subscriptions':['a','b/c']} | and \"b/c\" is none",
                "{'kind':'replay','topic':'o','subscriptions':['a','']} | and \"\" is none",
                "{'kind':'replay','subscriptions':['a']} | must be such as orders/billing",
                "{'kind':'replay','subscriptions':['o/*']} | must be such as orders/billing",
                "{'kind':'replay','host':'elsewhere.example'} | host: must be that of endpoints",
                "{'kind':'replay','host':'hooks.example','topic':'o'} | host: must stand alone",
                "{'kind':'replay','host':'hooks.example','subscriptions':['o/b']} | host: must stand alone",
                "{'kind':'redrive','from':'blobs','host':'hooks.example','select':{'from':'2026-11-22T11:00:00Z'}}"
                        + " | from: must be topic for subscriptions of several topics",
                "{'kind':'again','topic':'o','subscription':'b'} | kind: must be redrive or replay",
                "{'kind':'replay','topic':'o','subscription':'b','from':'blobs'} | from: is for a redrive",
                "{'kind':'redrive','topic':'o','subscription':'b','from':'blobs'} | select.from: is required",
                "{'kind':'redrive','topic':'o','subscription':'b','from':'tape'} | from: must be topic or blobs",
                "{'kind':'redrive','topic':'o','subscription':'b','filter':true} | filter: is for a replay",
                "{'kind':'redrive','topic':'o','subscription':'b','rate':0} | rate: must be a whole number",
                "{'kind':'redrive','topic':'o','subscription':'b','speed':1} | speed: is not a known member",
                "{'kind':'redrive','topic':'o','subscription':'b','select':{'id':'a'}} | select.id: is not a known",
                "{'kind':'redrive','topic':'o','subscription':'b','select':{'reasons':['bored']}} | is no reason",
                "{'kind':'redrive','topic':'o','subscription':'b','select':{'statuses':[1]}} | must have HTTP statuses",
                "{'kind':'redrive','topic':'o','subscription':'b','select':{'from':'yesterday'}} | must be a time",
                "{'kind':'redrive','topic':'o','subscription':'b','select':{'from':'2026-11-22T12:00:00Z'}} | before"
                        + " to",
                "{'kind':'replay','topic':'o','subscription':'b','select':{'statuses':[503]}} | are for a redrive",
                "{'kind':'redrive','topic':'o','subscription':'b','select':{'eventIds':[]}} | eventIds: must not be"
                        + " empty",
                "{'kind':'redrive','topic':'o','subscription':'b','select':{'reasons':[]}} | reasons: must not be"
                        + " empty",
                "{'kind':'redrive','topic':'o','subscription':'b','select':{'statuses':[]}} | statuses: must not be",
                "{'kind':'replay','topic':'o','subscription':'b','select':{'again':true}} | are for a redrive",
                "{'kind':'redrive','topic':'o','subscription':'b','from':'blobs','unowned':true} | unowned: is not a"
                        + " known",
                "[] | this must be a JSON object",
                "{ | this is not JSON",
            })
    void aRequestThatBreaksARuleIsRefusedWithItsPath(String body, String rule) {
        var refused = (Validated.Invalid<JobRequest>) read(body);
        assertThat(refused.sentence()).contains(rule);
    }

    /** Jobs that may have brought it back are forgotten then. */
    @ParameterizedTest
    @ValueSource(strings = {"redrive", "replay"})
    void whatIsOlderThanTheMemoryOfJobsComesBackOnlyIfForced(String kind) {
        var body = "{'kind':'%s','topic':'o','subscription':'b','select':{'from':'%s'},'force':%s}";
        var limit = NOON.minus(Duration.ofDays(14));
        assertThat(valid(body.formatted(kind, limit, false)).reachesBehindMemory())
                .isFalse();
        var before = limit.minusMillis(1);
        assertThat(((Validated.Invalid<JobRequest>) read(body.formatted(kind, before, false))).sentence())
                .contains("select.from", "is more than 14 days ago", "force allows it");
        assertThat(valid(body.formatted(kind, before, true)).reachesBehindMemory())
                .isTrue();
    }

    @Test
    void blobsOfAnyAgeComeBack() {
        var request = valid("""
            {'kind':'redrive','topic':'o','subscription':'b','from':'blobs','select':{'from':'2020-01-01T00:00:00Z'}}\
            """);
        assertThat(request.reachesBehindMemory()).isTrue();
    }

    @Test
    void longIdsAndLongBodiesAreRefused() {
        var body = "{'kind':'redrive','topic':'o','subscription':'b','select':{'eventIds':['%s']}}";
        assertThat(read(body.formatted("i".repeat(256)))).isInstanceOf(Validated.Valid.class);
        assertThat(((Validated.Invalid<JobRequest>) read(body.formatted("i".repeat(257)))).sentence())
                .contains("at most 256 characters");
        assertThat(((Validated.Invalid<JobRequest>) read(body.formatted("i".repeat(65_536)))).sentence())
                .contains("at most 65536 bytes");
    }

    @Test
    void aRedriveEndsWhenItWasCreatedAtTheLatest() {
        var select = "'topic':'o','subscription':'b','select':{'to':'2027-01-01T00:00:00Z'}}";
        assertThat(valid("{'kind':'redrive'," + select).select().to()).isEqualTo(NOON);
        assertThat(valid("{'kind':'replay'," + select).select().to()).isAfter(NOON);
    }

    @Test
    void aRecordOfALaterReleaseMayHaveMoreMembers() throws IOException {
        var record = """
            {"kind":"replay","topic":"orders","subscription":"billing","select":{"colour":"red"},"priority":1,
            "created":"2026-11-22T12:00:00Z","createdBy":"anna"}\
            """;
        assertThat(JobRequestJson.ofRecord(record.getBytes(UTF_8)).createdBy()).isEqualTo("anna");
        assertThatIOException().isThrownBy(() -> JobRequestJson.ofRecord("{}".getBytes(UTF_8)));
    }

    private static JobRequest valid(String body) {
        return switch (read(body)) {
            case Validated.Valid<JobRequest>(var request) -> request;
            case Validated.Invalid<JobRequest> invalid -> throw new AssertionError(invalid.sentence());
        };
    }

    private static Validated<JobRequest> read(String body) {
        return JobRequestJson.read(
                body.replace('\'', '"').getBytes(UTF_8),
                NOON,
                "admin",
                (host, _) -> host.equals("hooks.example")
                        ? List.of(new SubscriptionKey("news", "a"), new SubscriptionKey("orders", "b"))
                        : List.of());
    }
}
