package org.gpurma.service.scheduling;

/** GPUs of the kinds that will do for a job: free, held by jobs, and out of service. */
record Tally(int free, int held, int unusable) {
  static Tally of(Packing packing, Offer now, int[] heldOn) {
    Inventory inventory = now.inventory();
    int free = 0;
    int held = 0;
    int unusable = 0;
    for (int node = 0; node < heldOn.length; node++) {
      if (packing.mayUse(node)) {
        free += now.of(node);
        held += heldOn[node];
        unusable += inventory.node(node).unusable();
      }
    }
    return new Tally(free, held, unusable);
  }
}
