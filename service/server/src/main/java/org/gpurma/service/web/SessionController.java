package org.gpurma.service.web;

import jakarta.servlet.http.HttpServletRequest;
import org.gpurma.service.security.ApiKeys;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Gives a browser its user's key to keep: streams of events cannot send headers. */
@RestController
@RequestMapping("/api/v1/session")
@NeedsNoKey
final class SessionController {
  private final ApiKeys keys;

  SessionController(ApiKeys keys) {
    this.keys = keys;
  }

  record Login(String key) {}

  @PostMapping
  ResponseEntity<Void> begin(@RequestBody Login login, HttpServletRequest request) {
    String key = login.key() == null ? "" : login.key().strip();
    if (keys.caller(key).isEmpty()) {
      throw ApiException.unauthorized("That is no API key that holds");
    }
    return answer(cookie(key, request).build());
  }

  @DeleteMapping
  ResponseEntity<Void> end(HttpServletRequest request) {
    return answer(cookie("", request).maxAge(0).build());
  }

  private static ResponseCookie.ResponseCookieBuilder cookie(
      String value, HttpServletRequest request) {
    return ResponseCookie.from(KeyFilter.COOKIE, value)
        .httpOnly(true)
        .secure(request.isSecure())
        .sameSite("Strict")
        .path("/");
  }

  private static ResponseEntity<Void> answer(ResponseCookie cookie) {
    return ResponseEntity.noContent().header(HttpHeaders.SET_COOKIE, cookie.toString()).build();
  }
}
