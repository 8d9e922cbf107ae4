import { createServer } from 'node:net'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { createBroker, welcome } from './broker.ts'
import { listen } from './listeners.ts'
import { openPolicy } from './open-policy.ts'

/** The broker alone, for suites that try the protocol: the product's own, with an open policy, no database, and only this machine's clients. */
const { values } = parseArgs({ options: { port: { type: 'string', default: '1883' } } })
const log = pino({ name: 'conformance', level: process.env['LOG_LEVEL'] ?? 'warn' })
const broker = await createBroker({ policy: openPolicy, log, cluster: {} })
const server = createServer((socket) => {
  socket.setNoDelay(true)
  welcome(broker, socket, openPolicy.maxBytes)
})
await listen(server, Number(values.port), '127.0.0.1')
process.stdout.write(
  `MQTT 3.1.1 at 127.0.0.1:${values.port}, anybody may do anything but hear test/nosubscribe\n`,
)
