import { createRegistry } from '@carewatch/platform/telemetry/registry'
import type { FastifyInstance } from 'fastify'
import { Gauge, Histogram, type Registry } from 'prom-client'
import type { Hub } from '../live/hub.ts'
import type { LiveFeed } from '../live/live-feed.ts'

/** Figures for Prometheus; routes by their pattern, never by their address, which names people's devices. */
export function createMetrics(app: FastifyInstance, { hub, feed }: { hub: Hub; feed: LiveFeed }): Registry {
  const register = createRegistry('api')
  const registers = [register]
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long an answer took',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  })
  new Gauge({
    name: 'carewatch_live_sockets',
    help: 'Screens connected to the live socket',
    registers,
    collect() {
      this.set(hub.count())
    },
  })
  new Gauge({
    name: 'carewatch_live_connection_up',
    help: 'Whether the broker is connected',
    registers,
    collect() {
      this.set(Number(feed.isConnected()))
    },
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const labels = { method: request.method, route, status: String(reply.statusCode) }
    duration.observe(labels, reply.elapsedTime / 1_000)
  })
  return register
}
