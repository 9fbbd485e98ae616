package io.tidings.contract.job;

import io.tidings.contract.WireName;

/** What an operator last asked of a job. */
public enum JobWish implements WireName {
    RUN,
    PAUSE,
    CANCEL
}
