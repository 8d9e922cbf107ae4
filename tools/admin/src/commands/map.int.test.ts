import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { townAround, townFile } from '@carewatch/simulator/town'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { addMap, describeMap, removeMap } from './map.ts'

const town = townFile({ ...townAround([34.78, 32.08]), minZoom: 13 })
const other = townFile({ ...townAround([24.1, 56.95]), minZoom: 14 })
const half = Math.floor(town.length / 2)

let served: (request: IncomingMessage, response: ServerResponse) => void
const server = createServer((request, response) => served(request, response))
let url: string
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe: a TCP server that listens has a port.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/town.pmtiles`
})
afterAll(() => server.close())

let folder: string
let target: string
const progress: string[] = []
const how = { mostBytes: 1e9, onProgress: (text: string) => void progress.push(text) }
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'map-'))
  target = join(folder, 'streets.pmtiles')
  progress.length = 0
})

const fileWith = (bytes: Buffer | string): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'map-')), 'given.pmtiles')
  writeFileSync(path, bytes)
  return path
}
const whole = (bytes: Buffer) => (_: IncomingMessage, response: ServerResponse) => {
  response.writeHead(200, { etag: '"one"', 'content-length': bytes.length }).end(bytes)
}

it('a file is checked, taken over and described; then it can go', async () => {
  expect(await describeMap(target)).toContain('There is no map of streets')
  await addMap(target, fileWith(town), how)
  expect(readFileSync(target)).toEqual(town)
  expect(await describeMap(target)).toMatch(
    /A made-up town, [\d.]+ MB.*\nfrom 34\.764, 32\.067 to 34\.796, 32\.093 .*zoom 13 to 15\nlayers: earth/,
  )
  expect(removeMap(target)).toBe(true)
  expect(removeMap(target)).toBe(false)
  expect(readdirSync(folder)).toEqual([])
})

it('what is no map leaves the one there is, and nothing beside it', async () => {
  await addMap(target, fileWith(town), how)
  await expect(addMap(target, fileWith('a letter'), how)).rejects.toThrow(
    'This is no map of streets: it is no PMTiles file.',
  )
  served = whole(other.subarray(0, other.length - 9))
  await expect(addMap(target, url, how)).rejects.toThrow('it is cut off')
  expect(readFileSync(target)).toEqual(town)
  expect(readdirSync(folder)).toEqual(['streets.pmtiles'])
})

it('an address is fetched, and what there was is replaced', async () => {
  await addMap(target, fileWith(other), how)
  served = whole(town)
  await addMap(target, url, how)
  expect(readFileSync(target)).toEqual(town)
  expect(progress.at(-1)).toContain('100 % of')
  expect(readdirSync(folder)).toEqual(['streets.pmtiles'])
})

/** Half of it comes, and when that is here the line is cut. */
async function breakOff(): Promise<void> {
  served = (_, response) => {
    response.writeHead(200, { etag: '"one"', 'content-length': town.length })
    response.write(town.subarray(0, half))
    void vi
      .waitFor(() => expect(statSync(`${target}.part`).size).toBe(half))
      .finally(() => response.destroy())
  }
  await addMap(target, url, how)
}

it('what broke off goes on where it was, unless it is another by now', async () => {
  await expect(breakOff()).rejects.toThrow('The same command goes on where it was')
  expect(existsSync(target)).toBe(false)
  const asked: unknown[] = []
  served = ({ headers }, response) => {
    asked.push(headers['if-range'])
    const from = Number(/bytes=(\d+)-/.exec(headers.range ?? '')?.[1])
    response.writeHead(206, { etag: '"one"', 'content-length': town.length - from }).end(town.subarray(from))
  }
  await addMap(target, url, how)
  expect(asked).toEqual(['"one"'])
  expect(readFileSync(target)).toEqual(town)
  expect(progress).toContainEqual(expect.stringContaining('goes on after'))

  await expect(breakOff()).rejects.toThrow('broke off')
  served = whole(other)
  await addMap(target, url, how)
  expect(readFileSync(target)).toEqual(other)
})

it('no more is fetched than was allowed, whether the other side says how much it is or not', async () => {
  const little = { ...how, mostBytes: 1_000 }
  served = whole(town)
  await expect(addMap(target, url, little)).rejects.toThrow('larger than 0.0 MB')
  served = (_, response) => void response.writeHead(200).end(town)
  await expect(addMap(target, url, little)).rejects.toThrow('larger than 0.0 MB')
  await expect(addMap(target, fileWith(town), little)).rejects.toThrow('larger than 0.0 MB')
  expect(readdirSync(folder)).toEqual([])
})

it('nothing is fetched in the clear from elsewhere', async () => {
  await expect(addMap(target, 'http://maps.example/town.pmtiles', how)).rejects.toThrow('https://')
  await expect(addMap(target, 'ftp://127.0.0.1/town.pmtiles', how)).rejects.toThrow('https://')
})
