import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLocationService, type LocationServiceOptions } from './location-service.ts'
import { isStranger, lookupOwn } from './private-host.ts'
import type { Nearby } from './resolver.ts'

const cell = { mcc: 425, mnc: 1, lac: 9_520, cid: 3_671, signal: -71 }
const cells: Nearby = { cells: [cell], bssids: [] }
const networks: Nearby = { cells: [], bssids: ['74da38000001', '74da38000002'] }
const place = { location: { lat: 32.08, lng: 34.78 }, accuracy: 900 }

let server: Server
let port: number
let asked: string[]
let answer: (response: ServerResponse) => void
const replies = (value: unknown, status = 200): void => {
  answer = (response) =>
    response.writeHead(status).end(typeof value === 'string' ? value : JSON.stringify(value))
}
beforeEach(async () => {
  asked = []
  replies(place)
  server = createServer((request, response) => {
    void text(request).then((question) => {
      asked.push(question)
      answer(response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe: a TCP server that listens has a port.
  port = (server.address() as AddressInfo).port
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const onRest = vi.fn<(why: string) => void>()
beforeEach(() => onRest.mockClear())
const service = (more: Partial<LocationServiceOptions> = {}) =>
  createLocationService({
    url: `http://127.0.0.1:${port}/v1/geolocate?key=secret`,
    isPublic: false,
    onRest,
    ...more,
  })
/** So many that nothing of them is known yet. */
const others = (from: number, count: number): Nearby[] =>
  Array.from({ length: count }, (_, n) => ({ cells: [{ ...cell, cid: from + n }], bssids: [] }))
async function failing(resolve: ReturnType<typeof service>, count: number): Promise<void> {
  for (const one of others(100, count)) expect(await resolve(one)).toBeUndefined()
}

describe('a service of our own network', () => {
  it('is asked as Ichnaea is, and by nobody’s own address', async () => {
    expect(await service()({ cells: [cell], bssids: networks.bssids })).toEqual({
      lat: 32.08,
      lng: 34.78,
      accuracyM: 900,
      source: 'CELL',
    })
    expect(asked.map((question) => JSON.parse(question))).toEqual([
      {
        considerIp: false,
        fallbacks: { ipf: false },
        cellTowers: [
          {
            radioType: 'gsm',
            mobileCountryCode: 425,
            mobileNetworkCode: 1,
            locationAreaCode: 9_520,
            cellId: 3_671,
            signalStrength: -71,
          },
        ],
        wifiAccessPoints: [{ macAddress: '74:da:38:00:00:01' }, { macAddress: '74:da:38:00:00:02' }],
      },
    ])
  })

  it('says how exact it is, and is never believed to be as exact as satellites', async () => {
    replies({ ...place, accuracy: 12.2 })
    const resolve = service()
    expect(await resolve(networks)).toMatchObject({ accuracyM: 150, source: 'WIFI' })
    expect(await resolve(cells)).toMatchObject({ accuracyM: 500, source: 'CELL' })
    expect(await resolve({ ...cells, ...networks, cells: [cell] })).toMatchObject({ source: 'WIFI' })
    replies({ ...place, accuracy: 700.4 })
    expect(await service()(networks)).toMatchObject({ accuracyM: 701, source: 'WIFI' })
  })

  it('is not asked by one network, nor by nothing', async () => {
    const resolve = service()
    expect(await resolve({ cells: [], bssids: ['74da38000001'] })).toBeUndefined()
    expect(await resolve({ cells: [], bssids: [] })).toBeUndefined()
    await resolve({ cells: [cell], bssids: ['74da38000001'] })
    expect(asked.map((question) => Object(JSON.parse(question)).wifiAccessPoints)).toEqual([[]])
  })

  it('is asked once for the same in a while, also where it knows nothing', async () => {
    let now = 0
    const resolve = service({ now: () => now })
    await resolve(networks)
    expect(await resolve({ ...networks, bssids: networks.bssids.toReversed() })).toMatchObject(place.location)
    expect(asked).toHaveLength(1)
    replies({ error: { code: 404 } }, 404)
    for (let times = 0; times < 5; times++) expect(await resolve(cells)).toBeUndefined()
    expect(asked).toHaveLength(2)
    now = 11 * 60_000
    await resolve(networks)
    expect(asked).toHaveLength(3)
    expect(onRest).not.toHaveBeenCalled()
  })

  it.each([400, 413, 422])('that refuses what one watch says answers the others: %i', async (status) => {
    replies({ error: { code: status } }, status)
    const resolve = service()
    await failing(resolve, 4)
    await failing(resolve, 4)
    expect(asked).toHaveLength(4)
    expect(onRest).not.toHaveBeenCalled()
    replies(place)
    expect(await resolve(cells)).toMatchObject(place.location)
  })

  it.each([401, 403, 429, 500])('that refuses us rests: %i', async (status) => {
    replies('', status)
    await failing(service(), 4)
    expect(asked).toHaveLength(3)
    expect(onRest).toHaveBeenCalledExactlyOnceWith(`it answers ${status}`)
  })

  it('is asked for four at once, and nobody waits in line', async () => {
    const held: ServerResponse[] = []
    answer = (response) => held.push(response)
    const resolve = service()
    const first = others(1, 4).map(resolve)
    expect(await Promise.all(others(50, 3).map(resolve))).toEqual([undefined, undefined, undefined])
    await expect.poll(() => held.length).toBe(4)
    for (const response of held) response.end(JSON.stringify(place))
    expect((await Promise.all(first)).filter(Boolean)).toHaveLength(4)
    expect(asked).toHaveLength(4)
  })
})

describe('one that lies', () => {
  it.each([
    [{ ...place, location: { lat: 91, lng: 0 } }],
    [{ ...place, location: { lat: '32', lng: '34' } }],
    [{ ...place, accuracy: -1 }],
    [{ ...place, accuracy: null }],
    [{ location: place.location }],
    ['<html>'],
    [''],
    [`"${'x'.repeat(100_000)}"`],
  ])('is not believed, and rests after the third time: %#', async (value) => {
    replies(value)
    await failing(service(), 3)
    expect(onRest).toHaveBeenCalledTimes(1)
  })

  it.each([
    [{ ...place, location: { lat: 0, lng: 0 } }],
    [{ ...place, accuracy: 35_001 }],
    [{ ...place, fallback: 'ipf' }],
  ])('says nothing where it says that it does not know: %#', async (value) => {
    replies(value)
    await failing(service(), 4)
    expect(onRest).not.toHaveBeenCalled()
  })

  it('is not followed elsewhere', async () => {
    answer = (response) => response.writeHead(307, { location: '/elsewhere' }).end()
    await failing(service(), 3)
    expect(asked).toHaveLength(3)
    expect(onRest).toHaveBeenCalledExactlyOnceWith('it answers 307')
  })
})

describe('one that does not answer', () => {
  it('is waited for no longer than its time, also where it began to', async () => {
    answer = () => {}
    await failing(service({ timeoutMs: 50 }), 3)
    expect(onRest).toHaveBeenCalledExactlyOnceWith('it takes too long')
    answer = (response) => response.write('{"location"')
    await failing(service({ timeoutMs: 50 }), 3)
    expect(onRest).toHaveBeenCalledTimes(2)
  })

  it('rests for a minute, then one asks for all until it answers', async () => {
    let now = 0
    const resolve = service({ now: () => now })
    replies('', 503)
    await failing(resolve, 9)
    expect(asked).toHaveLength(3)
    now = 60_000
    await Promise.all(others(500, 5).map(resolve))
    expect(asked).toHaveLength(4)
    await failing(resolve, 2)
    expect(asked).toHaveLength(4)
    now = 120_000
    replies(place)
    expect(await resolve(cells)).toMatchObject(place.location)
    expect((await Promise.all(others(700, 4).map(resolve))).filter(Boolean)).toHaveLength(4)
  })

  it('is said without its address, which may hold a key', async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
    await failing(service(), 3)
    expect(onRest).toHaveBeenCalledExactlyOnceWith('ECONNREFUSED')
  })
})

describe('a stranger', () => {
  it.each([
    ['http://127.0.0.1/', false],
    ['http://10.1.2.3/', false],
    ['http://172.31.0.1/', false],
    ['http://192.168.0.9/', false],
    ['http://[::1]/', false],
    ['http://[fd00::1]/', false],
    ['http://172.32.0.1/', true],
    ['http://8.8.8.8/', true],
    ['http://169.254.169.254/', true],
    ['http://[2001:4860:4860::8888]/', true],
    ['http://[::ffff:8.8.8.8]/', true],
    // Of a name nobody can say it yet.
    ['http://location.example/', false],
  ])('%s', (url, expected) => expect(isStranger(new URL(url))).toBe(expected))

  it('is asked nothing, and is asked where that was allowed', async () => {
    // An address of this machine that stands in no network of ours.
    const url = `http://0.0.0.0:${port}/`
    expect(await service({ url })(cells)).toBeUndefined()
    expect(asked).toEqual([])
    expect(await service({ url, isPublic: true })(cells)).toMatchObject(place.location)
  })

  it('is not found by a name, whatever its name server says', async () => {
    const found = (host: string) =>
      new Promise((resolve) => lookupOwn(host, {}, (error, address) => resolve(error?.message ?? address)))
    expect(await found('8.8.8.8')).toBe('its name leads out of our own network')
    expect(await found('10.1.2.3')).toBe('10.1.2.3')
  })

  it('a name is asked where it leads to this machine', async () => {
    expect(await service({ url: `http://localhost:${port}/` })(cells)).toMatchObject(place.location)
  })
})
