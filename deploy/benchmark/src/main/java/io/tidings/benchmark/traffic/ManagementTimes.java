package io.tidings.benchmark.traffic;

import io.tidings.benchmark.report.Measurements;
import io.tidings.testbed.cluster.ManagementClient;
import io.tidings.testbed.report.Percentiles;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * The duration of requests of management.
 *
 * @param endpoint of the subscriptions that are changed
 */
public record ManagementTimes(ManagementClient api, String endpoint) {
    private static final String LAST_TOPIC = ResourceSetup.unmatchedTopic(ResourceSetup.UNMATCHED_TOPICS - 1);
    private static final String LIST = "/topics/" + LAST_TOPIC + "/eventSubscriptions";

    /** Adds the percentiles of so many requests of each kind; a change responds when ingest has read it back. */
    public Measurements measured(int times, Measurements sofar) {
        var findings = sofar;
        findings = with(findings, "change", times, "PUT", LIST + "/changed");
        findings = with(findings, "list, first page", times, "GET", LIST + "?$top=100");
        findings = with(findings, "list, from the middle", times, "GET", LIST + "?$top=100&$skiptoken=s-5");
        findings = with(findings, "list, filtered", times, "GET", LIST + "?$filter=contains(name,'9')");
        findings = with(findings, "topics, first page", times, "GET", "/topics?$top=100");
        return with(findings, "overview", times, "GET", "/overview");
    }

    private Measurements with(Measurements sofar, String what, int times, String method, String path) {
        var micros = new Histogram(2);
        for (int i = 0; i < times; i++) {
            var json = method.equals("PUT") ? subscription(i) : "";
            long begun = System.nanoTime();
            var response = api.manage(method, path.replace("$", "%24").replace("'", "%27"), json);
            micros.recordValue(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - begun));
            if (!response.successful()) {
                throw new IllegalStateException(
                        "%s %s: %d %s".formatted(method, path, response.statusCode(), response.body()));
            }
        }
        return sofar.with(what, Percentiles.of(micros));
    }

    private String subscription(int version) {
        return """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s/changed%d/ok"}},\
            "filter":{"subjectBeginsWith":"nothing"},"eventDeliverySchema":"CloudEventSchemaV1_0"}}\
            """.formatted(endpoint, version);
    }
}
