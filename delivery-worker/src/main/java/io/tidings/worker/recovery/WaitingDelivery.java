package io.tidings.worker.recovery;

import io.tidings.contract.delivery.Delivery;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A movable delivery that was found in a tier. */
record WaitingDelivery(ConsumerRecord<byte[], byte[]> record, Delivery delivery) {}
