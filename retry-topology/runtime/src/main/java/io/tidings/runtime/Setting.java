package io.tidings.runtime;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.jspecify.annotations.Nullable;

/**
 * A setting without its documentation: {@code duration("worker.patience", "2s", atLeast("10ms")).low("How long …")}.
 *
 * @param initial the default; null if there is none
 * @param rule that values must keep; null for any value of the type
 */
public record Setting(
        String name,
        Type type,
        @Nullable Object initial,
        @Nullable Validator rule) {
    @FunctionalInterface
    public interface Definition {
        void addTo(ConfigDef definitions);
    }

    /** Adds settings to definitions, in their order. */
    public static ConfigDef define(ConfigDef definitions, Definition... settings) {
        group(settings).addTo(definitions);
        return definitions;
    }

    /** Settings that belong together, in their order. */
    public static Definition group(Definition... settings) {
        return definitions -> Arrays.stream(settings).forEach(each -> each.addTo(definitions));
    }

    public static Setting text(String name) {
        return new Setting(name, Type.STRING, null, null);
    }

    public static Setting text(String name, String initial) {
        return new Setting(name, Type.STRING, initial, null);
    }

    public static Setting text(String name, String initial, Validator rule) {
        return new Setting(name, Type.STRING, initial, rule);
    }

    /** Read by {@link SettingDuration}. */
    public static Setting duration(String name, String initial, Validator rule) {
        return new Setting(name, Type.STRING, initial, rule);
    }

    public static Setting integer(String name, int initial) {
        return new Setting(name, Type.INT, initial, null);
    }

    public static Setting integer(String name, int initial, Validator rule) {
        return new Setting(name, Type.INT, initial, rule);
    }

    public static Setting largeInteger(String name, long initial, Validator rule) {
        return new Setting(name, Type.LONG, initial, rule);
    }

    public static Setting decimal(String name, double initial, Validator rule) {
        return new Setting(name, Type.DOUBLE, initial, rule);
    }

    public static Setting flag(String name, boolean initial) {
        return new Setting(name, Type.BOOLEAN, initial, null);
    }

    public static Setting requiredList(String name) {
        return new Setting(name, Type.LIST, ConfigDef.NO_DEFAULT_VALUE, null);
    }

    public static Setting list(String name, Validator rule) {
        return new Setting(name, Type.LIST, List.of(), rule);
    }

    /** Never printed. */
    public static Setting secret(String name) {
        return new Setting(name, Type.PASSWORD, null, null);
    }

    /** Never printed. */
    public static Setting secret(String name, Validator rule) {
        return new Setting(name, Type.PASSWORD, null, rule);
    }

    /**
     * @param check throws a {@code ConfigException} for a value that breaks the rule
     * @param accepted the values that keep it, for the documentation
     */
    public static Validator checked(BiConsumer<String, Object> check, String accepted) {
        return ConfigDef.LambdaValidator.with(check, () -> accepted);
    }

    public Definition high(String documentation) {
        return definition(Importance.HIGH, documentation);
    }

    public Definition medium(String documentation) {
        return definition(Importance.MEDIUM, documentation);
    }

    public Definition low(String documentation) {
        return definition(Importance.LOW, documentation);
    }

    private Definition definition(Importance importance, String documentation) {
        return definitions -> definitions.define(name, type, initial, rule, importance, documentation);
    }
}
