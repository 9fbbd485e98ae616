package io.tidings.export.selection;

/** A redrive of the same subscription before this one, completed or not. */
public interface EarlierRedrive {
    /** Returns whether it has already made a delivery of the candidate. */
    boolean took(RedriveCandidate candidate);
}
