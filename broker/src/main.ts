import { privatePaths, withoutValues } from '@carewatch/contracts/privacy'
import closeWithGrace from 'close-with-grace'
import { pino } from 'pino'
import { readEnv } from './env.ts'
import { startFrontDoor } from './front-door.ts'

const env = readEnv()
const log = pino({
  name: 'front-door',
  level: env.LOG_LEVEL,
  redact: privatePaths,
  serializers: { err: withoutValues },
})
const { close } = await startFrontDoor(env, log)

closeWithGrace({ delay: 4_000 }, async ({ err }) => {
  if (err) log.fatal({ err }, 'unexpected')
  await close()
})
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.send?.('ready')
log.info({ port: env.MQTT_PORT }, 'ready')
