import { createServer } from 'node:net'
import { Aedes } from 'aedes'

/** The broker alone, acknowledging at once: nothing is checked, nothing is kept. */
const broker = await Aedes.createBroker({ concurrency: 1_000 })
broker.authorizePublish = (_client, _packet, done) => done(null)

createServer(broker.handle).listen(Number(process.env.PORT), '127.0.0.1', 4_096, () =>
  process.send?.('ready'),
)
process.once('disconnect', () => process.exit(0))
