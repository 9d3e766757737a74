-- The same from 100 connections that pause between two requests, so that they make RATE a second together.
dofile(debug.getinfo(1, "S").source:match("@?(.*/)") .. "submit.lua")

local pause = 100

function init(arguments)
  math.randomseed(1)
  pause = 100 * 1000 / tonumber(arguments[1])
end

-- The answer takes its time, too: the rate is a little lower.
function delay()
  return math.random(0, math.floor(2 * pause))
end
