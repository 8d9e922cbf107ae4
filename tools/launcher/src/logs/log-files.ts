import {
  appendFileSync,
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fchmodSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { dirname } from 'node:path'

const OWNER_ONLY = 0o600
/** A file of 20 MB and five former ones of each program. */
const FULL_BYTES = 20 * 1024 * 1024
const FORMER = 5
const LOOK_EVERY_MS = 10_000

const opened = new Set<string>()
let timer: NodeJS.Timeout | undefined

/** A full disk, or a file that somebody took away, is no reason to end: the next look tries again. */
function rotateOpened(): void {
  for (const path of opened)
    try {
      rotate(path)
    } catch (error) {
      console.error(`  ! ${path} stays as it is:`, error instanceof Error ? error.message : error)
    }
}

/** A program's log, to append to, kept small as long as we run: its owner alone reads it, also where an earlier version made it otherwise. */
export function openLogFile(path: string): number {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const file = openSync(path, 'a', OWNER_ONLY)
  fchmodSync(file, OWNER_ONLY)
  opened.add(path)
  timer ??= setInterval(rotateOpened, LOOK_EVERY_MS).unref()
  return file
}

const sizeOf = (path: string): number => (existsSync(path) ? statSync(path).size : 0)

/** What was written from here on, at the end of another file. */
function appendFrom(path: string, from: number, to: string): void {
  const file = openSync(path, 'r')
  try {
    const rest = Buffer.alloc(Math.max(sizeOf(path) - from, 0))
    const read = readSync(file, rest, 0, rest.length, from)
    appendFileSync(to, rest.subarray(0, read))
  } finally {
    closeSync(file)
  }
}

/**
 * Moves what a full log holds aside and empties it where it is: whoever writes into it has it open, and goes on at its end.
 * What comes between the copy and the emptying is copied as well, but for what a process writes in that very moment.
 */
export function rotate(path: string, { fullBytes = FULL_BYTES, former = FORMER } = {}): boolean {
  if (sizeOf(path) < fullBytes) return false
  for (let age = former - 1; age > 0; age--)
    if (existsSync(`${path}.${age}`)) renameSync(`${path}.${age}`, `${path}.${age + 1}`)
  const newest = `${path}.1`
  copyFileSync(path, newest)
  chmodSync(newest, OWNER_ONLY)
  appendFrom(path, sizeOf(newest), newest)
  truncateSync(path)
  return true
}
