import { createServer } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'

/** What the front door counts, for Prometheus. No device, no value, no name. */
export function createMetrics(connections: () => number) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const rejected = new Counter({
    name: 'carewatch_messages_rejected_total',
    help: 'Messages or values we could not use',
    labelNames: ['reason'],
    registers,
  })
  const refused = new Counter({
    name: 'carewatch_sign_ins_refused_total',
    help: 'MQTT sign-ins refused',
    labelNames: ['reason'],
    registers,
  })
  const retries = new Counter({
    name: 'carewatch_store_retries_total',
    help: 'Commits tried again because the database was away',
    registers,
  })
  const stored = new Counter({
    name: 'carewatch_messages_stored_total',
    help: 'Messages committed',
    registers,
  })
  const open: Gauge = new Gauge({
    name: 'carewatch_mqtt_connections',
    help: 'Open MQTT sessions',
    registers,
    collect: () => open.set(connections()),
  })
  return { registry, rejected, refused, retries, stored }
}

/** On loopback only: figures of an installation are nobody else's business. */
export function serveMetrics(registry: Registry, port: number): () => void {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  }).listen(port, '127.0.0.1')
  return () => server.close()
}
