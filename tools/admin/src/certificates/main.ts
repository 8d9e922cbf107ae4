import { setTimeout as wait } from 'node:timers/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { createFaultLog } from './fault-log.ts'
import { createKeeper, type Settings } from './keep.ts'

/** Keeps what the balancer and the brokers show over TLS: the operator's certificate, one of ACME, or one that is made here. */
const LOOK_EVERY_MS = 5_000
const DAY_MS = 86_400_000
const {
  TLS_CERT,
  TLS_KEY,
  PUBLIC_URL,
  DEVICE_HOST,
  CERTIFICATES = '/certificates',
  RUNTIME = '/runtime',
  LOG_LEVEL,
} = process.env
const log = pino({ name: 'certificates', level: LOG_LEVEL || 'info' })
const settings: Settings = {
  named: { ...(TLS_CERT && { cert: TLS_CERT }), ...(TLS_KEY && { key: TLS_KEY }) },
  folder: '/certs',
  acme: join('/acme/live', 'carewatch'),
  served: join(CERTIFICATES, 'served.pem'),
  socket: join(RUNTIME, 'balancer.sock'),
  publicUrl: PUBLIC_URL || 'https://localhost:8443',
  ...(DEVICE_HOST && { deviceHost: DEVICE_HOST }),
}

const refresh = createKeeper(settings)
const note = createFaultLog((fault) => log.error(fault))
const noteEnd = createFaultLog((soon) => log.error(soon), DAY_MS)
async function look(): Promise<void> {
  try {
    const { news, faults, soon } = await refresh()
    if (news) log.warn(news)
    note(faults.length > 0 ? faults.join('. ') : undefined)
    noteEnd(soon)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    note(`${why}; ${existsSync(settings.served) ? 'the one before goes on being shown' : 'none is shown'}`)
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0))
while (true) {
  await look()
  await wait(LOOK_EVERY_MS)
}
