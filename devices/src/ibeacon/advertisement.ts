import { hex, s8, startsWith, u16be } from '../kit/bytes.ts'
import { measured } from '../advertisements/facts.ts'
import type { IBeacon, Read, Reader } from '../advertisements/read.ts'

const BEGINNING = [0x4c, 0x00, 0x02, 0x15]
const LENGTH = 25

export type IBeaconRead = IBeacon & {
  /** dBm at one metre; above zero in clones that keep something else there. */
  power: number
}

/** Apple's beacon, from its maker's number on; undefined for Apple's other messages. */
export function readIBeacon(body: Uint8Array): IBeaconRead | undefined {
  if (body.length < LENGTH - 1 || !startsWith(body, BEGINNING)) return undefined
  const [uuid, major, minor] = [hex(body.subarray(4, 20)), u16be(body, 20), u16be(body, 22)]
  return { uuid, major, minor, power: s8(body, 24) }
}

const AB_TEMP = 'b5b182c7eab14988aa99b5c1517008d9'
const JAALEE = 'ebefd08370a247c89837e7b5634df525'

export const iBeaconReader: Reader = (body) => {
  const read = readIBeacon(body)
  if (!read) return undefined
  const { uuid, major, minor } = read
  if (uuid === AB_TEMP) return abTemp(body, { uuid, major, minor: 0 })
  if (uuid === JAALEE && body.length > LENGTH) return jaalee(body, read)
  // A power above zero cannot be: a clone keeps tenths of a volt there.
  const facts = {}
  if (read.power > 0) measured(facts, 'batteryMv', read.power * 100)
  return {
    facts,
    ibeacon: { uuid, major, minor },
    product: { brand: 'GENERIC', model: 'iBeacon', id: 'IBEACON', kind: 'BCON' },
    more: { mfid: '4c00', uuid, major, minor, txpower: read.power },
  }
}

/** Its minor is battery and temperature, so it is no part of who it is. */
function abTemp(body: Uint8Array, ibeacon: IBeacon): Read {
  const read: Read = {
    facts: {},
    ibeacon,
    product: { brand: 'April Brother', model: 'ABTemp', id: 'ABTemp', kind: 'BCON' },
    more: { mfid: '4c00', uuid: ibeacon.uuid, major: ibeacon.major, txpower: s8(body, 24) },
  }
  measured(read.facts, 'battery', body[22])
  measured(read.facts, 'temperature', s8(body, 23))
  return read
}

/** Its major and minor are what it measures. */
function jaalee(body: Uint8Array, { major, minor }: IBeaconRead): Read {
  const read: Read = {
    facts: {},
    product: { brand: 'Jaalee', model: 'TH sensor', id: 'F525/F51C', kind: 'THB' },
  }
  measured(read.facts, 'temperature', -45 + (175 * major) / 0xffff)
  measured(read.facts, 'humidity', (100 * minor) / 0xffff)
  measured(read.facts, 'battery', body[25])
  return read
}

/** The same sensor's other way of saying it, as service data. */
export const jaaleeReader: Reader = (body) => {
  if (body.length !== 11) return undefined
  const read: Read = {
    facts: {},
    product: { brand: 'Jaalee', model: 'TH sensor', id: 'F525/F51C', kind: 'THB' },
  }
  measured(read.facts, 'battery', body[0])
  measured(read.facts, 'temperature', -45 + (175 * u16be(body, 7)) / 0xffff)
  measured(read.facts, 'humidity', (100 * u16be(body, 9)) / 0xffff)
  return read
}
