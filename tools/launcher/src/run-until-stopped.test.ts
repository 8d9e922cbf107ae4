import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { untilPackageManager } from './ancestors.ts'

const PROGRAM = `
import { runUntilStopped } from '${join(import.meta.dirname, 'run-until-stopped.ts')}'
await runUntilStopped(async (onOpen) => {
  onOpen(async () => console.log('closed the first'))
  onOpen(async () => console.log('closed the second'))
  console.log('runs as', process.pid)
  setInterval(() => {}, 1_000)
})`

const started: ChildProcess[] = []
afterEach(() => {
  for (const { pid } of started.splice(0))
    try {
      if (pid) process.kill(-pid, 'SIGKILL')
    } catch {
      // All of them have ended, as they should.
    }
})

/** As `npx` does it: the program in a shell, in a shell that is named so. */
function startAsNpxDoes() {
  const inner = `"$NODE" --input-type=module -e "$PROGRAM"; true`
  const env = { ...process.env, NODE: process.execPath, PROGRAM, INNER: inner }
  const npx = spawn('sh', ['-c', 'sh -c "$INNER"; true'], { argv0: 'npx', env, detached: true })
  started.push(npx)
  let output = ''
  npx.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const closed = once(npx.stdout, 'close')
  return { npx, output: () => output, closed }
}

describe('a program that runs until it is stopped', () => {
  it('closes what it opened, the newest first, when a signal comes', async () => {
    const { output, closed } = startAsNpxDoes()
    await expect.poll(output, { timeout: 20_000 }).toContain('runs as')
    process.kill(Number(/runs as (\d+)/.exec(output())?.[1]), 'SIGTERM')
    await closed
    expect(output()).toMatch(/closed the second\s+closed the first[^]*stopped/)
  })

  it('ends when the npx that started it is killed, though the shells in between live on', async () => {
    const { npx, output, closed } = startAsNpxDoes()
    await expect.poll(output, { timeout: 20_000 }).toContain('runs as')
    npx.kill('SIGKILL')
    await closed
    expect(output()).toMatch(/whoever started this is gone: stopping[^]*stopped/)
  })
})

describe('the processes that started this one', () => {
  const line = (...commands: string[]) => commands.map((command, index) => ({ pid: index + 10, command }))

  it('reach up to the topmost package manager', () => {
    const ancestors = line('sh -c node x', 'pnpm dev', 'sh -c pnpm', 'npm exec pnpm@12 dev', '-bash', 'sshd')
    expect(untilPackageManager(ancestors)).toEqual([10, 11, 12, 13])
  })

  it.each([
    '/usr/local/bin/pnpm dev',
    'node /usr/lib/node_modules/npm/bin/npx-cli.js pnpm@12 dev',
    '/opt/node/bin/node /opt/node/bin/pnpm dev',
    'npm run dev',
  ])('know %s', (command) => {
    expect(untilPackageManager(line('sh', command, 'bash'))).toEqual([10, 11])
  })

  it.each([
    'bash -c npx pnpm start & sleep 1',
    'bash /home/pnpm/run.sh',
    '/home/npm/bin/tool',
    'node /home/npm/tool.js',
    'npmlike',
  ])('do not take %s for one', (command) => {
    expect(untilPackageManager(line('sh', command))).toEqual([10])
  })

  it('are the parent alone where none is there', () => {
    expect(untilPackageManager(line('-bash', 'sshd'))).toEqual([10])
    expect(untilPackageManager([])).toEqual([])
  })
})
