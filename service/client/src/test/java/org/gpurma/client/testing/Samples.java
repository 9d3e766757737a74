package org.gpurma.client.testing;

/** Documents as the job service writes them. */
public final class Samples {

  private Samples() {}

  public static String logEvent(long cursor, int rank, String text) {
    return """
        id: %d
        event: log
        data: {"cursor":"%d","channel":"rank","rank":%d,"seq":0,"deviceTimeNs":17,"time":"2026-01-01T00:00:01.5Z","text":"%s"}

        """
        .formatted(cursor, cursor, rank, text);
  }

  public static String endEvent(String state) {
    return "event: end\ndata: {\"state\":\"" + state + "\"}\n\n";
  }

  public static String queued() {
    return job(
        "QUEUED", "{\"state\":\"QUEUED\",\"at\":\"2026-01-01T00:00:00Z\",\"reason\":null}", "");
  }

  public static String succeeded() {
    return job(
        "SUCCEEDED",
        """
        {"state":"QUEUED","at":"2026-01-01T00:00:00Z","reason":null},
        {"state":"RUNNING","at":"2026-01-01T00:00:01Z","reason":null},
        {"state":"SUCCEEDED","at":"2026-01-01T00:00:02.250Z","reason":null}
        """,
        """
        ,"kernelMillis":12.5,
        "check":{"passed":true,"results":[{"kind":"sum","passed":true,"detail":"7407.69"}]},
        "outputs":[{"name":"out.f32","bytes":59904,"sha256":"ab12"}],
        "aFieldOfTomorrow":{"x":1}
        """);
  }

  public static String failed() {
    return job(
        "FAILED",
        """
        {"state":"QUEUED","at":"2026-01-01T00:00:00Z","reason":null},
        {"state":"FAILED","at":"2026-01-01T00:00:02Z","reason":"ProgramFailed"}
        """,
        """
        ,"failure":{"kind":"ASSERTION","rank":3,"process":0,"node":"n1","gpu":"emulated-0",
        "file":"kernel.cu","line":17,"message":"count == 3"}
        """);
  }

  public static String waiting() {
    return job(
        "QUEUED",
        "{\"state\":\"QUEUED\",\"at\":\"2026-01-01T00:00:00Z\",\"reason\":null}",
        """
        ,"waiting":{"ahead":1,"blockers":[{"kind":"Held","message":"it is held"}],"earliestStart":null}
        """);
  }

  /** A job of a list. */
  public static String summary(String id, String state) {
    return """
        {"id":"%s","name":"a","project":"p","priority":0,"gpus":2,"labels":{},"array":null,
         "createdAt":"2026-01-01T00:00:00Z","status":{"state":"%s","attempt":1,"held":false}}
        """
        .formatted(id, state);
  }

  public static String array() {
    return """
        {"id":"sweep-4","name":"sweep","size":2,"maxParallel":0,"states":{"QUEUED":1,"RUNNING":1},
         "jobs":[%s,%s]}
        """
        .formatted(summary("sweep-4", "RUNNING"), summary("sweep-5", "QUEUED"));
  }

  private static String job(String state, String transitions, String more) {
    String reason = state.equals("FAILED") ? "\"ProgramFailed\"" : "null";
    return """
        {"id":"hello-world-1","name":"hello-world","createdAt":"2026-01-01T00:00:00Z","spec":{},
         "status":{"state":"%s","reason":%s,"message":null,"attempt":1,"transitions":[%s],
         "command":["mpirun","-n","2","gpurma-runtime"],"processes":[{"index":0,"node":"n1","gpu":"emulated-0",
         "gpuName":"Emulated GPU","cores":"0","rankStart":0,"rankCount":8,"pid":4711}],
         "logLines":16%s}}
        """
        .formatted(state, reason, transitions, more);
  }
}
