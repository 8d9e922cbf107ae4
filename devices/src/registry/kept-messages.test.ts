import { describe, expect, it } from 'vitest'
import { examples } from '../examples/watches.ts'
import { framesOf } from '../kit/frames.ts'
import { isOldCall, OPCODE_MAX, opcodeOf, readKept, socketFormatOf } from './kept-messages.ts'
import { type ProtocolName, protocols } from './protocols.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')
const opcodeIn = (format: string, text: string) => opcodeOf({ topic: `tcp/${format}`, payload: bytes(text) })
const opcodesOf = (name: ProtocolName) =>
  examples[name].flatMap((text) =>
    framesOf(protocols[name], bytes(text)).frames.map((payload) =>
      opcodeOf({ topic: `tcp/${name}`, payload }),
    ),
  )

describe('what kind of message is kept', () => {
  it.each([
    ['watch-iw', 'IWAPZQ,1,2#', 'APZQ'],
    ['watch-3g', '[3G*0000000015*000A*NEWTHING,1]', 'NEWTHING'],
    ['pendant-minifinder-text', '!7,1,2;', '7'],
    ['watch-pt60', '@B#@|01|099|350000000000045|425|@E#@', 'B99'],
    ['watch-thinkrace-binary', 'HASIH0000001489\u00a7\u0000\u0000\u0000\u0000', 'a7'],
  ])('is said by %s %j', (format, text, opcode) => {
    expect(opcodeIn(format, text)).toBe(opcode)
  })

  it('is known of each message of each format that has kinds', () => {
    // Safe: the keys of the registry.
    const names = Object.keys(protocols) as ProtocolName[]
    const without = names.filter((name) =>
      opcodesOf(name).some((opcode) => !/^[\x21-\x7E][\x20-\x7E]*$/.test(opcode ?? '')),
    )
    expect(names.filter((name) => opcodesOf(name).length === 0)).toEqual([])
    // Its documents are of one kind.
    expect(without).toEqual(['watch-b2316-json'])
  })

  it('is none of what is no message, and never longer or stranger than a word', () => {
    expect(opcodeIn('watch-iw', 'hello')).toBeUndefined()
    expect(opcodeIn('nothing', 'IWAPZQ#')).toBeUndefined()
    expect(opcodeOf({ topic: 'watch/1/readings', payload: bytes('IWAPZQ#') })).toBeUndefined()
    const document = JSON.stringify({ type: `a\u0000b${'c'.repeat(99)}` })
    const wonlex = opcodeOf({
      topic: 'tcp/watch-wonlex-json',
      payload: Buffer.concat([Buffer.from([0xfc, 0xaf, 0, document.length]), Buffer.from(document)]),
    })
    expect(wonlex).toBe(`ab${'c'.repeat(OPCODE_MAX - 2)}`)
  })
})

describe('what is kept, read once more', () => {
  const receivedAt = Date.parse('2026-11-21T12:00:00Z')
  const read = (line: string) => readKept({ topic: 'tcp/watch-iw', payload: bytes(line), receivedAt })

  it('says what it means by now, or nothing', () => {
    expect(read('IWAPSP,97#')?.readings).toMatchObject([{ value: 97 }])
    expect(read('IWAPZQ,1#')).toBeUndefined()
    expect(readKept({ topic: 'gw/1', payload: bytes('IWAPSP,97#'), receivedAt })).toBeUndefined()
    expect(socketFormatOf('tcp/constructor')).toBeUndefined()
  })

  it('is an old call where somebody called for help more than an hour ago', () => {
    const fell = read('IWAPFD,353456789012345,1795262280#')
    const at = fell?.events[0]?.time ?? Number.NaN
    expect(fell && isOldCall(fell, at + 3_600_000)).toBe(false)
    expect(fell && isOldCall(fell, at + 3_600_001)).toBe(true)
    const measured = read('IWAPSP,97#')
    expect(measured && isOldCall(measured, at + 9_999_999)).toBe(false)
  })
})
