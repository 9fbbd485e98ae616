package io.tidings.benchmark.campaign.check;

import java.util.function.Consumer;

/** One promise, judged for one event and subscription. */
interface Rule {
    void judge(Story story, Consumer<Violation> found);
}
