import { drainTimes } from '@carewatch/platform/graceful-shutdown'
import { freeStartMemory } from '@carewatch/platform/start-memory'
import { createLog } from '@carewatch/platform/telemetry/log'
import closeWithGrace from 'close-with-grace'
import { readEnv } from './env.ts'
import { startBrokerNode } from './node.ts'

const env = readEnv()
const log = createLog('broker', env.LOG_LEVEL)
const { close } = await startBrokerNode(env, log)

closeWithGrace({ delay: drainTimes(env.DRAIN_SECONDS).endMs }, async ({ err }) => {
  if (err) log.fatal({ err }, 'unexpected')
  await close()
})
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
freeStartMemory()
process.send?.('ready')
log.info({ port: env.MQTT_PORT }, 'ready')
