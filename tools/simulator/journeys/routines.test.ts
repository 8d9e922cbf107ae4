import type { AlarmKind } from '@carewatch/contracts/alarms'
import type { LiveMessage } from '@carewatch/contracts/events'
import { createBranch, createCompany, createDevice, createUser } from '@carewatch/migrations/factories'
import { assignments, clockRounds, wearerRoutines, wearers } from '@carewatch/migrations/schema/wearers'
import { openRelational } from '@carewatch/platform/database/client'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openCluster } from './cluster.ts'
import { isNotification, signIn } from './person.ts'
import { type Product, startProduct } from './product.ts'
import { published } from './watches.ts'
import { within } from './within.ts'

const HOUR = 3_600_000
const long = new Date(Date.now() - 240 * HOUR)

let cluster: Awaited<ReturnType<typeof openCluster>>
let product: Product
let db: ReturnType<typeof openRelational>
beforeAll(async () => {
  cluster = await openCluster()
  db = openRelational(cluster.url, 2)
  // As of a product that has run for days.
  await db.db.insert(clockRounds).values({ at: new Date(), steadySince: long })
  product = await startProduct(cluster.url)
})
afterAll(async () => {
  await db.close()
  await product.close()
  await cluster.close()
})

/** Where it is about noon now, whatever hour it is here. */
function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours()
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

/** Somebody with a watch whose day is the whole day, and a nurse. */
async function newPerson() {
  const { id: companyId } = await createCompany(db.db)
  const { id: branchId } = await createBranch(db.db, companyId, { timeZone: zoneAtNoon() })
  const place = { companyId, branchId }
  const nurse = await createUser(db.db, { role: 'SUPERVISOR', ...place })
  const watch = await createDevice(db.db, place)
  const [wearer] = await db.db
    .insert(wearers)
    .values({ firstName: 'Ruth', ...place })
    .returning()
  const wearerId = wearer?.id ?? 0
  await db.db.insert(assignments).values({ wearerId, deviceId: watch.id, startedAt: long })
  const { imei: username, password } = watch
  const client = await connectAsync(product.mqttUrl, { username, password, clientId: username })
  const send = (leaf: string, message: object) =>
    published(client, `watch/${watch.imei}/${leaf}`, JSON.stringify(message))
  return { nurse, wearerId, send, end: () => client.endAsync(true) }
}

it(
  'tells a nurse that somebody does not move and did not say that they are well, until they do',
  { timeout: 120_000 },
  async () => {
    const { nurse, wearerId, send, end } = await newPerson()
    const screen = await (await signIn(product, nurse.email)).listen()
    const comes = (change: string, kind: AlarmKind) => {
      const is = isNotification(change)
      const passes = (message: LiveMessage): message is Extract<LiveMessage, { type: 'notification' }> =>
        is(message) && message.notification.kind === kind
      return within(40_000, screen.next(passes), () => `nobody received that ${kind} was ${change}`)
    }
    await send('readings', [
      { time: Date.now() - 5 * HOUR, steps: 40 },
      { time: Date.now(), steps: 40 },
    ])
    await db.db.insert(wearerRoutines).values({
      wearerId,
      inactivityMinutes: 240,
      inactivitySince: long,
      dayFrom: '00:00',
      dayTo: '23:59',
      checkInBy: '10:00',
      checkInSince: long,
    })
    const { notification } = await comes('opened', 'INACTIVITY')
    expect(notification).toMatchObject({ severity: 'HIGH', wearer: { name: 'Ruth' } })
    await comes('opened', 'CHECK_IN_MISSED')

    await send('readings', { time: Date.now(), steps: 52 })
    await send('event', { time: Date.now(), type: 'CHECK_IN' })
    await comes('cleared', 'INACTIVITY')
    await comes('cleared', 'CHECK_IN_MISSED')
    screen.close()
    await end()
  },
)
