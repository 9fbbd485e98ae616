package io.tidings.ingest.job;

import io.tidings.ingest.overview.OverviewApi;
import io.tidings.ingest.timeline.TimelineApi;

/** What operators do beside the management of topics and subscriptions. */
public record OperatorApis(
        JobApi jobs, FilterTrialApi filters, TestEventApi tests, TimelineApi timeline, OverviewApi overview) {}
