import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../env.ts'

const SPIN = 'for (;;);'
/** 64 MB written and synced, again and again: who syncs beside it waits. */
const WRITE = `
const { openSync, writeSync, fsyncSync, ftruncateSync } = require('node:fs')
const file = openSync(process.argv[1], 'w')
const block = Buffer.alloc(4 * 2 ** 20, 7)
for (;;) {
  ftruncateSync(file, 0)
  for (let at = 0; at < 16; at++) { writeSync(file, block, 0, block.length, at * block.length); fsyncSync(file) }
}`

const run = (code: string, ...args: string[]): ChildProcess =>
  spawn(process.execPath, ['-e', code, ...args], { stdio: 'ignore' })

/** Ends them with the process that began them, however it ends. */
function endsOf(children: readonly ChildProcess[], after: () => void = () => {}): () => void {
  const end = (): void => {
    for (const child of children) child.kill('SIGKILL')
    after()
    process.off('exit', end)
  }
  process.on('exit', end)
  return end
}

/** As many as there are cores, each with all it gets. */
export const busyCores = (): (() => void) =>
  endsOf(Array.from({ length: availableParallelism() }, () => run(SPIN)))

/** Two writers on the disk where the project lies. */
export function busyDisk(): () => void {
  const folder = mkdtempSync(join(ROOT, 'test-results', 'busy-disk-'))
  return endsOf(
    ['one', 'other'].map((name) => run(WRITE, join(folder, name))),
    () => rmSync(folder, { recursive: true, force: true }),
  )
}
