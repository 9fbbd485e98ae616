package io.tidings.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.condition.AnnouncedMark;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.event.RejectionReason;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.health.HoldUse;
import io.tidings.contract.health.RecoveryProgress;
import io.tidings.contract.job.JobKind;
import io.tidings.contract.job.JobRequest.Letters;
import io.tidings.contract.job.JobState;
import io.tidings.contract.job.JobWish;
import io.tidings.contract.subscription.AttemptLogging;
import io.tidings.contract.subscription.FilterOperator;
import io.tidings.contract.subscription.Recovery;
import io.tidings.contract.subscription.RetryProfile.Floors;
import io.tidings.contract.subscription.RetryProfile.Preset;
import io.tidings.contract.subscription.WhilePaused;
import io.tidings.contract.table.ProvisioningState;
import io.tidings.contract.table.StartState;
import io.tidings.contract.topic.SourceFormat;
import io.tidings.contract.topic.SourceStart;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class WireNameTest {
    static Stream<Arguments> words() {
        return Stream.of(
                Arguments.of(AnnouncedMark.values(), "probation validation deadLetters expiration gone outage"),
                Arguments.of(
                        LastOutcome.values(),
                        "BadRequest Unauthorized Forbidden NotFound TimedOut PayloadTooLarge Busy SocketError"
                                + " ResolutionError GenericError Probation Delivering Aborted Canceled"),
                Arguments.of(
                        RejectionReason.values(),
                        "NoTopic UnknownTopic WrongTopic WrongSchema SchemaMismatch InvalidJson InvalidEvent TooLarge"
                                + " UnknownFormat InvalidDelivery TooManyHops Duplicate Unprocessable"),
                Arguments.of(EndpointHealth.State.values(), "Healthy OnProbation Probing"),
                Arguments.of(HoldUse.values(), "Half All"),
                Arguments.of(WhilePaused.values(), "expire hold"),
                Arguments.of(RecoveryProgress.State.values(), "Moving Stopped Completed"),
                Arguments.of(JobKind.values(), "redrive replay start"),
                Arguments.of(Letters.values(), "topic blobs"),
                Arguments.of(JobState.values(), "Queued Running Paused Done Cancelled Failed"),
                Arguments.of(JobWish.values(), "run pause cancel"),
                Arguments.of(AttemptLogging.values(), "all failures"),
                Arguments.of(
                        FilterOperator.values(),
                        "NumberIn NumberNotIn NumberLessThan NumberLessThanOrEquals NumberGreaterThan"
                                + " NumberGreaterThanOrEquals NumberInRange NumberNotInRange BoolEquals StringContains"
                                + " StringNotContains StringBeginsWith StringNotBeginsWith StringEndsWith"
                                + " StringNotEndsWith StringIn StringNotIn IsNullOrUndefined IsNotNull"),
                Arguments.of(Recovery.values(), "forward schedule"),
                Arguments.of(Floors.values(), "event-grid none"),
                Arguments.of(Preset.values(), "event-grid event-grid-edge exponential"),
                Arguments.of(ProvisioningState.values(), "Creating Updating Succeeded AwaitingManualAction Failed"),
                Arguments.of(StartState.values(), "open done"),
                Arguments.of(SourceFormat.values(), "json avro cloudevents event-grid"),
                Arguments.of(SourceStart.values(), "latest earliest"));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("words")
    void theNamesOnTheWireStayWhatEarlierReleasesWrote(WireName[] constants, String words) {
        assertThat(Arrays.stream(constants).map(WireName::wireName)).containsExactly(words.split(" ", -1));
    }

    @Test
    void aNameIsReadExactlyUnlessAnyCaseIsAllowed() {
        assertThat(WireName.of(LastOutcome.class, "TimedOut")).contains(LastOutcome.TIMED_OUT);
        assertThat(WireName.of(LastOutcome.class, "timedout")).isEmpty();
        assertThat(WireName.inAnyCase(LastOutcome.class, "timedout")).contains(LastOutcome.TIMED_OUT);
        assertThat(WireName.inAnyCase(LastOutcome.class, "TIMED_OUT")).isEmpty();
    }
}
