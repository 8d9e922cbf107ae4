import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openLogFile, rotate } from './log-files.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carewatch-logs-'))
  path = join(folder, 'logs', 'api.log')
})
afterEach(() => rmSync(folder, { recursive: true }))

const modeOf = (file: string): number => statSync(file).mode & 0o777
const small = { fullBytes: 10, former: 2 }

it('is read by its owner alone, in a folder of its owner, also where it was open before', () => {
  closeSync(openLogFile(path))
  expect([modeOf(path), modeOf(join(folder, 'logs'))]).toEqual([0o600, 0o700])
  chmodSync(path, 0o644)
  closeSync(openLogFile(path))
  expect(modeOf(path)).toBe(0o600)
})

it('that is full makes room, and keeps as many former ones as it may', () => {
  const file = openLogFile(path)
  for (const line of ['the first line\n', 'the second line\n', 'the third line\n']) {
    writeSync(file, line)
    expect(rotate(path, small)).toBe(true)
    expect(readFileSync(path, 'utf8')).toBe('')
    expect(readFileSync(`${path}.1`, 'utf8')).toBe(line)
    expect(modeOf(`${path}.1`)).toBe(0o600)
  }
  expect(readFileSync(`${path}.2`, 'utf8')).toBe('the second line\n')
  expect(existsSync(`${path}.3`)).toBe(false)
  writeSync(file, 'short\n')
  expect(rotate(path, small)).toBe(false)
  expect(readFileSync(path, 'utf8')).toBe('short\n')
  closeSync(file)
})

it('of a program that has it open goes on where it was emptied', async () => {
  const file = openLogFile(path)
  const program =
    'process.stdin.on("data", (line) => process.stdout.write(line, () => process.send("written")))'
  const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', file, file, 'ipc'] })
  closeSync(file)
  const write = async (line: string) => {
    const written = once(child, 'message')
    child.stdin?.write(line)
    await written
  }
  await write('before it was full\n')
  rotate(path, small)
  await write('and after\n')
  expect(readFileSync(path, 'utf8')).toBe('and after\n')
  expect(readFileSync(`${path}.1`, 'utf8')).toBe('before it was full\n')
  const exit = once(child, 'exit')
  child.stdin?.end()
  child.disconnect()
  await exit
})

it('that is not there is not full', () => {
  writeFileSync(join(folder, 'other'), '')
  expect(rotate(join(folder, 'none.log'), small)).toBe(false)
})
