package io.tidings.ingest.figures;

import static io.tidings.ingest.figures.FigureExamples.NOON;
import static io.tidings.ingest.figures.FigureExamples.NOTHING;
import static io.tidings.ingest.figures.FigureExamples.counted;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.timeline.StatsLine;
import io.tidings.contract.timeline.TimelineQuery;
import io.tidings.contract.timeline.TimelineQuery.Minutes;
import io.tidings.contract.timeline.TimelineResult;
import io.tidings.contract.topic.TopicPattern;
import io.tidings.ingest.access.Grant;
import io.tidings.ingest.access.Principal;
import io.tidings.ingest.access.Role;
import io.tidings.ingest.audit.ManagedRequest;
import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.Response;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class StatsApiTest {
    private static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Instant NOW = NOON.plusSeconds(59);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final FigureExamples known = new FigureExamples();
    private final List<TimelineQuery> asked = new ArrayList<>();
    private final SettingsChanges changes = new SettingsChanges(() -> NOON);
    private TimelineResult result = minutes();
    private final SeriesRecorder series = recorder(1);

    private SeriesRecorder recorder(int most) {
        return new SeriesRecorder(known.table, known.counts, this::ask, most, NOON);
    }

    private TimelineResult ask(TimelineQuery query) {
        asked.add(query);
        return result;
    }

    private StatsApi api() {
        return new StatsApi(this::ask, known.table, series, changes, () -> NOW);
    }

    private static ManagedRequest get(String query) {
        var request =
                new Request("GET", "/", query, "h", false, "127.0.0.1", Map.of(), () -> new Body.Whole(new byte[0]));
        return new ManagedRequest(request, Principal.admin(), "GET", Map.of(), Clock.systemUTC());
    }

    private static JsonNode json(Response response) throws IOException {
        assertThat(response.status()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    private static TimelineResult minutes(StatsLine... lines) {
        return new TimelineResult(
                List.of(1), List.of(), null, Map.of(), List.of(lines), List.of(), Duration.ZERO, List.of());
    }

    private static StatsLine line(Instant minute, long delivered, long failed) {
        return new StatsLine(
                BILLING,
                "u-billing",
                minute,
                delivered,
                failed,
                new TreeMap<>(Map.of("Busy", failed)),
                new TreeMap<>(Map.of(Duration.ofMillis(7), delivered, Duration.ofMillis(191), failed)),
                new TreeMap<>(Map.of(Duration.ofMillis(31), delivered)),
                Duration.ofMillis(45));
    }

    @Test
    void aMinuteShowsItsCountsAndHowLongAttemptsTook() throws IOException {
        result = minutes(line(NOON, 98, 2), new StatsLine(BILLING, "u1", NOON.plusSeconds(60), 1, 0, new TreeMap<>()));
        var json = json(api().ofSubscription(BILLING, get("")));
        assertThat(json.path("value").path(0)).hasToString("""
            {"minute":"2026-11-21T12:00:00Z","delivered":98,"failed":2,"p50Ms":7,"p99Ms":191,"ageP50Ms":31,\
            "ageP99Ms":31,"oldestMs":45,"outcomes":{"Busy":2}}\
            """);
        assertThat(json.path("value").path(1)).hasToString("""
            {"minute":"2026-11-21T12:01:00Z","delivered":1,"failed":0}\
            """);
        assertThat(json.path("behindMs").asInt()).isZero();
    }

    @Test
    void theLastHourIsShownUnlessAskedOtherwise() {
        result = minutes(line(NOON, 1, 0));
        assertThat(api().ofSubscription(BILLING, get("")).status()).isEqualTo(200);
        assertThat(api().ofSubscription(BILLING, get("from=2026-11-21T08:00:30Z&to=2026-11-21T09:00:00Z"))
                        .status())
                .isEqualTo(200);
        assertThat(asked)
                .containsExactly(
                        new Minutes(BILLING, null, NOON.minusSeconds(3600), NOW, MINUTE),
                        new Minutes(
                                BILLING,
                                null,
                                Instant.parse("2026-11-21T08:00:00Z"),
                                Instant.parse("2026-11-21T09:00:00Z"),
                                MINUTE));
        var reversed = api().ofSubscription(BILLING, get("from=2026-11-21T09:01:00Z&to=2026-11-21T09:00:00Z"));
        assertThat(reversed.status()).isEqualTo(400);
        assertThat(api().ofSubscription(BILLING, get("to=noon")).status()).isEqualTo(400);
    }

    @Test
    void nothingIsKnownOfAnUnknownSubscription() {
        assertThat(api().ofSubscription(BILLING, get("")).status()).isEqualTo(404);
        assertThat(api().ofSubscription(BILLING, get("period=day")).status()).isEqualTo(404);
    }

    @Test
    void aPeriodHasAllItsPartsAndTheCountsOfThoseInWhichSomebodyLooked() throws IOException {
        known.subscribe("orders", "billing", NOTHING);
        series.look(NOON);
        known.count(counted("orders", "billing"), 5, 2, 1);
        series.look(NOON.plusSeconds(10));
        // not summed up, as an earlier release of the timeline responds
        result = minutes(line(NOON.minusSeconds(600), 1, 0), line(NOON, 98, 1), line(NOON.plusSeconds(60), 0, 1));
        var json = json(api().ofSubscription(BILLING, get("period=day")));
        var from = NOON.minusSeconds(143 * 600);
        assertThat(asked)
                .containsExactly(
                        new Minutes(BILLING, "u-billing", from, NOON.plusSeconds(600), Duration.ofMinutes(10)));
        assertThat(json.path("step").textValue()).isEqualTo("PT10M");
        assertThat(json.path("since").textValue()).isEqualTo(NOON.toString());
        var value = json.path("value");
        assertThat(value).hasSize(144);
        assertThat(value.path(0)).hasToString("{\"minute\":\"" + from + "\",\"delivered\":0,\"failed\":0}");
        assertThat(value.path(142).path("delivered").asInt()).isOne();
        assertThat(value.path(142).has("waiting")).isFalse();
        assertThat(value.path(143)).hasToString("""
            {"minute":"2026-11-21T12:00:00Z","delivered":98,"failed":2,"p50Ms":7,"p99Ms":191,"ageP50Ms":31,\
            "ageP99Ms":31,"oldestMs":45,"outcomes":{"Busy":2},"matched":5,"deadLettered":1,"dropped":0,"waiting":2}\
            """);
    }

    @Test
    void changesOfTheSettingsStandBesideTheParts() throws IOException {
        changes.watch();
        changes.accept(known.subscribe("orders", "billing", NOTHING));
        changes.accept(known.subscribe("orders", "billing", ",\"paused\":true"));
        var json = json(api().ofSubscription(BILLING, get("period=hour")));
        assertThat(json.path("changes")).hasToString("""
            [{"time":"2026-11-21T12:00:00Z"},{"time":"2026-11-21T12:00:00Z","members":["paused"]}]\
            """);
    }

    @Test
    void aSubscriptionThatIsNotBusyEnoughSaysSo() throws IOException {
        known.subscribe("orders", "audit", NOTHING);
        known.subscribe("orders", "billing", NOTHING);
        series.look(NOON);
        assertThat(json(api().ofSubscription(BILLING, get("period=week"))).path("incomplete"))
                .hasSize(1);
        assertThat(json(api().ofSubscription(new SubscriptionKey("orders", "audit"), get("period=week")))
                        .has("incomplete"))
                .isFalse();
    }

    @Test
    void anUnknownPeriodOrOneBesideTimesIsRefused() {
        assertThat(api().ofSubscription(BILLING, get("period=year")).body()).contains("one of hour, day, week");
        assertThat(api().ofAll(get("period=year")).status()).isEqualTo(400);
        assertThat(api().ofSubscription(BILLING, get("period=day&from=2026-11-21T08:00:30Z"))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void allSubscriptionsTogetherHaveTheirSums() throws IOException {
        known.subscribe("orders", "billing", NOTHING);
        known.subscribe("orders", "audit", NOTHING);
        series.look(NOON);
        known.count(counted("orders", "billing"), 5, 2, 1);
        known.count(counted("orders", "audit"), 1, 1, 0);
        series.look(NOON.plusSeconds(10));
        var json = json(api().ofAll(get("")));
        assertThat(json.path("period").textValue()).isEqualTo("hour");
        assertThat(json.path("value")).hasSize(60);
        assertThat(json.path("value").path(0).size()).isOne();
        assertThat(json.path("value").path(59)).hasToString("""
            {"minute":"2026-11-21T12:00:00Z","matched":6,"deadLettered":1,"dropped":0,"waiting":2,"delivered":3,\
            "failed":0}\
            """);
    }

    @Test
    void allSubscriptionsTogetherShowOutcomesAndQuantilesToWhoSeesAllTopics() throws IOException {
        result = minutes(line(NOON.minusSeconds(60), 98, 2), line(NOON, 98, 2));
        series.lookForFailures(NOON.plusSeconds(240));
        assertThat(json(api().ofAll(get(""))).path("value").path(59)).hasToString("""
            {"minute":"2026-11-21T12:00:00Z","p50Ms":7,"p99Ms":191,"ageP50Ms":31,"ageP99Ms":31,"oldestMs":45,\
            "outcomes":{"Busy":2}}\
            """);
        var ofOneTopic =
                new Grant(Role.ADMIN, TopicPattern.parseAll(List.of("orders")).orElseThrow());
        var anna = new Principal("anna", List.of(ofOneTopic));
        var request = get("").request();
        var part = json(api().ofAll(new ManagedRequest(request, anna, "GET", Map.of(), Clock.systemUTC())))
                .path("value")
                .path(59);
        assertThat(part.has("p50Ms")).isFalse();
    }
}
