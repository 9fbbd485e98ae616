package io.tidings.worker.desk;

import io.tidings.contract.lane.LockToken;
import io.tidings.worker.receive.HandOuts.Failure;
import org.jspecify.annotations.Nullable;

/** @param failure null if the token did what it was to do */
public record TokenResult(LockToken token, @Nullable Failure failure) {}
