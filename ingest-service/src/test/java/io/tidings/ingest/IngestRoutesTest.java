package io.tidings.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.ingest.audit.AuditApi;
import io.tidings.ingest.audit.Route;
import io.tidings.ingest.figures.StatsApi;
import io.tidings.ingest.job.FilterTrialApi;
import io.tidings.ingest.job.JobApi;
import io.tidings.ingest.job.TestEventApi;
import io.tidings.ingest.manage.DomainTopicApi;
import io.tidings.ingest.manage.EventTypeApi;
import io.tidings.ingest.manage.ManualValidationApi;
import io.tidings.ingest.manage.SubscriptionApi;
import io.tidings.ingest.manage.TopicApi;
import io.tidings.ingest.overview.AllSubscriptionsApi;
import io.tidings.ingest.overview.OverviewApi;
import io.tidings.ingest.publish.PublishApi;
import io.tidings.ingest.receive.ReceiveApi;
import io.tidings.ingest.timeline.EventsApi;
import io.tidings.ingest.timeline.PayloadApi;
import io.tidings.ingest.timeline.TimelineApi;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** B-SUB-1, B-PUB-2. */
class IngestRoutesTest {
    /** Nothing is asked of them here. */
    private static Stream<Route> routes() {
        var description = new ApiDescription("");
        return Stream.of(
                        IngestRoutes.publishing(
                                description,
                                new PublishApi(null, null, null, null, null, null, null),
                                new ReceiveApi(null, null, null, null),
                                new ManualValidationApi(null, null, null, null)),
                        IngestRoutes.management(
                                description,
                                new TopicApi(null, null, null, null, null, null, null),
                                new DomainTopicApi(null, null, null, null),
                                new EventTypeApi(null, null, null),
                                new SubscriptionApi(null, null, null, null, null, null, null, null),
                                new OverviewApi(null, null, null, null, null, null),
                                new AllSubscriptionsApi(null, null, null),
                                new JobApi(null, null, null, null, null),
                                new FilterTrialApi(null, null, null),
                                new TestEventApi(null, null, null, null),
                                new TimelineApi(null, null, null, null, null, null, null),
                                new EventsApi(null, null, null, null, null),
                                new StatsApi(null, null, null, null, null),
                                new PayloadApi(null, null, null, null),
                                new AuditApi(null)))
                .flatMap(List::stream);
    }

    @Test
    void theRoutesAreTheOperationsOfTheDescription() throws IOException {
        var described = new ObjectMapper()
                .readTree(ApiDescription.read().json())
                .path("paths")
                .propertyStream()
                .flatMap(path -> path.getValue()
                        .propertyStream()
                        .filter(member -> member.getValue().has("operationId"))
                        .map(member -> member.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey() + " "
                                + member.getValue().path("operationId").textValue()));
        assertThat(routes().map(route -> route.method() + " " + route.path() + " " + route.operation())
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(described.toList());
    }
}
