/** Kafka as others run it: topics of other owners, brokers of other versions, and two clusters. */
package io.tidings.acceptance.kafka;
