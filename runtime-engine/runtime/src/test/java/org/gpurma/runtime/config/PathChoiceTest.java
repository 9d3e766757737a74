package org.gpurma.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PathChoiceTest {

  @ParameterizedTest
  @EnumSource(PathChoice.class)
  void aJobThatChoosesNothingTakesWhatTheProcessIsSetUpFor(PathChoice setting) {
    assertThat(setting.unless(org.gpurma.wire.PathChoice.PATH_CHOICE_UNSPECIFIED))
        .isEqualTo(setting);
  }

  @ParameterizedTest
  @EnumSource(PathChoice.class)
  void aJobsOwnChoiceCounts(PathChoice setting) {
    assertThat(setting.unless(org.gpurma.wire.PathChoice.NETWORK)).isEqualTo(PathChoice.NETWORK);
    assertThat(setting.unless(org.gpurma.wire.PathChoice.NEAREST)).isEqualTo(PathChoice.NEAREST);
  }

  @Test
  void aChoiceThatThisRuntimeDoesNotKnowIsRefused() {
    assertThatThrownBy(() -> PathChoice.NEAREST.unless(org.gpurma.wire.PathChoice.UNRECOGNIZED))
        .hasMessageContaining("path");
  }
}
