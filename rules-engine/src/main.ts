import { freeStartMemory } from '@carewatch/platform/start-memory'
import { createLog } from '@carewatch/platform/telemetry/log'
import closeWithGrace from 'close-with-grace'
import { startEngine } from './engine.ts'
import { readEnv } from './env.ts'

const env = readEnv()
const log = createLog('rules-engine', env.LOG_LEVEL)
const { close } = await startEngine(env, log)

closeWithGrace({ delay: 10_000 }, async ({ err }) => {
  if (err) log.fatal({ err }, 'unexpected')
  await close()
})
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
freeStartMemory()
process.send?.('ready')
log.info('ready')
