import type { AlarmKind } from '@carewatch/contracts/alarms'
import type { LiveMessage } from '@carewatch/contracts/events'
import { createBranch, createCompany, createDevice, createUser } from '@carewatch/migrations/factories'
import { readings } from '@carewatch/migrations/schema/readings'
import { openRelational } from '@carewatch/platform/database/client'
import { eq } from 'drizzle-orm'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openCluster } from './cluster.ts'
import { isNotification, signIn } from './person.ts'
import { type Product, startProduct } from './product.ts'
import { published } from './watches.ts'
import { within } from './within.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE

let cluster: Awaited<ReturnType<typeof openCluster>>
let product: Product
let db: ReturnType<typeof openRelational>
beforeAll(async () => {
  cluster = await openCluster()
  db = openRelational(cluster.url, 2)
  product = await startProduct(cluster.url)
})
afterAll(async () => {
  await db.close()
  await product.close()
  await cluster.close()
})

/** A watch, and the screen of a nurse. */
async function newWatch() {
  const { id: companyId } = await createCompany(db.db)
  const { id: branchId } = await createBranch(db.db, companyId)
  const place = { companyId, branchId }
  const nurse = await createUser(db.db, { role: 'SUPERVISOR', ...place })
  const watch = await createDevice(db.db, place)
  const { imei: username, password } = watch
  const client = await connectAsync(product.mqttUrl, { username, password, clientId: username })
  const screen = await (await signIn(product, nurse.email)).listen()
  const opened = isNotification('opened')
  type Opened = Extract<LiveMessage, { type: 'notification' }>
  return {
    id: watch.id,
    send: (message: object) => published(client, `watch/${watch.imei}/readings`, JSON.stringify(message)),
    opens: (kind: AlarmKind) => {
      const is = (message: LiveMessage): message is Opened =>
        opened(message) && message.notification.kind === kind
      return within(40_000, screen.next(is), () => `nobody received ${kind}`)
    },
    end: () => client.endAsync(true),
  }
}

it(
  'a clock that jumps ahead by a day hides nothing: it is told as now, and stored as now',
  { timeout: 90_000 },
  async () => {
    const watch = await newWatch()
    const before = Date.now()
    await watch.send({ time: before + DAY, heartRate: 151 })
    const { notification } = await watch.opens('HEART_RATE')
    expect(notification).toMatchObject({ severity: 'CRITICAL', value: 151, late: false })
    const stored = await db.db.select().from(readings).where(eq(readings.deviceId, watch.id))
    expect(stored).toHaveLength(1)
    const at = stored[0]?.time.getTime() ?? 0
    expect(at).toBeGreaterThanOrEqual(before)
    expect(at).toBeLessThan(before + DAY / 2)
    await watch.end()
  },
)

it(
  'a clock that jumps back by a day hides nothing of what is measured once it is right',
  { timeout: 90_000 },
  async () => {
    const watch = await newWatch()
    const now = Date.now()
    await watch.send([3, 2, 1].map((minutes) => ({ time: now - DAY - minutes * MINUTE, heartRate: 155 })))
    await watch.send({ time: Date.now(), heartRate: 156 })
    const { notification } = await watch.opens('HEART_RATE')
    expect(notification).toMatchObject({ severity: 'CRITICAL', value: 156, late: false })
    await watch.end()
  },
)

it('all metrics in one message are each told by what they are', { timeout: 90_000 }, async () => {
  const watch = await newWatch()
  const kinds = ['HEART_RATE', 'BLOOD_PRESSURE', 'SPO2', 'TEMPERATURE', 'BATTERY'] as const
  await watch.send({
    time: Date.now(),
    heartRate: 150,
    systolic: 190,
    diastolic: 80,
    spo2: 80,
    temperature: 40.1,
    steps: 12,
    sleep: { deep: 60, light: 200, awake: 10 },
    battery: 4,
    wearing: true,
  })
  const found: unknown[] = []
  for (const kind of kinds) {
    const { severity, metric, value } = (await watch.opens(kind)).notification
    found.push([severity, metric, value])
  }
  expect(found).toEqual([
    ['CRITICAL', 'heartRate', 150],
    ['CRITICAL', 'systolic', 190],
    ['CRITICAL', 'spo2', 80],
    ['CRITICAL', 'temperature', 40.1],
    ['HIGH', 'battery', 4],
  ])
  await watch.end()
})
