import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, it } from 'vitest'
import { ROOT } from '../env.ts'
import { freePort } from '../ports.ts'

/** Says its process and port, then each question; `SIGTERM` ends it with 7 once it was asked again. */
const PART = `
  let leaves = false
  const server = require('node:http').createServer((request, response) => {
    console.log(request.url)
    response.writeHead(request.url === '/health/live' ? 200 : 503).end()
    if (leaves) process.exit(7)
  })
  server.listen(Number(process.env.METRICS_PORT), '127.0.0.1', () => console.log('part ' + process.pid))
  process.on('SIGTERM', () => { console.log('leaving'); leaves = true })
`
const toEnd: (() => unknown)[] = []
afterEach(() => {
  for (const end of toEnd.splice(0)) end()
})

async function supervise(port: number) {
  const quick = { LOOK_EVERY_SECONDS: '0.05', ANSWERS_WITHIN_SECONDS: '1', FAILURES: '2' }
  const supervisor = spawn('bash', ['deploy/supervise.sh', process.execPath, '-e', PART], {
    cwd: ROOT,
    env: { ...process.env, ...quick, METRICS_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const lines: string[] = []
  createInterface({ input: supervisor.stdout }).on('line', (line) => lines.push(line))
  const ended = once(supervisor, 'exit').then(([code]) => code as number | null)
  await expect.poll(() => lines[0]).toMatch(/^part \d+$/)
  const pid = Number(lines[0]?.split(' ')[1])
  toEnd.push(() => supervisor.kill('SIGKILL') && process.kill(pid, 'SIGKILL'))
  const asked = (): number => lines.filter((line) => line === '/health/live').length
  await expect.poll(asked).toBeGreaterThan(1)
  return { supervisor, ended, lines, asked, pid }
}

const hasPrograms = ['timeout', 'bash'].every((name) => spawnSync(name, ['--version']).status === 0)
describe.skipIf(!hasPrograms)('who runs a part in its container', () => {
  it('ends a part that is frozen, so that it is started again', async () => {
    const { ended, pid } = await supervise(await freePort())
    process.kill(pid, 'SIGSTOP')
    expect(await ended).toBe(137)
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })

  it('lets a part go on that lives, whatever it misses', async () => {
    const { asked, supervisor, lines } = await supervise(await freePort())
    await expect.poll(asked).toBeGreaterThan(10)
    expect(supervisor.exitCode).toBeNull()
    expect(lines).not.toContain('leaving')
  })

  it('hands on that it shall end, lets it take its time, and says how it ended', async () => {
    const port = await freePort()
    const { supervisor, ended, lines } = await supervise(port)
    supervisor.kill('SIGTERM')
    await expect.poll(() => lines).toContain('leaving')
    expect(supervisor.exitCode).toBeNull()
    await fetch(`http://127.0.0.1:${port}/last`).catch(() => {})
    expect(await ended).toBe(7)
  })

  it('ends as the part does by itself', async () => {
    const { pid, ended } = await supervise(await freePort())
    process.kill(pid, 'SIGKILL')
    expect(await ended).toBe(137)
  })
})
