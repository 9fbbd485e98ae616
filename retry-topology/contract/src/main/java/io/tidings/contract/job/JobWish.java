package io.tidings.contract.job;

import io.tidings.contract.WireName;

/** The last request of an operator to a job. */
public enum JobWish implements WireName {
    RUN,
    PAUSE,
    CANCEL
}
