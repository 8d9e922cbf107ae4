import { privatePaths, withoutValues } from '@carewatch/contracts/privacy'
import closeWithGrace from 'close-with-grace'
import { pino } from 'pino'
import { startEngine } from './engine.ts'
import { readEnv } from './env.ts'

const env = readEnv()
const log = pino({
  name: 'rules-engine',
  level: env.LOG_LEVEL,
  redact: privatePaths,
  serializers: { err: withoutValues },
})
const { close } = await startEngine(env, log)

closeWithGrace({ delay: 4_000 }, async ({ err }) => {
  if (err) log.fatal({ err }, 'unexpected')
  await close()
})
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.send?.('ready')
log.info('ready')
