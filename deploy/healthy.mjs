// The health check of every image that is ours: what the part says of itself. Draining is healthy; it ends by itself.
const answer = await fetch(`http://127.0.0.1:${process.env.METRICS_PORT}/health/live`).catch(() => undefined)
process.exit(answer?.ok ? 0 : 1)
