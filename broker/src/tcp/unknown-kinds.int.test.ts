import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { crc16 } from '@carewatch/devices/kit/crc16'
import { writeWonlex } from '@carewatch/devices/watch-wonlex/frame'
import { createDevice } from '@carewatch/migrations/factories'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type BrokerHarness, SOON, startBrokerHarness, whileNothingIsStored } from '../testing.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

const wonlex = (imei: string, ident: string, fields: object) =>
  Buffer.from(writeWonlex({ ref: 'w:update', imei, ident, ...fields }))

function eview(imei: string, index: number, type: number, ...fields: number[]): Buffer {
  const body = Buffer.from([type, 16, 1, ...bytes(imei), ...fields])
  const head = Buffer.from([0xab, 0x10, body.length, 0, 0, 0, index, 0])
  head.writeUInt16LE(crc16(body), 4)
  return Buffer.concat([head, body])
}

/** Known, unknown, known, in one segment: how each make says them, and what of each answer stands in none of the others. */
const makes = [
  {
    model: 'watch-wonlex-json',
    frames: (imei: string) => [
      wonlex(imei, '11', { type: 'upBO', data: '97' }),
      wonlex(imei, '12', { type: 'upGait', data: { gait: 1 } }),
      wonlex(imei, '13', { type: 'upBO', data: '96' }),
    ],
    answers: ['"ident":"11"', '"ident":"12"', '"ident":"13"'],
    opcode: 'upGait',
    detail: 'upGait',
    values: [97, 96],
  },
  {
    model: 'pendant-eview',
    frames: (imei: string) => [
      eview(imei, 11, 1, 6, 0x40, 0, 0, 0, 0, 71),
      eview(imei, 12, 1, 3, 0x55, 1, 2),
      eview(imei, 13, 1, 6, 0x40, 0, 0, 0, 0, 72),
    ],
    answers: ['\u000b\u0000\u007f', '\u000c\u0000\u007f', '\u000d\u0000\u007f'],
    opcode: '01',
    detail: 'key 55',
    values: [71, 72],
  },
  {
    model: 'watch-pt60',
    frames: (imei: string) => [
      bytes(`@G#@,V01,14,${imei},2,,71,@R#@`),
      bytes(`@B#@|01|008|${imei}|2|x|@E#@`),
      bytes(`@G#@,V01,14,${imei},2,,72,@R#@`),
    ],
    answers: ['@G#@,V01,38,', '@B#@|01|009|', '@G#@,V01,38,'],
    opcode: 'B8',
    detail: 'B8',
    values: [71, 72],
  },
  {
    model: 'pendant-minifinder-text',
    // It is never answered.
    frames: (imei: string) => [bytes(`!1,${imei};!5,17,V,71;`), bytes('!7,1,2;'), bytes('!5,17,V,72;')],
    answers: [],
    opcode: '7',
    detail: '7',
    values: [71, 72],
  },
]

describe('a kind that nobody knows, among others of one segment', () => {
  let harness: BrokerHarness
  const open: Socket[] = []
  beforeAll(async () => {
    harness = await startBrokerHarness()
  })
  afterEach(() => open.splice(0).forEach((socket) => socket.destroy()))
  afterAll(() => harness.close())

  const call = async () => {
    const socket = connect(harness.watchPort, '127.0.0.1')
    open.push(socket)
    let received = ''
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    socket.on('error', () => {})
    await once(socket, 'connect')
    return { socket, received: () => received }
  }
  const kept = async (deviceId: number) =>
    (
      await harness.sql.query(
        `select reason, detail, opcode, format, payload from rejected_messages where device_id = $1`,
        [deviceId],
      )
    ).rows
  const values = async (deviceId: number) =>
    (
      await harness.sql.query('select value from readings where device_id = $1 order by time', [deviceId])
    ).rows.map(({ value }) => value)

  it.each(makes)(
    'of $model costs its neighbours nothing, is answered as they are and kept once',
    async (make) => {
      const { model, opcode, detail } = make
      const { id, imei } = await createDevice(harness.db, { deviceModel: model })
      const frames = make.frames(imei)
      const { socket, received } = await call()
      socket.write(Buffer.concat(frames))
      await expect.poll(() => values(id), SOON).toEqual(make.values)
      await expect
        .poll(() => kept(id), SOON)
        .toEqual([{ reason: 'unknownMessage', detail, opcode, format: model, payload: frames[1] }])
      const parts = () => make.answers.map((answer) => received().split(answer).length - 1)
      const expected = make.answers.map((answer) => make.answers.filter((one) => one === answer).length)
      await expect.poll(parts, SOON).toEqual(expected)
      expect(received().replaceAll('\n', ' ')).toMatch(
        new RegExp(make.answers.map((answer) => RegExp.escape(answer)).join('.*')),
      )
    },
  )

  it('is kept at the moment at which what is known of it was measured, so that it is stored once when all of it is read', async () => {
    const { id, imei } = await createDevice(harness.db, { deviceModel: 'pendant-eview' })
    const { socket } = await call()
    const frame = eview(imei, 11, 1, 6, 0x40, 0, 0, 0, 0, 71, 3, 0x55, 1, 2)
    // Of several that come at once each has a moment of its own, ahead of the clock.
    socket.write(Buffer.concat(Array.from({ length: 20 }, () => frame)))
    const moments = async () =>
      harness.one<{ measured: Date[]; kept: Date[] }>(
        `select (select array_agg(time order by time) from readings where device_id = $1) as measured,
          (select array_agg(received_at order by received_at) from rejected_messages where device_id = $1) as kept`,
        [id],
      )
    await vi.waitFor(async () => expect((await moments())?.kept).toHaveLength(20), SOON)
    const { measured, kept: at } = (await moments()) ?? {}
    expect(at).toEqual(measured)
  })

  it('is kept once, though the line is lost again and again before it is answered', async () => {
    const { id, imei } = await createDevice(harness.db, { deviceModel: 'watch-wonlex-json' })
    const [known, unknown] = makes[0]?.frames(imei) ?? []
    const login = wonlex(imei, '10', { type: 'login' })
    const segment = Buffer.concat([login, known ?? login, unknown ?? login])
    await whileNothingIsStored(harness.sql, async (isHeldUp) => {
      for (let line = 0; line < 3; line++) {
        const { socket, received } = await call()
        socket.write(segment)
        await vi.waitUntil(() => received().includes('"ident":"10"'), SOON)
        await vi.waitUntil(isHeldUp, SOON)
        expect(received()).not.toContain('"ident":"12"')
        socket.resetAndDestroy()
      }
    })
    const last = await call()
    last.socket.write(segment)
    await vi.waitUntil(() => last.received().includes('"ident":"12"'), SOON)
    expect((await kept(id)).map(({ payload }) => payload)).toEqual([unknown])
    // What was answered and is said again is said again.
    last.socket.write(unknown ?? login)
    await expect.poll(async () => (await kept(id)).length, SOON).toBe(2)
    expect(await values(id)).toEqual([97])
  })
})
