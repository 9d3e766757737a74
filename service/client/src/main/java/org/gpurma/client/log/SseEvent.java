package org.gpurma.client.log;

/**
 * One server-sent event.
 *
 * @param id the last id the stream has given, which resumes right behind this event
 */
record SseEvent(String name, String id, String data) {}
