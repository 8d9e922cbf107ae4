import { describe, expect, it } from 'vitest'
import { placed, type PlaceMemory } from './places.ts'

const M = 60_000
const HOME = '203.0.113.0/24'
const MOBILE = '198.51.100.0/24'
const ABROAD = '192.0.2.0/24'
const HAIFA = { lat: 32.79, lng: 34.99 }
const BEIRUT_AIRPORT = { lat: 33.82, lng: 35.49 }
const CAIRO_AIRPORT = { lat: 30.12, lng: 31.41 }
const LONDON = { lat: 51.47, lng: -0.45 }
const NEW_YORK = { lat: 40.64, lng: -73.78 }

type Spot = { lat: number; lng: number }
/** What is said of fixes: minute, place, network, and by how many minutes the watch's clock is wrong. */
function jumpsOf(track: [number, Spot, string, number?][]): boolean[] {
  let memory: PlaceMemory | undefined
  return track.map(([minute, spot, network, wrong = 0]) => {
    const receivedAt = minute * M
    const next = placed(memory, { ...spot, network, receivedAt, at: receivedAt + wrong * M })
    memory = next.memory
    return next.isTwo
  })
}
const between = (one: Spot, other: Spot, part: number): Spot => ({
  lat: one.lat + (other.lat - one.lat) * part,
  lng: one.lng + (other.lng - one.lng) * part,
})
const flight = (from: Spot, to: Spot, minutes: number, network: (part: number) => string) =>
  Array.from({ length: minutes / 10 + 1 }, (_, n): [number, Spot, string] => {
    const part = (n * 10) / minutes
    return [n * 10, between(from, to, part), network(part)]
  })

it('who is in Haifa and in London within minutes, there and back, is two', () => {
  const track: [number, Spot, string][] = [
    [0, HAIFA, HOME],
    [5, LONDON, ABROAD],
    [10, HAIFA, HOME],
    [15, LONDON, ABROAD],
  ]
  expect(jumpsOf(track)).toEqual([false, false, true, true])
})

describe('one is', () => {
  it('who flies, with the network of the aeroplane in between', () => {
    const network = (part: number) => (part < 0.1 ? HOME : part > 0.95 ? ABROAD : MOBILE)
    expect(jumpsOf(flight(HAIFA, LONDON, 300, network))).not.toContain(true)
  })
  it('who flies in the jet stream and is seen at both ends alone', () => {
    // 4 h 56 min, the fastest that an airliner came over the Atlantic.
    expect(
      jumpsOf([
        [0, NEW_YORK, HOME],
        [296, LONDON, ABROAD],
        [700, LONDON, ABROAD],
      ]),
    ).not.toContain(true)
  })
  it('who flies there and back on one day while the clock of the watch is set at each end', () => {
    expect(
      jumpsOf([
        [0, HAIFA, HOME],
        [300, LONDON, ABROAD, -120],
        [420, LONDON, ABROAD, -120],
        [720, HAIFA, HOME, 0],
      ]),
    ).not.toContain(true)
  })
  it.each([BEIRUT_AIRPORT, CAIRO_AIRPORT])(
    'who is led astray to and fro, at home and under way',
    (airport) => {
      const track = Array.from({ length: 40 }, (_, n): [number, Spot, string] =>
        n % 2 ? [n, airport, MOBILE] : [n, HAIFA, HOME],
      )
      expect(jumpsOf(track)).not.toContain(true)
    },
  )
  it('who is shown at the other end of the world again and again, by one connection', () => {
    const track = Array.from({ length: 40 }, (_, n): [number, Spot, string] => [
      n,
      n % 2 ? NEW_YORK : HAIFA,
      HOME,
    ])
    expect(jumpsOf(track)).not.toContain(true)
  })
  it('who is shown there once, by another network', () => {
    expect(
      jumpsOf([
        [0, HAIFA, HOME],
        [1, { lat: 0.1, lng: 0.1 }, MOBILE],
        [2, { lat: 0.1, lng: 0.1 }, MOBILE],
      ]),
    ).not.toContain(true)
  })
  it('who goes from Wi-Fi to mobile and back where they are', () => {
    const track = Array.from({ length: 200 }, (_, n): [number, Spot, string] => [
      n,
      HAIFA,
      n % 2 ? MOBILE : HOME,
    ])
    expect(jumpsOf(track)).not.toContain(true)
  })
  it('whose backlog of a journey comes at home', () => {
    const track: [number, Spot, string, number?][] = [
      [0, HAIFA, HOME],
      [1_000, HAIFA, HOME],
      [1_001, LONDON, MOBILE, -600],
      [1_002, HAIFA, HOME],
      [1_003, LONDON, MOBILE, -500],
      [1_004, HAIFA, HOME],
    ]
    expect(jumpsOf(track)).not.toContain(true)
  })
})
