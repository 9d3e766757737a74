package org.gpurma.service.web;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What the server refuses before any handler, TRACE say, is a problem like all others. */
@RestController
@NeedsNoKey
final class RefusalController implements ErrorController {
  @RequestMapping("${server.error.path:/error}")
  ResponseEntity<ProblemDetail> refused(HttpServletRequest request) {
    if (!(request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer status)) {
      throw ApiException.notFound("There is nothing here; it is where refused requests end");
    }
    ProblemDetail problem = Problems.problem(ProblemType.of(status), detail(status, request));
    problem.setInstance(refusedUri(request));
    return Problems.respond(problem);
  }

  private static String detail(int status, HttpServletRequest request) {
    return status == HttpStatus.METHOD_NOT_ALLOWED.value()
        ? "It has no method " + request.getAttribute(RequestDispatcher.ERROR_METHOD)
        : "The server refused it with status " + status;
  }

  private static URI refusedUri(HttpServletRequest request) {
    return request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI) instanceof String uri
        ? URI.create(uri)
        : null;
  }
}
