/** Metrics, alerts and traces, as monitoring systems ask for them. */
package io.tidings.acceptance.monitoring;
