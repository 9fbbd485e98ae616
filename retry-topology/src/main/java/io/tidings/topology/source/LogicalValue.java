package io.tidings.topology.source;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/**
 * Avro's logical types in JSON: times in ISO 8601, decimals as numbers, UUIDs as text. The library has checked that each
 * stands on a type that it may stand on; another one is its type.
 */
final class LogicalValue {
    /** Numbers with more digits are not read. */
    private static final int MOST_DIGITS = 1000;

    private static final int BYTES_OF_MOST_DIGITS = 415;

    private LogicalValue() {}

    static void write(long value, Schema schema, JsonGenerator json) throws IOException {
        switch (name(schema)) {
            case "date" -> json.writeString(LocalDate.ofEpochDay(value).toString());
            case "time-millis" -> json.writeString(time(Math.multiplyExact(value, 1_000_000L)));
            case "time-micros" -> json.writeString(time(Math.multiplyExact(value, 1000L)));
            case "timestamp-millis" ->
                json.writeString(instant(value, ChronoUnit.MILLIS).toString());
            case "timestamp-micros" ->
                json.writeString(instant(value, ChronoUnit.MICROS).toString());
            case "timestamp-nanos" ->
                json.writeString(instant(value, ChronoUnit.NANOS).toString());
            case "local-timestamp-millis" -> json.writeString(local(value, ChronoUnit.MILLIS));
            case "local-timestamp-micros" -> json.writeString(local(value, ChronoUnit.MICROS));
            case "local-timestamp-nanos" -> json.writeString(local(value, ChronoUnit.NANOS));
            default -> json.writeNumber(value);
        }
    }

    static void write(byte[] value, Schema schema, JsonGenerator json) throws IOException {
        if (schema.getLogicalType() instanceof LogicalTypes.Decimal decimal) {
            json.writeNumber(decimal(value, decimal.getScale()));
        } else if (name(schema).equals("uuid")) {
            var halves = ByteBuffer.wrap(value);
            json.writeString(new UUID(halves.getLong(), halves.getLong()).toString());
        } else {
            json.writeBinary(value);
        }
    }

    private static String name(Schema schema) {
        return schema.getLogicalType() == null ? "" : schema.getLogicalType().getName();
    }

    private static String time(long nanos) {
        return LocalTime.ofNanoOfDay(nanos).format(DateTimeFormatter.ISO_LOCAL_TIME);
    }

    private static Instant instant(long value, ChronoUnit unit) {
        return Instant.EPOCH.plus(value, unit);
    }

    private static String local(long value, ChronoUnit unit) {
        return LocalDateTime.ofInstant(instant(value, unit), ZoneOffset.UTC)
                .format(DateTimeFormatter.ISO_LOCAL_DATE_TIME);
    }

    private static String decimal(byte[] unscaled, int scale) throws IOException {
        if (unscaled.length == 0 || unscaled.length > BYTES_OF_MOST_DIGITS || scale > MOST_DIGITS) {
            throw new IOException("a decimal has no digits, or more than " + MOST_DIGITS);
        }
        return new BigDecimal(new BigInteger(unscaled), scale).toPlainString();
    }
}
