import { isNewCounter, isNewPacket } from '@carewatch/devices/bthome/order'
import { readBthome } from '@carewatch/devices/bthome/advertisement'
import type { Bthome, BthomeValue } from '@carewatch/devices/bthome/bthome'
import { isFields } from '@carewatch/devices/kit/json'
import { bytesOf, type Case } from '@carewatch/devices/testing/case'
import type { View } from '../view.ts'
import { keyOf, withColons, withoutColons } from './advertisement.ts'

export const bthomeView: View = (one) => {
  if (one.kind === 'sequence') return sequence(one)
  const read = readOne(one, bytesOf(one))
  if (!read) return {}
  return {
    ...(read.refused === 'noKey' && { needs_key: true }),
    ...(read.mac && { mac: withColons(read.mac) }),
    ...shown(read),
  }
}

function readOne(one: Case, bytes: Uint8Array): Bthome | undefined {
  const key = keyOf(one)
  return readBthome(bytes, { mac: withoutColons(one.mac), ...(key && { key }) })
}

/** Other words for the same, as the reference decoder has them. */
const also: Record<string, string> = {
  battery_low: 'battery',
  carbon_dioxide: 'co2',
  volatile_organic_compounds: 'tvoc',
  battery_charging: 'charging',
  carbon_monoxide: 'co',
}

const presses: Record<number, string> = {
  1: 'press',
  2: 'double_press',
  3: 'triple_press',
  4: 'long_press',
  5: 'long_double_press',
  6: 'long_triple_press',
  0x80: 'hold_press',
}
const turns: Record<number, string> = { 1: 'rotate_left', 2: 'rotate_right' }

function shown({ values }: Bthome) {
  const readings: Record<string, unknown> = {}
  const states: Record<string, unknown> = {}
  const events: Record<string, unknown> = {}
  for (const { name, value } of numbered(values)) {
    const { object } = value
    if (object.kind === 'state') Object.assign(states, namedAlso(object.name, name, value.value))
    else if (object.kind === 'button' || object.kind === 'dimmer') Object.assign(events, event(name, value))
    else if (object.kind === 'time') readings[name] = new Date(Number(value.value) * 1000).toISOString()
    else Object.assign(readings, namedAlso(object.name, name, value.value))
  }
  return { readings, states, events }
}

function namedAlso(plain: string, name: string, value: unknown): Record<string, unknown> {
  const other = also[plain]
  return { [name]: value, ...(other && { [name.replace(plain, other)]: value }) }
}

function event(name: string, { object, value, steps }: BthomeValue): Record<string, unknown> {
  const word = (object.kind === 'button' ? presses : turns)[Number(value)]
  if (!word) return {}
  return { [name]: { event: word, ...(steps !== undefined && { steps, event_properties: { steps } }) } }
}

/** Those there are several of, in the same unit, are numbered. */
function numbered(values: readonly BthomeValue[]): { name: string; value: BthomeValue }[] {
  const kinds = Map.groupBy(values, ({ object: { name, unit, kind } }) => `${name} ${unit} ${kind}`)
  const names = new Map<BthomeValue, string>()
  for (const same of kinds.values()) {
    for (const [index, value] of same.entries()) {
      names.set(value, same.length > 1 ? `${value.object.name}_${index + 1}` : value.object.name)
    }
  }
  return values.map((value) => ({ name: names.get(value) ?? value.object.name, value }))
}

/** Several, one after another: which of them say something new. */
function sequence(one: Case): Record<string, unknown> {
  const messages = Array.isArray(one.message) ? one.message.filter(isFields) : []
  const accepted: boolean[] = []
  const counters: number[] = []
  let last: { id: number; at: number } | undefined
  for (const { t, hex } of messages) {
    const read = readOne(one, Buffer.from(String(hex), 'hex'))
    const at = Number(t) * 1000
    const id = Number(read?.values.find(({ object }) => object.name === 'packet_id')?.value ?? Number.NaN)
    const isNew =
      read !== undefined && !read.refused && (Number.isNaN(id) || isNewPacket(last, id, at)) && isGrown(read)
    accepted.push(isNew)
    if (isNew && !Number.isNaN(id)) last = { id, at }
  }
  return { accepted, counters }

  function isGrown({ counter }: Bthome): boolean {
    if (counter === undefined) return true
    if (!isNewCounter(counters.at(-1), counter)) return false
    counters.push(counter)
    return true
  }
}
