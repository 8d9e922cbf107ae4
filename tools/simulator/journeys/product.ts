import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPart, type Part } from '@carewatch/launcher/part'
import { freePort } from '@carewatch/launcher/ports'
import type { Service } from '@carewatch/platform/database/service-roles'
import { asService } from '@carewatch/platform/database/testing'
import { logFolders } from './log-folders.ts'

const SECRET = 'a-secret-between-our-services'

/** Where the product is. */
export type Place = {
  mqttUrl: string
  httpUrl: string
  databaseUrl: string
  /** Where watches speak over plain TCP. */
  watchPort: number
  close: () => Promise<void>
}

export type Product = Place & {
  parts: Record<'broker' | 'rulesEngine' | 'api', Part>
  /** Where each part serves its figures and its health. */
  figuresUrls: Record<'broker' | 'rulesEngine' | 'api', string>
  /** Where each part writes its log. */
  logs: string
}

/** What a journey sets itself. */
export type Own = Record<string, string>

/** What every part is told, on ports of its own. */
export async function environment(own: Own) {
  const [mqttPort, httpPort, watchPort] = [await freePort(), await freePort(), await freePort()]
  const mqttUrl = `mqtt://127.0.0.1:${mqttPort}`
  const httpUrl = `http://127.0.0.1:${httpPort}`
  const env = {
    SERVICE_SECRET: SECRET,
    JWT_SECRET: 'a-secret-that-only-this-journey-knows',
    MQTT_PORT: String(mqttPort),
    MQTT_URL: mqttUrl,
    WATCH_PORT: String(watchPort),
    HTTP_PORT: String(httpPort),
    WEB_DIST: join(import.meta.dirname, '../../../web/dist'),
    PUBLIC_URL: httpUrl,
    LOG_LEVEL: 'warn',
    ...own,
  }
  return { env, mqttUrl, httpUrl, watchPort }
}

/** Every process of the product on ports of its own, on a database that is there and migrated; one that is killed is started again. */
export async function startProduct(databaseUrl: string, own: Own = {}): Promise<Product> {
  const logs = mkdtempSync(join(tmpdir(), 'carewatch-product-'))
  logFolders.add(logs)
  const { env, mqttUrl, httpUrl, watchPort } = await environment(own)
  const figuresPorts = { broker: await freePort(), rulesEngine: await freePort(), api: await freePort() }
  const part = (name: string, service: Service, figuresPort: number) =>
    createPart({
      name,
      program: [`${name}/src/main.ts`],
      env: { ...env, DATABASE_URL: asService(databaseUrl, service), METRICS_PORT: String(figuresPort) },
      logs,
      onCrash: () => {},
    })
  const parts = {
    broker: part('broker', 'broker', figuresPorts.broker),
    rulesEngine: part('rules-engine', 'rules', figuresPorts.rulesEngine),
    api: part('api', 'api', figuresPorts.api),
  }
  await parts.broker.start()
  await Promise.all([parts.rulesEngine.start(), parts.api.start()])

  return {
    parts,
    mqttUrl,
    httpUrl,
    databaseUrl,
    watchPort,
    logs,
    figuresUrls: {
      broker: `http://127.0.0.1:${figuresPorts.broker}`,
      rulesEngine: `http://127.0.0.1:${figuresPorts.rulesEngine}`,
      api: `http://127.0.0.1:${figuresPorts.api}`,
    },
    close: async () => {
      await Promise.all(Object.values(parts).map(({ stop }) => stop()))
      logFolders.delete(logs)
      rmSync(logs, { recursive: true, force: true })
    },
  }
}
