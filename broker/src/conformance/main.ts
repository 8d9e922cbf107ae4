import { createServer } from 'node:net'
import { wholeNumber } from '@carewatch/launcher/whole-number'
import { Command } from 'commander'
import { pino } from 'pino'
import { createBroker, accept } from '../mqtt/broker.ts'
import { listen } from '../listeners/mqtt.ts'
import { openPolicy } from './open-policy.ts'

/** The broker alone, for suites that try the protocol: the product's own, with an open policy, no database, and only this machine's clients. */
const { port } = new Command('broker:conformance')
  .description('The broker alone on this machine, for suites that try MQTT 3.1.1')
  .option('--port <port>', 'where it listens', wholeNumber, 1883)
  .parse()
  .opts<{ port: number }>()
const log = pino({ name: 'conformance', level: process.env['LOG_LEVEL'] ?? 'warn' })
const broker = await createBroker({ policy: openPolicy, log, cluster: {} })
const server = createServer((socket) => {
  socket.setNoDelay(true)
  accept(broker, socket, openPolicy.maxBytes)
})
await listen(server, { port, host: '127.0.0.1' }, (error) =>
  log.error({ err: error }, 'a connection could not be taken'),
)
process.stdout.write(`MQTT 3.1.1 at 127.0.0.1:${port}, anybody may do anything but hear test/nosubscribe\n`)
