import { once } from 'node:events'
import { connect } from 'node:net'
import { createDevice } from '@carewatch/migrations/factories'
import { openRelational } from '@carewatch/platform/database/client'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openCluster } from './cluster.ts'
import { startProduct, type Product } from './product.ts'

const SOON = { timeout: 60_000, interval: 100 }

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

/** An IW watch that signs in, and answers what it is asked to. */
async function signIn(imei: string) {
  const socket = connect(product.watchPort, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => (received += chunk.toString('latin1')))
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(`IWAP00${imei}#`)
  const sent = () => [...received.matchAll(/IWBP(\w\w),\d{15},(\d{6})/g)]
  const hungUp = once(socket, 'close').then(() => {
    throw new Error('It was hung up on.')
  })
  // One that the ending broker still let in is answered by nobody.
  await Promise.race([vi.waitFor(() => expect(received).toContain('IWBP00'), SOON), hungUp])
  hungUp.catch(() => {})
  return {
    socket,
    opcodes: () => sent().map(([, opcode]) => opcode),
    answer: (isAnswered: (opcode: string) => boolean) =>
      socket.write(
        sent()
          .flatMap(([, opcode = '', serial]) => (isAnswered(opcode) ? [`IWAP${opcode},${serial}#`] : []))
          .join(''),
      ),
  }
}

it('a broker that is killed between a setting and its answer sends that one again, and no other', async () => {
  const { id, imei } = await createDevice(db.db, { deviceModel: 'Vivistar VL16P' }, { fallDetection: true })
  const taken = async () => {
    const { rows } = await sql.query<{ setting: string }>(
      'select setting from setting_states where device_id = $1 and is_taken order by setting',
      [id],
    )
    return rows.map(({ setting }) => setting)
  }
  const watch = await signIn(imei)
  await vi.waitFor(() => expect(watch.opcodes()).toContain('77'), SOON)
  watch.answer((opcode) => opcode !== '76')
  await vi.waitFor(async () => expect(await taken()).toContain('fallSensitivity'), SOON)
  expect(await taken()).not.toContain('fallDetection')
  const ended = once(watch.socket, 'close')
  process.kill(product.parts.broker.pid() ?? 0, 'SIGKILL')
  await ended
  const back = await vi.waitFor(() => signIn(imei), SOON)
  await vi.waitFor(() => expect(back.opcodes()).toEqual(['76']), SOON)
  back.answer(() => true)
  await vi.waitFor(async () => expect(await taken()).toContain('fallDetection'), SOON)
  back.socket.destroy()
})
