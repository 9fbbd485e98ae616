package io.tidings.ingest.job;

/** What operators do beside the management of topics and subscriptions. */
public record OperatorApis(JobApi jobs, FilterTrialApi filters, TestEventApi tests) {}
