package org.gpurma.service.scheduling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** How GPUs come free as jobs reach their expected ends, if no other job starts. */
final class Outlook {
  private record Release(long at, Running job) {}

  private final Inventory inventory;
  private final List<Release> releases;

  Outlook(Snapshot snapshot, Policy policy, List<Start> begun) {
    this.inventory = snapshot.inventory();
    long now = snapshot.now();
    List<Running> running = snapshot.running().all();
    this.releases = new ArrayList<>(running.size() + begun.size());
    for (Running job : running) {
      boolean overdue = job.expectedEnd() <= now;
      releases.add(new Release(overdue ? now + policy.overrun() : job.expectedEnd(), job));
    }
    for (Start start : begun) {
      Running job = start.running(now);
      releases.add(new Release(job.expectedEnd(), job));
    }
    releases.sort(Comparator.comparingLong(Release::at));
  }

  /** What a job would find at the earliest time at which it fits. */
  record Fit(long at, List<Share> shares, Offer offer) {}

  /**
   * @param held GPUs held on each node now
   * @param notBefore the time from which on a fit counts; now or later
   */
  Optional<Fit> earliest(Packing packing, Offer now, int[] held, long notBefore) {
    int[] stillHeld = held.clone();
    Offer offer = now.copy();
    int next = 0;
    long at = notBefore;
    while (true) {
      boolean counts = next == releases.size() || releases.get(next).at() > notBefore;
      if (counts && offer.total() >= packing.shape().gpus() && packing.fits(offer)) {
        return Optional.of(new Fit(Math.max(at, notBefore), packing.choose(offer), offer));
      }
      if (next == releases.size()) {
        return Optional.empty();
      }
      at = releases.get(next).at();
      while (next < releases.size() && releases.get(next).at() == at) {
        release(releases.get(next).job(), stillHeld, offer);
        next++;
      }
    }
  }

  private void release(Running job, int[] held, Offer offer) {
    for (Share share : job.shares()) {
      int node = share.node();
      held[node] -= share.held();
      offer.set(node, Math.max(0, inventory.usable(node) - held[node]), held[node] == 0);
    }
  }

  /** When a project holds no more than so many GPUs; empty where it never does. */
  OptionalLong quotaTime(String project, int heldNow, int most) {
    int held = heldNow;
    for (Release release : releases) {
      if (held <= most) {
        break;
      }
      held -= release.job().project().equals(project) ? release.job().held() : 0;
      if (held <= most) {
        return OptionalLong.of(release.at());
      }
    }
    return OptionalLong.empty();
  }

  /** What a project still holds at some time of what it holds now. */
  int heldAt(String project, int heldNow, long time) {
    int held = heldNow;
    for (Release release : releases) {
      if (release.at() > time) {
        break;
      }
      held -= release.job().project().equals(project) ? release.job().held() : 0;
    }
    return held;
  }
}
