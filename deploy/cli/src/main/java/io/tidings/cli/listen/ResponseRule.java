package io.tidings.cli.listen;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/** The statuses that deliveries get: first some failures, then successes. Safe for use by many threads. */
final class ResponseRule {
    private static final int ALWAYS = -1;
    private static final int ACCEPTED = 200;
    private static final Pattern STATUS = Pattern.compile("/status/([2-5]\\d\\d)(\\?.*)?");

    private final int status;
    private final AtomicInteger failuresLeft;

    private ResponseRule(int status, int failures) {
        this.status = status;
        this.failuresLeft = new AtomicInteger(failures);
    }

    static ResponseRule always(int status) {
        return new ResponseRule(status, ALWAYS);
    }

    static ResponseRule failing(int requests, int status) {
        return new ResponseRule(status, requests);
    }

    /** Returns the status in a path such as {@code /status/503}, or the next one. */
    int next(String path) {
        var asked = STATUS.matcher(path);
        if (asked.matches()) {
            return Integer.parseInt(asked.group(1));
        }
        int before = failuresLeft.getAndUpdate(left -> left > 0 ? left - 1 : left);
        return before == 0 ? ACCEPTED : status;
    }
}
