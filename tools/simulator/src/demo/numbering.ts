/** Fifteen digits with a true check digit, the same at every run; `place` counts from 0. */
export function imeiOf(place: number): string {
  const body = `35209900${String(170_020 + place * 7).padStart(6, '0')}`
  const sum = Array.from(body).reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}

export const gatewayMac = (place: number): string =>
  `ac233fc0${(0x1a10 + place).toString(16).padStart(4, '0')}`
export const beaconMac = (place: number): string =>
  `c300002e${(0x5b00 + place).toString(16).padStart(4, '0')}`

/** Which simulated body wears the watch at this place; the fleet and the history must agree. */
export const seedOf = (place: number): number => 1_000 + place * 17

/** What stands on the back of it: a watch is not called after who wears it. Two figures, so that a list of them is in order. */
const numberOf = (place: number): string => String(place + 1).padStart(2, '0')
export const watchNameOf = (place: number): string => `Watch ${numberOf(place)}`
export const tagNameOf = (place: number): string => `Tag ${numberOf(place)}`
