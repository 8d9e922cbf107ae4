import { drainTimes } from '@carewatch/platform/graceful-shutdown'
import { freeStartMemory } from '@carewatch/platform/start-memory'
import closeWithGrace from 'close-with-grace'
import { readEnv } from './env.ts'
import { createLog } from './log.ts'
import { startApi } from './start.ts'

function environment() {
  try {
    return readEnv(process.env)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}

const env = environment()
const log = createLog(env.LOG_LEVEL)
const api = await startApi(env).catch((err: unknown) => {
  if (err instanceof Error && 'code' in err && err.code === 'EADDRINUSE')
    process.stderr.write(`Port ${env.HTTP_PORT} is taken: set HTTP_PORT to another.\n`)
  log.fatal({ err }, 'the api could not start')
  process.exit(1)
})

const grace = closeWithGrace(
  { delay: drainTimes(env.DRAIN_SECONDS).endMs, logger: false },
  async ({ err }) => {
    if (err) log.fatal({ err }, 'the api ends on a fault')
    await api.close()
  },
)
// Whoever started this process is gone.
process.once('disconnect', () => grace.close())
freeStartMemory()
log.info({ url: api.url }, 'api is ready')
process.send?.('ready')
