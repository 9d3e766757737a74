-- A small job spec with its program in it.
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/yaml"
wrk.body = [[
apiVersion: gpurma/v1
kind: Job
metadata: {name: load, labels: {suite: load}}
program: {entry: k, source: "__global__ void k(gpurma_context_handle c) {}"}
resources: {gpus: 1}
walltime: 10m
]]
