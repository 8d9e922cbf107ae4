import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { copyFile, open, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { NoMap, openArchive } from '@carewatch/api/map/archive'
import { z } from 'zod'

type How = { mostBytes: number; onProgress: (text: string) => void }

/** Beside what it is a part of, so that it takes its place at once. */
const partOf = (target: string): string => `${target}.part`
const noteOf = (target: string): string => `${target}.part.json`
const Note = z.object({ url: z.string(), etag: z.string() })

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

function forget(target: string): void {
  rmSync(partOf(target), { force: true })
  rmSync(noteOf(target), { force: true })
}

/** What a map holds, in some lines; a file that is none says why. */
export async function describeMap(path: string): Promise<string> {
  if (!existsSync(path)) return `There is no map of streets (${path}). Add one: admin map add FILE-OR-URL`
  const { header, size, madeAt, layers, name } = await openArchive(path).catch((error: unknown) => {
    throw error instanceof NoMap ? new Error(`${path} is no map of streets: ${error.message}.`) : error
  })
  const [south, north] = [header.minLat, header.maxLat].map((degrees) => degrees.toFixed(3))
  const [west, east] = [header.minLon, header.maxLon].map((degrees) => degrees.toFixed(3))
  return [
    `${path}: ${name ?? 'without a name'}, ${megabytes(size)}, here since ${madeAt.toISOString().slice(0, 10)}`,
    `from ${west}, ${south} to ${east}, ${north} (longitude, latitude), zoom ${header.minZoom} to ${header.maxZoom}`,
    `layers: ${layers.join(', ')}`,
  ].join('\n')
}

/** A file is taken over, an address is fetched; either is a map of streets, or what there was stays. */
export async function addMap(target: string, from: string, how: How): Promise<void> {
  mkdirSync(dirname(target), { recursive: true })
  if (/^[a-z]+:\/\//i.test(from)) await fetchMap(target, from, how)
  else {
    if (sizeOf(from) > how.mostBytes) throw tooLarge(how)
    await openMap(from)
    await copyFile(from, partOf(target))
  }
  try {
    await openMap(partOf(target))
  } catch (error) {
    forget(target)
    throw error
  }
  renameSync(partOf(target), target)
  forget(target)
}

/** Answers whether there was one. */
export function removeMap(target: string): boolean {
  forget(target)
  const wasThere = existsSync(target)
  rmSync(target, { force: true })
  return wasThere
}

async function openMap(path: string): Promise<void> {
  await openArchive(path).catch((error: unknown) => {
    if (error instanceof NoMap) throw new Error(`This is no map of streets: ${error.message}.`)
    throw error
  })
}

const tooLarge = ({ mostBytes }: How): Error =>
  new Error(`It is larger than ${megabytes(mostBytes)}; --most-gb says how large it may be.`)

/** In the clear only from this machine itself. */
function checkedUrl(text: string): URL {
  const url = new URL(text)
  const isHere = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isHere)) return url
  throw new Error('A map is fetched by https://, or taken from a file.')
}

/** A note that was half written is none. */
function jsonIn(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** How much of it is here from the last try; nothing where it was another, or may have changed since. */
function begunOf(target: string, url: URL): { bytes: number; etag: string } | undefined {
  if (!existsSync(noteOf(target)) || !existsSync(partOf(target))) return undefined
  const note = Note.safeParse(jsonIn(noteOf(target)))
  if (!note.success || note.data.url !== url.href) return undefined
  return { bytes: sizeOf(partOf(target)), etag: note.data.etag }
}

async function ask(url: URL, begun: { bytes: number; etag: string } | undefined): Promise<Response> {
  const headers = begun && { range: `bytes=${begun.bytes}-`, 'if-range': begun.etag }
  const answer = await fetch(url, { ...(headers && { headers }) }).catch(() => {
    throw new Error(`${url.host} does not answer.`)
  })
  checkedUrl(answer.url)
  if (answer.status === 416 && begun) return ask(url, undefined)
  if (!answer.ok) throw new Error(`${url.host} answered ${answer.status}.`)
  return answer
}

async function refuseWithoutRoom(target: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(target))
  if (bytes > bavail * bsize) throw new Error(`It needs ${megabytes(bytes)}, and the disk has less.`)
}

type Coming = { target: string; start: number; total: number }

/** Each piece is on the disk before the next is asked for: what broke off is there to be gone on with. Says each twentieth. */
async function keep(
  body: ReadableStream<Uint8Array>,
  { target, start, total }: Coming,
  how: How,
): Promise<void> {
  const file = await open(partOf(target), start > 0 ? 'a' : 'w')
  let [bytes, announced] = [start, 0]
  try {
    for await (const piece of body) {
      bytes += piece.length
      if (bytes > how.mostBytes) throw tooLarge(how)
      await file.writeFile(piece)
      const twentieths = total > 0 ? Math.floor((20 * bytes) / total) : Math.floor(bytes / 50e6)
      if (twentieths > announced)
        how.onProgress(total > 0 ? `${twentieths * 5} % of ${megabytes(total)}` : megabytes(bytes))
      announced = twentieths
    }
    await file.sync()
  } finally {
    await file.close()
  }
  if (total > 0 && bytes !== total) throw new Error('less came than there is')
}

async function fetchMap(target: string, from: string, how: How): Promise<void> {
  const url = checkedUrl(from)
  const begun = begunOf(target, url)
  const { status, headers, body } = await ask(url, begun)
  const start = status === 206 && begun ? begun.bytes : 0
  const range = headers.get('content-range')
  if (start > 0 && range !== null && !range.startsWith(`bytes ${start}-`))
    throw new Error(`${url.host} answered another part than was asked for.`)
  const rest = Number(headers.get('content-length') ?? 0)
  const total = rest > 0 ? start + rest : 0
  if (total > how.mostBytes) throw tooLarge(how)
  await refuseWithoutRoom(target, rest)
  if (start === 0) forget(target)
  else how.onProgress(`goes on after ${megabytes(start)}`)
  const etag = headers.get('etag')
  const canGoOn = etag !== null && !etag.startsWith('W/')
  if (canGoOn) writeFileSync(noteOf(target), JSON.stringify({ url: url.href, etag }))
  try {
    if (body) await keep(body, { target, start, total }, how)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const goesOn = canGoOn && sizeOf(partOf(target)) > 0 && sizeOf(partOf(target)) <= how.mostBytes
    if (!goesOn) forget(target)
    const next = goesOn ? 'The same command goes on where it was. ' : ''
    throw new Error(`It broke off (${why}). ${next}What was there stays.`, { cause: error })
  }
}
