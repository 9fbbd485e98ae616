package io.tidings.ingest;

import io.tidings.contract.RetryLadder;
import io.tidings.contract.counts.CountsTable;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.KafkaEvents;
import io.tidings.contract.job.JobTable;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.contract.table.ResourceTable;
import io.tidings.ingest.job.FilterTrialApi;
import io.tidings.ingest.job.JobApi;
import io.tidings.ingest.job.JobLog;
import io.tidings.ingest.job.OperatorApis;
import io.tidings.ingest.job.TestEventApi;
import io.tidings.ingest.overview.MatchingWatch;
import io.tidings.ingest.overview.OverviewApi;
import io.tidings.ingest.overview.PresentSubscriptions;
import io.tidings.ingest.overview.RecentActivity;
import io.tidings.ingest.overview.StorageConditions;
import io.tidings.ingest.publish.EventAppender;
import io.tidings.ingest.timeline.SharedCounts;
import io.tidings.ingest.timeline.SourceRecords;
import io.tidings.ingest.timeline.TimelineApi;
import io.tidings.runtime.ProgramScope;
import io.tidings.runtime.follower.Followed;
import io.tidings.runtime.timeline.TimelineClient;
import io.tidings.runtime.timeline.TimelineUnavailableException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;

/** Opens the parts that operators use beside the management of topics and subscriptions. */
record Operators(
        ProgramScope scope,
        IngestConfig config,
        Admin admin,
        ResourceTable table,
        EndpointHealthTable health,
        CountsTable counts,
        StorageConditions conditions,
        Clock clock) {
    /** Longer than the timeline waits for its other instances. */
    private static final Duration TIMELINE_PATIENCE = Duration.ofSeconds(8);

    OperatorApis open(Producer<byte[], byte[]> producer, EventAppender appender) {
        var log = config.log();
        var reader = new EventReader(config.resources().ids());
        var jobs = new JobTable();
        var follower = scope.follow(Followed.jobs(log.topics(), jobs)).awaitCaughtUp();
        var timeline = timeline();
        return new OperatorApis(
                new JobApi(jobs, new JobLog(producer, log.topics(), follower), table, clock, new SecureRandom()),
                new FilterTrialApi(table, reader, clock),
                new TestEventApi(table, reader, appender, clock),
                timeline(timeline),
                overview(timeline, jobs));
    }

    private TimelineApi.Timeline timeline() {
        var settings = config.timeline();
        var client = scope.open(new TimelineClient(settings.secret(), TIMELINE_PATIENCE));
        var url = settings.url();
        return new SharedCounts(
                query -> {
                    if (url == null) {
                        throw new TimelineUnavailableException(
                                "there is no timeline: the setting timeline.url is empty");
                    }
                    return client.ask(url, query);
                },
                clock);
    }

    private TimelineApi timeline(TimelineApi.Timeline timeline) {
        return new TimelineApi(
                timeline,
                table,
                counts,
                scope.open(
                        new SourceRecords(config.log().clients(), config.log().topics())),
                new KafkaEvents(EventReader.ofAccepted(config.resources().ids())),
                new RetryLadder(config.log().scale()),
                clock);
    }

    private OverviewApi overview(TimelineApi.Timeline timeline, JobTable jobs) {
        return new OverviewApi(
                new PresentSubscriptions(table, health, counts),
                jobs,
                new RecentActivity(timeline),
                new MatchingWatch(admin, config.log().topics(), clock),
                conditions,
                clock);
    }
}
