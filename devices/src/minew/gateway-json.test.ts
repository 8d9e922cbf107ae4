import { expect, it } from 'vitest'
import { readParts } from '../registry/read-advertisement.ts'
import { minewJson } from './gateway-json.ts'

const context = { receivedAt: Date.parse('2026-11-21T12:00:00Z'), keyOf: () => undefined, readParts }
const at = '2026-11-21T11:59:58Z'
const receive = (body: unknown) =>
  minewJson('/gw/ac233fc001ea/status', Buffer.from(JSON.stringify(body)), context)

it('hears what a beacon says of its room, by the bytes it sent', () => {
  const scan = receive([
    { timestamp: at, type: 'Gateway', mac: 'AC233FC001EA', gatewayFree: 98 },
    {
      timestamp: at,
      type: 'Unknown',
      mac: 'AC233FA03208',
      rssi: -79,
      rawData: '0201060303E1FF0D16E1FFA12064010832A03F23AC',
    },
  ])
  expect(scan).toEqual({
    isOnline: true,
    rejects: [],
    sightings: [
      {
        mac: 'ac233fa03208',
        rssi: -79,
        time: Date.parse(at),
        facts: { battery: 100, tamper: true },
        seems: 'TAG',
      },
    ],
  })
})

it('takes one beacon told of twice in one message, once read and once raw, as one sighting', () => {
  const scan = receive([
    {
      timestamp: at,
      type: 'S1',
      mac: 'AC233F000001',
      bleName: 'S1',
      rssi: -54,
      battery: 100,
      temperature: 24.25,
      humidity: 51.5,
    },
    { timestamp: at, type: 'Unknown', mac: 'AC233F000001', bleName: '', rssi: -53, rawData: '' },
  ])
  expect(scan.sightings).toEqual([
    {
      mac: 'ac233f000001',
      rssi: -53,
      time: Date.parse(at),
      name: 'S1',
      facts: { temperature: 24.25, humidity: 51.5, battery: 100 },
      seems: 'CLIMATE',
    },
  ])
})

it('reads numbers written as text, and takes no sentinel for a measurement', () => {
  const [sighting] = receive([
    {
      timestamp: at,
      type: 'S1',
      mac: 'ac:23:3f:00:00:01',
      rssi: '-54',
      battery: 0,
      temperature: '21.50',
      humidity: 101,
    },
  ]).sightings
  expect(sighting).toMatchObject({ rssi: -54, facts: { temperature: 21.5 } })
  expect(Object.keys(sighting?.facts ?? {})).toEqual(['temperature'])
})

it('lets a broken row cost only itself', () => {
  const scan = receive([
    null,
    'x',
    { type: 'Unknown' },
    {
      timestamp: at,
      type: 'iBeacon',
      mac: 'AC233FA03208',
      rssi: -60,
      ibeaconUuid: 'FDA50693A4E24FB1AFCFC6EB07647825',
      ibeaconMajor: 1,
      ibeaconMinor: 2,
      battery: 0,
    },
  ])
  expect(scan.sightings).toMatchObject([
    { ibeacon: { uuid: 'fda50693a4e24fb1afcfc6eb07647825', major: 1, minor: 2 }, seems: 'TAG', facts: {} },
  ])
  expect(scan.rejects).toHaveLength(3)
})

it('keeps our time where the gateway has none', () => {
  const times = ['1970-01-01T00:00:10Z', '2099-01-01T00:00:00Z', 'soon', undefined].map(
    (timestamp) =>
      receive([{ timestamp, type: 'Unknown', mac: 'AC233FA03208', rssi: -60 }]).sightings[0]?.time,
  )
  expect(new Set(times)).toEqual(new Set([context.receivedAt]))
})

it('knows its answer to a configuration', () => {
  expect(receive({ action: 'config', requestId: 'a', code: 200 }).isConfigTaken).toBe(true)
  expect(receive({ action: 'config', requestId: 'a', code: 500 }).isConfigTaken).toBeUndefined()
})
