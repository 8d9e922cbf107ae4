import { bytesOf, type Case } from '@carewatch/devices/testing/case'

/** An address as the sensor lists write it. */
export const withColons = (mac: string): string => mac.toUpperCase().match(/../g)?.join(':') ?? mac

export const withoutColons = (mac: string | undefined): string =>
  (mac ?? '').replaceAll(/[^0-9A-Fa-f]/g, '').toLowerCase()

export const keyOf = (one: Case): Uint8Array | undefined =>
  one.bind_key ? Buffer.from(one.bind_key, 'hex') : undefined

/** As if it stood behind its maker's number. */
export const withMaker = (maker: number, body: Uint8Array): Uint8Array =>
  Buffer.concat([Uint8Array.of(maker & 0xff, maker >> 8), body])

export const partsWith = (one: Case) => ({
  name: '',
  services: [],
  uuids: [],
  makers: [],
  mac: withoutColons(one.mac),
  key: keyOf(one),
})

export const bytes = (one: Case): Uint8Array => bytesOf(one)

/** Fields that say something. */
export function withoutAbsent(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
