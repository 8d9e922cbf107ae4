import { Session, type Profiler } from 'node:inspector/promises'

const SAMPLE_US = 500
const session = new Session()
session.connect()

async function begin(): Promise<string> {
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_US })
  await session.post('Profiler.start')
  return 'began'
}

const orders: Record<string, () => Promise<string | Profiler.Profile>> = {
  'begin profile': begin,
  'end profile': async () => (await session.post('Profiler.stop')).profile,
}

/** Preloaded beside a program of which it is asked where its processor time goes, between two moments. */
process.on('message', (order) => {
  orders[String(order)]?.().then(
    (answer) => process.send?.(answer),
    () => process.abort(),
  )
})
