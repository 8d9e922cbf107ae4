import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../src/ports.ts'

const ROOT = join(import.meta.dirname, '../../..')
const SOURCE = join(ROOT, 'api/src/plugins/health.ts')
/** It takes a second or two on a free machine; this guards against what hangs. */
const SEEN_WITHIN_MS = 60_000
const START_WITHIN_MS = 300_000

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('the development loop', () => {
  let folder: string
  let address: string
  let dev: ChildProcess
  let output = ''

  /** The processes of a service so far, as its log names them. */
  const processesOf = (service: string): number[] => [
    ...new Set(
      readFileSync(join(folder, 'logs', `${service}.log`), 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => Number(JSON.parse(line).pid)),
    ),
  ]
  const database = (): number =>
    Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  const children = (): number[] =>
    execFileSync('pgrep', ['-P', String(dev.pid)])
      .toString()
      .trim()
      .split('\n')
      .map(Number)
  const isReady = async (): Promise<boolean> => {
    const answer = await fetch(`${address}/api/health/ready`).catch(() => undefined)
    return answer?.status === 200
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'carewatch-dev-'))
    chmodSync(folder, 0o755)
    const [http, mqtt, mqtts] = [await freePort(), await freePort(), await freePort()]
    address = `http://127.0.0.1:${http}`
    dev = spawn(process.execPath, ['tools/launcher/src/dev/main.ts', '--log', 'api'], {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        DATA_DIR: folder,
        HTTP_PORT: String(http),
        MQTT_PORT: String(mqtt),
        MQTTS_PORT: String(mqtts),
        WATCH_PORT: 'off',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const source of [dev.stdout, dev.stderr])
      source?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    await vi.waitUntil(() => output.includes('Carewatch is ready'), START_WITHIN_MS)
  }, START_WITHIN_MS)

  async function end(): Promise<void> {
    if (dev.exitCode !== null || dev.signalCode !== null) return
    const exit = once(dev, 'exit')
    dev.kill('SIGTERM')
    await exit
  }
  afterAll(async () => {
    await end()
    rmSync(folder, { recursive: true, force: true })
  })

  it('serves the web by Vite, and the interface through it, at one address', async () => {
    const page = await (await fetch(`${address}/auth/login`, { headers: { accept: 'text/html' } })).text()
    expect(page).toContain('/@vite/client')
    const client = await fetch(`${address}/@vite/client`)
    expect(client.headers.get('content-type')).toContain('javascript')
    // While Vite puts the libraries together for the first time, both cores are its own.
    await expect.poll(isReady, { timeout: SEEN_WITHIN_MS }).toBe(true)
  })

  it('lets each part ask the database as itself, and none as its owner', async () => {
    const port = readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]
    const { postgres } = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'))
    const client = new pg.Client(`postgres://carewatch:${postgres}@127.0.0.1:${port}/carewatch`)
    await client.connect()
    const names = async () => {
      const { rows } = await client.query(
        "select distinct usename as name from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() order by 1",
      )
      return rows.map(({ name }) => name)
    }
    // Ready is said before the last part has asked, and while whoever made the demo leaves.
    await expect
      .poll(names, { timeout: SEEN_WITHIN_MS })
      .toEqual(['carewatch_api', 'carewatch_broker', 'carewatch_rules'])
    await client.end()
  })

  it('restarts the api alone when a file of it is saved', async () => {
    const [before, brokers, postgres] = [processesOf('api'), processesOf('broker'), database()]
    const saved = performance.now()
    utimesSync(SOURCE, new Date(), new Date())
    await expect
      .poll(async () => (await isReady()) && processesOf('api').length, { timeout: SEEN_WITHIN_MS })
      .toBe(before.length + 1)
    console.info(`a saved file was seen after ${Math.round(performance.now() - saved)} ms`)

    expect(before.filter(isAlive)).toEqual([])
    expect(processesOf('broker')).toEqual(brokers)
    expect(brokers.every(isAlive)).toBe(true)
    expect(database()).toBe(postgres)
    expect(isAlive(postgres)).toBe(true)
  })

  it('tells of the restart, and shows the log that is asked for alone', () => {
    expect(output).toMatch(/api +│ api\/src\/plugins\/health\.ts saved: restarting/)
    expect(output).toMatch(/api +│ .*INFO: api is ready/)
    expect(output).not.toMatch(/broker +│/)
  })

  it('keeps everything below its data folder for its owner alone', () => {
    const open = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => {
      const stat = statSync(join(folder, path), { throwIfNoEntry: false })
      return stat !== undefined && (stat.mode & 0o077) !== 0
    })
    expect(open).toEqual([])
    expect(existsSync(join(folder, 'postgres.log'))).toBe(true)
    expect(existsSync(join(folder, 'logs', 'api.log'))).toBe(true)
  })

  it('leaves nothing running when it ends', async () => {
    // The database, five services, and a process that waits for all of them but the web.
    await expect.poll(children).toHaveLength(10)
    const all = children()
    await end()
    expect(all.filter(isAlive)).toEqual([])
    await expect(fetch(address)).rejects.toThrow('fetch failed')
  })
})
