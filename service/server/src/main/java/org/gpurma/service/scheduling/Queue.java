package org.gpurma.service.scheduling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The jobs that wait, by project. Immutable. */
public final class Queue {
  private final long priorityPoint;
  private final Map<String, Lane> lanes;
  private final Map<Shape, Integer> shapes;
  private final List<Shape> shapeList;
  private final long[] shortest;
  private final int size;

  private Queue(
      long priorityPoint,
      Map<String, Lane> lanes,
      Map<Shape, Integer> shapes,
      List<Shape> shapeList,
      long[] shortest,
      int size) {
    this.priorityPoint = priorityPoint;
    this.lanes = lanes;
    this.shapes = shapes;
    this.shapeList = shapeList;
    this.shortest = shortest;
    this.size = size;
  }

  public static Queue empty(Policy policy) {
    return new Queue(policy.priorityPoint(), Map.of(), Map.of(), List.of(), new long[0], 0);
  }

  public Queue with(Collection<Request> added) {
    if (added.isEmpty()) {
      return this;
    }
    var allShapes = new HashMap<>(shapes);
    var shapesInOrder = new ArrayList<>(shapeList);
    Map<String, List<Lane.Entry>> byProject = new HashMap<>();
    for (Request request : added) {
      int shape =
          allShapes.computeIfAbsent(
              request.shape(),
              fresh -> {
                shapesInOrder.add(fresh);
                return shapesInOrder.size() - 1;
              });
      byProject
          .computeIfAbsent(request.project(), _ -> new ArrayList<>())
          .add(new Lane.Entry(request, key(request), shape));
    }
    var all = new HashMap<>(lanes);
    byProject.forEach(
        (project, entries) ->
            all.put(project, all.getOrDefault(project, Lane.empty()).with(entries)));
    return new Queue(
        priorityPoint,
        all,
        allShapes,
        shapesInOrder,
        shortest(byProject.values(), shapesInOrder.size()),
        size + added.size());
  }

  private long[] shortest(Collection<List<Lane.Entry>> added, int shapeCount) {
    long[] now = Arrays.copyOf(shortest, shapeCount);
    Arrays.fill(now, shortest.length, shapeCount, Long.MAX_VALUE);
    for (List<Lane.Entry> entries : added) {
      for (Lane.Entry entry : entries) {
        now[entry.shape()] = Math.min(now[entry.shape()], entry.request().walltime());
      }
    }
    return now;
  }

  public Queue without(Collection<Request> removed) {
    if (removed.isEmpty()) {
      return this;
    }
    Map<String, List<Lane.Entry>> byProject = new HashMap<>();
    for (Request request : removed) {
      byProject
          .computeIfAbsent(request.project(), _ -> new ArrayList<>())
          .add(new Lane.Entry(request, key(request), 0));
    }
    var left = new HashMap<>(lanes);
    int gone = 0;
    for (var entry : byProject.entrySet()) {
      Lane before = left.getOrDefault(entry.getKey(), Lane.empty());
      Lane after = before.without(entry.getValue());
      gone += before.size() - after.size();
      if (after.size() == 0) {
        left.remove(entry.getKey());
      } else {
        left.put(entry.getKey(), after);
      }
    }
    return size == gone
        // Shapes that nobody asks for any more are forgotten with the last job.
        ? new Queue(priorityPoint, Map.of(), Map.of(), List.of(), new long[0], 0)
        : new Queue(priorityPoint, left, shapes, shapeList, shortest, size - gone);
  }

  public int size() {
    return size;
  }

  /** In no order of their own. */
  public Stream<Request> requests() {
    return lanes.values().stream().flatMap(lane -> lane.requests().stream());
  }

  /** When a job counts as submitted. */
  long key(Request request) {
    return request.submittedAt() - request.priority() * priorityPoint;
  }

  Map<String, Lane> lanes() {
    return lanes;
  }

  int shapes() {
    return shapeList.size();
  }

  Shape shape(int index) {
    return shapeList.get(index);
  }

  /** No job of that shape has a shorter walltime, in milliseconds. */
  long shortestWalltime(int shape) {
    return shortest[shape];
  }

  /** False only where no job has a higher priority. */
  boolean mayHoldHigherThan(int priority) {
    for (Lane lane : lanes.values()) {
      if (lane.highestPriority() > priority) {
        return true;
      }
    }
    return false;
  }

  boolean contains(Request request) {
    Lane lane = lanes.get(request.project());
    return lane != null && lane.contains(entry(request));
  }

  Lane.Entry entry(Request request) {
    return new Lane.Entry(request, key(request), shapes.getOrDefault(request.shape(), 0));
  }
}
