-- Reads a list page by page, and again from its beginning.
local first, path

function init()
  first = wrk.path
  path = first
end

function request()
  return wrk.format("GET", path)
end

function response(_, _, body)
  local cursor = body:match('"next":"([^"]+)"')
  path = cursor and (first .. "&cursor=" .. cursor) or first
end
