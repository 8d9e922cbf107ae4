import { readEnv as readApiEnv } from '@carewatch/api/env'
import { startApi } from '@carewatch/api/start'
import { readEnv as readBrokerEnv } from '@carewatch/broker/env'
import { startBrokerNode } from '@carewatch/broker/node'
import type { Service } from '@carewatch/platform/database/service-roles'
import { asService } from '@carewatch/platform/database/testing'
import { createLog } from '@carewatch/platform/telemetry/log'
import { startEngine } from '@carewatch/rules-engine/engine'
import { readEnv as readEngineEnv } from '@carewatch/rules-engine/env'
import { environment, type Own, type Place } from './product.ts'

/** The parts of the product within this process, which has read them already: for journeys that look at screens and kill nothing. */
export async function startProductHere(databaseUrl: string, own: Own = {}): Promise<Place> {
  const { env, mqttUrl, httpUrl, watchPort } = await environment(own)
  const as = (service: Service) => ({ ...env, DATABASE_URL: asService(databaseUrl, service) })
  const [forBroker, forEngine] = [readBrokerEnv(as('broker')), readEngineEnv(as('rules'))]
  const broker = await startBrokerNode(forBroker, createLog('broker', forBroker.LOG_LEVEL))
  const [engine, api] = await Promise.all([
    startEngine(forEngine, createLog('rules-engine', forEngine.LOG_LEVEL)),
    startApi(readApiEnv(as('api'))),
  ])
  return {
    mqttUrl,
    httpUrl,
    databaseUrl,
    watchPort,
    close: async () => {
      await Promise.all([api.close(), engine.close()])
      await broker.close()
    },
  }
}
