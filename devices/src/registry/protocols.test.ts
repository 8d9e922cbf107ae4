import { defaultSettings } from '@carewatch/contracts/default-settings'
import { formatOf, isFormatName } from '@carewatch/contracts/formats'
import { settingNames } from '@carewatch/contracts/settings'
import { describe, expect, it } from 'vitest'
import { bytesOf } from '../testing/case.ts'
import { recordedCases } from '../testing/recorded.ts'
import { framesOf } from '../kit/frames.ts'
import { protocolOf, protocols } from './protocols.ts'
import { examples } from '../examples/watches.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')
const names = Object.keys(protocols) as (keyof typeof protocols)[]

describe('who speaks, by the first bytes', () => {
  it.each([
    ['watch-iw', 'IWAP00353456789012345#'],
    ['watch-iw', 'TRVAP00353456789012345#'],
    ['watch-iw', '\r\nIWAP00353456789012345#'],
    ['watch-3g', '[3G*0000000015*0002*LK]'],
    ['watch-3g', '[ZJ*350000000000029*0007*0002*LK]'],
    ['watch-wonlex-json', '\u00fc\u00af\u0000\u0055{"type":"login"}'],
    ['pendant-eview', '\u00ab\u0010\u002c\u0000\u0039\u00aa'],
    ['pendant-minifinder-text', '!1,350000000000011;'],
    ['watch-pt60', '@B#@|01|001|350000000000045|'],
    ['watch-pt60', '@G#@,V01,14,350000000000052,'],
    ['watch-wristband', '\u0000\u0001\u0002\u0000\u0044YX350000000000060'],
    ['watch-b2316-json', '{"imei":"350000000000037"}'],
    ['watch-thinkrace-binary', 'HASIH000000148,'],
  ])('%s begins with %j, and is nobody else on the way there', (name, beginning) => {
    const seen = new Set<unknown>()
    for (let length = 0; length <= beginning.length; length++) {
      seen.add(protocolOf(bytes(beginning.slice(0, length))))
    }
    expect([...seen]).toEqual([undefined, name])
  })

  it.each([
    'GET / HTTP/1.1\r\n',
    'SSH-2.0-OpenSSH_9.9',
    '\u0016\u0003\u0001\u0002\u0000',
    '\u0010\u0024\u0000\u0004MQTT',
    'hello, is there anybody?',
    '[["an","array"]]',
    '\u0000\u0000\u0000\u0000\u0000',
    '!hello',
    'IWBP00,20260901103510,1#',
    '@E#@',
  ])('%j is nobody', (beginning) => {
    expect(protocolOf(bytes(beginning))).toBeNull()
  })

  it('every recorded message is its own format’s', () => {
    const wrong = names.flatMap((name) =>
      recordedCases(name)
        .filter((one) => one.direction === 'from-device' && one.transport === 'tcp' && one.kind !== 'invalid')
        .filter((one) => one.encoding !== 'json' || name === 'watch-b2316-json')
        .filter((one) => protocolOf(bytesOf(one)) !== name)
        .map(({ id }) => id),
    )
    expect(wrong).toEqual([])
  })
})

describe('what a format can be told', () => {
  const to = { imei: '353456789012345', address: '', serial: 1, now: 0, utcOffsetMinutes: 0 }
  const everything = {
    ...defaultSettings,
    operationMode: 'CUSTOM' as const,
    locationIntervalMinutes: 5,
    autoAnswer: true,
    phonebook: [{ name: 'A', number: '1' }],
    stepsTarget: 1,
    calibrationSystolic: 120,
    calibrationDiastolic: 80,
    heartRateIntervalMinutes: 5,
    bloodPressureIntervalMinutes: 5,
  }

  it.each(names)('of %s stands in the list of formats, setting by setting and command by command', (name) => {
    const format = isFormatName(name) ? formatOf(name) : undefined
    const encoded = new Set(
      protocols[name].encodeSettings(everything, to).flatMap(({ settings }) => settings),
    )
    expect(settingNames.filter((one) => encoded.has(one))).toEqual(
      settingNames.filter((one) => format?.settings.includes(one)),
    )
    const kinds = ['FIND', 'MEASURE', 'LOCATE', 'PANIC_ON', 'PANIC_OFF', 'RESET'] as const
    expect(kinds.filter((kind) => protocols[name].encodeCommand(kind, to, everything).length > 0)).toEqual(
      kinds.filter((kind) => format?.commands.includes(kind)),
    )
  })
})

describe('whatever way the bytes come', () => {
  const streamOf = (name: keyof typeof protocols) =>
    Buffer.concat([
      ...examples[name].map(bytes),
      ...recordedCases(name)
        .filter((one) => one.direction === 'from-device' && one.transport === 'tcp')
        .filter((one) => one.kind !== 'invalid' && one.encoding !== 'json')
        .map(bytesOf),
      ...examples[name].map(bytes),
    ])
  const piecesOf = (name: keyof typeof protocols, stream: Buffer, size: number) => {
    const found: string[] = []
    let held = Buffer.alloc(0)
    for (let at = 0; at < stream.length; at += size) {
      held = Buffer.concat([held, stream.subarray(at, at + size)])
      const { frames, taken } = framesOf(protocols[name], held)
      found.push(...frames.map((frame) => Buffer.from(frame).toString('latin1')))
      held = held.subarray(taken)
    }
    return found
  }

  it.each(names)('%s gives the same messages a byte at a time, in pieces and glued together', (name) => {
    const stream = streamOf(name)
    const glued = piecesOf(name, stream, stream.length)
    expect(glued.length).toBeGreaterThanOrEqual(examples[name].length * 2)
    for (const size of [1, 2, 7, 64, 1_460]) expect(piecesOf(name, stream, size)).toEqual(glued)
  })

  it.each(names)('%s goes on behind noise', (name) => {
    const [sample = ''] = examples[name]
    const alone = piecesOf(name, bytes(sample), 4_096)
    expect(piecesOf(name, bytes(`\r\n??${sample}\r\n${sample}`), 4_096)).toEqual([...alone, ...alone])
  })

  it.each(names)('%s gives up on 64 KiB without an end', (name) => {
    const endless = bytes(examples[name][0]?.slice(0, 8) + 'a'.repeat(70_000))
    const noise = bytes('?'.repeat(70_000))
    const outcome = framesOf(protocols[name], endless)
    expect(outcome.isBroken || outcome.frames.length > 0).toBe(true)
    expect(protocols[name].cut(noise)).toBe('broken')
  })
})
