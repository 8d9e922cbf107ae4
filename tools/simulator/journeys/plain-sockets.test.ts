import { setTimeout as wait } from 'node:timers/promises'
import type { LiveMessage } from '@carewatch/contracts/events'
import { openRelational } from '@carewatch/platform/database/client'
import { createBranch, createCompany, createDevice, createUser } from '@carewatch/migrations/factories'
import { deviceCommands } from '@carewatch/migrations/schema/devices'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { scenarios } from '../scenarios/index.ts'
import { startFleet } from '../src/fleet.ts'
import { personAt } from '../src/physiology/person.ts'
import { profileOf } from '../src/physiology/profile.ts'
import { iw } from '../src/formats/iw.ts'
import { openTcpConnection } from '../src/tcp-connection.ts'
import { openCluster } from './cluster.ts'
import { isNotification, signIn } from './person.ts'
import { within } from './within.ts'
import { startProduct, type Product } from './product.ts'

const SOON = { timeout: 15_000, interval: 100 }
const quiet = () => {}
type Opened = Extract<LiveMessage, { type: 'notification' }>

let cluster: Awaited<ReturnType<typeof openCluster>>
let product: Product
let db: ReturnType<typeof openRelational>
let sql: pg.Client
beforeAll(async () => {
  cluster = await openCluster()
  product = await startProduct(cluster.url)
  db = openRelational(cluster.url, 2)
  sql = new pg.Client(cluster.url)
  await sql.connect()
})
afterAll(async () => {
  await sql.end()
  await db.close()
  await product.close()
  await cluster.close()
})

const tcp = () => ({ host: '127.0.0.1', port: product.watchPort })

async function newBranch() {
  const company = await createCompany(db.db)
  const place = { companyId: company.id, branchId: (await createBranch(db.db, company.id)).id }
  return { place, nurse: await createUser(db.db, { role: 'SUPERVISOR', ...place }) }
}

/** In the evening a watch lies on its charger and measures nobody: people who wear theirs now and for as long as this takes. */
const wearers = Array.from({ length: 200 }, (_, seed) => seed).filter((seed) =>
  [0, 1, 2, 3].every((minutes) => !personAt(profileOf(seed), Date.now() + minutes * 60_000).charging),
)

const worn = (device: { imei: string; password: string; name: string }, seed: number, format?: string) => ({
  imei: device.imei,
  password: device.password,
  name: device.name,
  seed,
  home: { lat: 32.8, lng: 34.98 },
  ...(format && { format }),
})

it('hears a mixed fleet over its own transports, and a nurse is called whatever the watch speaks', async () => {
  const { place, nurse } = await newBranch()
  const models = ['Vivistar VL16P', '4P-Touch D41', 'Wonlex 4G', 'native']
  const devices = await Promise.all(
    models.map((deviceModel) => createDevice(db.db, { ...place, deviceModel })),
  )
  const formats = ['watch-iw', 'watch-3g', 'watch-wonlex-json', undefined]
  const person = await signIn(product, nurse.email)
  const screen = await person.listen()
  const phone = await createDevice(db.db, { ...place, deviceModel: 'OwnTracks' })
  const watches = devices.map((device, index) => worn(device, wearers[index] ?? 0, formats[index]))
  const fleet = startFleet(
    { watches: [...watches, worn(phone, wearers.at(-1) ?? 0, 'owntracks')], gateways: [] },
    { url: product.mqttUrl, tcp: tcp(), everyMs: 1_000, speed: 1, onProblem: quiet },
  )
  const heartRates = async () =>
    (
      await sql.query<{ device_id: number }>('select distinct device_id from readings where metric = 1')
    ).rows.map(({ device_id: id }) => id)
  await vi.waitFor(
    async () => expect(await heartRates()).toEqual(expect.arrayContaining(devices.map(({ id }) => id))),
    SOON,
  )

  await vi.waitFor(async () => {
    const { rows } = await sql.query('select from positions where device_id = $1', [phone.id])
    expect(rows.length).toBeGreaterThan(0)
  }, SOON)

  for (const [index, device] of devices.entries()) {
    await fleet.watches[index]?.play({
      ...scenarios.sos,
      timeline: () => [{ atMs: 0, act: { does: 'sendEvent', type: 'SOS' } }],
    })
    await within(
      10_000,
      screen.next(
        (message): message is Opened =>
          isNotification('opened')(message) && message.notification.deviceUuid === device.uuid,
      ),
      () => `no alarm of watch ${index}`,
    )
  }
  const uuids = await Promise.all(
    devices.map(async ({ id: deviceId }) => {
      const expiresAt = new Date(Date.now() + 60_000)
      const [row] = await db.db
        .insert(deviceCommands)
        .values({ deviceId, kind: 'LOCATE', expiresAt })
        .returning()
      return row?.uuid
    }),
  )
  await vi.waitFor(async () => {
    const { rows } = await sql.query('select distinct state from device_commands where uuid = any($1)', [
      uuids,
    ])
    expect(rows).toEqual([{ state: 'DELIVERED' }])
  }, SOON)
  screen.close()
  await fleet.close()
})

it('loses nothing that it answered, over four kills of the broker', async () => {
  const { place } = await newBranch()
  const watch = await createDevice(db.db, { ...place, deviceModel: 'Vivistar VL16P' })
  const answered: number[] = []
  /** On the connection that is open now: how many readings were sent, and how many of them the broker answered. */
  const onLine = { number: 0, sent: 0, answers: 0 }
  let onAnswer: (() => void) | undefined
  /** As a watch does: the same thing again until it is answered, and only then the next. */
  const protocol = {
    ...iw,
    answer: (frame: string): string[] => {
      if (frame === 'IWBP03') {
        onLine.answers++
        onAnswer?.()
      }
      return iw.answer(frame)
    },
  }
  const onOpen = () => void Object.assign(onLine, { number: onLine.number + 1, sent: 0, answers: 0 })
  const connection = openTcpConnection({
    address: tcp(),
    imei: watch.imei,
    protocol,
    onOpen,
    onProblem: quiet,
  })
  await connection.opened()
  const sendUntilAnswered = async (steps: number) => {
    // An answer names no reading: it is that of the first one on its connection that has none.
    let first = { line: 0, place: 0 }
    const isAnswered = () => first.line === onLine.number && onLine.answers >= first.place
    for (;;) {
      const answer = new Promise<void>((resolve) => (onAnswer = resolve))
      if (connection.isOpen()) {
        onLine.sent++
        if (first.line !== onLine.number) first = { line: onLine.number, place: onLine.sent }
        connection.send(iw.readings({ steps, battery: 80 }, { imei: watch.imei, time: Date.now() }))
      }
      await Promise.race([answer, wait(300)])
      if (first.place > 0 && isAnswered()) return answered.push(steps)
    }
  }
  for (let steps = 1; steps <= 60; steps++) {
    if (steps % 15 === 0) {
      const { broker } = product.parts
      const sending = sendUntilAnswered(steps)
      process.kill(await vi.waitUntil(broker.pid, SOON), 'SIGKILL')
      await sending
    } else await sendUntilAnswered(steps)
  }
  const { rows } = await sql.query<{ value: number }>(
    'select distinct value from readings where device_id = $1 and metric = 6',
    [watch.id],
  )
  const stored = new Set(rows.map(({ value }) => value))
  expect(answered.length).toBeGreaterThan(50)
  expect(answered.filter((steps) => !stored.has(steps))).toEqual([])
  connection.close()
})
