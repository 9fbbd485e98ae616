package io.tidings.testbed;

/** JSON values that cost a careless reader its memory, its stack or its time. Each fits into an event of 1 MiB. */
public enum HostileJson {
    HUGE_EXPONENT("1e999999999"),
    TINY_EXPONENT("-1e-999999999"),
    EXPONENT_OUT_OF_RANGE("100e2147483647"),
    MANY_DIGITS("1".repeat(900)),
    MORE_DIGITS_THAN_ALLOWED("1".repeat(1_000_000)),
    DEEP_ARRAYS("[".repeat(900) + "]".repeat(900)),
    DEEP_OBJECTS("{\"k\":".repeat(900) + "1" + "}".repeat(900)),
    DEEPER_THAN_ALLOWED("[".repeat(500_000) + "]".repeat(500_000)),
    WIDE_ARRAY("[" + "0,".repeat(500_000) + "0]"),
    WIDE_ARRAY_OF_EXPONENTS("[" + "1e999999999,".repeat(80_000) + "0]"),
    WIDE_ARRAY_OF_ARRAYS("[" + "[],".repeat(330_000) + "0]"),
    LONG_TEXT("\"" + "x".repeat(750_000) + "\""),
    MANY_MEMBERS(members(5_000));

    private final String json;

    HostileJson(String json) {
        this.json = json;
    }

    public String json() {
        return json;
    }

    private static String members(int count) {
        var object = new StringBuilder("{");
        for (int i = 0; i < count; i++) {
            object.append("\"m").append(i).append("\":1e999999999,");
        }
        return object.append("\"k\":1}").toString();
    }
}
