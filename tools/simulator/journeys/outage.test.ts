import type { LiveMessage } from '@carewatch/contracts/events'
import { createBranch, createCompany, createDevice, createUser } from '@carewatch/migrations/factories'
import { branchNurses } from '@carewatch/migrations/schema/people'
import { clockRounds } from '@carewatch/migrations/schema/wearers'
import { testDatabase } from '@carewatch/platform/database/testing'
import { sql } from 'drizzle-orm'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Mailbox, startMailbox } from '../src/providers/mailbox.ts'
import { signIn } from './person.ts'
import { type Product, startProduct } from './product.ts'
import { published } from './watches.ts'
import { within } from './within.ts'

const long = new Date(Date.now() - 240 * 3_600_000)
const WATCHES = 6

let database: Awaited<ReturnType<typeof testDatabase>>
let mailbox: Mailbox
let product: Product
beforeAll(async () => {
  ;[database, mailbox] = await Promise.all([testDatabase(), startMailbox()])
  // As of a product that has run for days.
  await database.db.insert(clockRounds).values({ at: new Date(), steadySince: long })
  product = await startProduct(database.url, { SMTP_URL: mailbox.url })
})
afterAll(async () => {
  await product.close()
  await mailbox.close()
  await database.drop()
})

type Notified = Extract<LiveMessage, { type: 'notification' }>
const report = (client: MqttClient, imei: string) =>
  published(
    client,
    `watch/${imei}/readings`,
    JSON.stringify({ time: Date.now(), heartRate: 72, battery: 80 }),
  )

it(
  'six watches of a branch fall silent: one outage is told, and a call for help in it at once',
  { timeout: 180_000 },
  async () => {
    const { db } = database
    const { id: companyId } = await createCompany(db)
    const { id: branchId } = await createBranch(db, companyId, { name: 'Branch North' })
    const nurse = await createUser(db, {
      role: 'SUPERVISOR',
      companyId,
      branchId,
      quietFrom: '00:00',
      quietTo: '00:00',
    })
    await db.insert(branchNurses).values({ branchId, userId: nurse.id })
    const devices = await Promise.all(
      Array.from({ length: WATCHES }, () => createDevice(db, { companyId, branchId })),
    )
    const connect = ({ imei, password }: (typeof devices)[number]) =>
      connectAsync(product.mqttUrl, { username: imei, password, clientId: imei })
    const clients = await Promise.all(devices.map(connect))
    await Promise.all(clients.map((client, nth) => report(client, devices[nth]?.imei ?? '')))
    // What they said is written a second later, and by another than that they came: it would be the last that is known of them.
    const unheard = sql`select from device_status where battery is null`
    await expect.poll(async () => (await db.execute(unheard)).rows, { timeout: 30_000 }).toEqual([])

    const screen = await (await signIn(product, nurse.email)).listen()
    const comes = (change: string, kind: string) => {
      const passes = (message: LiveMessage): message is Notified =>
        message.type === 'notification' && message.change === change && message.notification.kind === kind
      return within(60_000, screen.next(passes), () => `nobody received that ${kind} was ${change}`)
    }
    // The branch loses its network, and nothing is heard for an hour and a half.
    await Promise.all(clients.map((client) => client.endAsync(true)))
    const connected = sql`select from device_status where online`
    await expect.poll(async () => (await db.execute(connected)).rows, { timeout: 30_000 }).toEqual([])
    await db.execute(sql`update broker_nodes set started_at = ${long.toISOString()}`)
    await db.execute(
      sql`update device_status set last_seen_at = now() - interval '91 minutes', proven_seen_at = now() - interval '91 minutes'`,
    )

    expect(await comes('opened', 'OUTAGE')).toMatchObject({
      notification: {
        value: WATCHES,
        severity: 'HIGH',
        type: 'ALARM',
        deviceUuid: null,
        branchName: 'Branch North',
      },
    })
    const letter = await mailbox.letterTo(nurse.email)
    expect(letter.subject).toContain('Branch North')
    expect(letter.subject).toContain('6 watches went silent at once')

    const [caller] = devices
    if (!caller) throw new Error('There is no watch.')
    const client = await connect(caller)
    await published(client, `watch/${caller.imei}/event`, JSON.stringify({ time: Date.now(), type: 'SOS' }))
    const call = await comes('opened', 'SOS')
    expect(call).toMatchObject({ notification: { deviceUuid: caller.uuid } })
    // It stands alone: whoever takes the outage has not taken it.
    expect(call.notification.incidentUuid).toBe(call.notification.alarmUuid)

    const others = devices.slice(1)
    const back = await Promise.all(others.map(connect))
    await Promise.all(back.map((each, nth) => report(each, others[nth]?.imei ?? '')))
    await comes('cleared', 'OUTAGE')
    const { rows } =
      await db.execute(sql`select a.kind, count(*)::int as alarms, count(n.id)::int as notifications, count(d.id)::int as messages
    from alarms a left join notifications n on n.alarm_id = a.id left join deliveries d on d.alarm_id = a.id and d.channel = 'EMAIL'
    where a.kind = 'OFFLINE' group by a.kind`)
    expect(rows).toEqual([{ kind: 'OFFLINE', alarms: WATCHES, notifications: 0, messages: 0 }])
    screen.close()
    await Promise.all([client, ...back].map((each) => each.endAsync(true)))
  },
)
