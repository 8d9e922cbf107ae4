import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { ROOT } from '../env.ts'
import { HAPROXY_PLACES, startBalancer } from './balancer.ts'
import { createPorts } from './ports.ts'

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const toolAt = (name: string): string | undefined =>
  [process.env['MONITORING_TOOLS'] ?? '/usr/bin', '/usr/bin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))
const [promtool, amtool] = [toolAt('promtool'), toolAt('amtool')]
const postgresExporter = toolAt('prometheus-postgres-exporter')
const redisExporter = toolAt('prometheus-redis-exporter')
const redisServer = process.env['REDIS_SERVER']
const haproxy = HAPROXY_PLACES.find((path) => path !== undefined && existsSync(path))

const folder = mkdtempSync(join(tmpdir(), 'carewatch-monitoring-'))
const running: (() => unknown)[] = []
afterEach(async () => {
  for (const end of running.splice(0)) await end()
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A program that listens there by now. */
function start(program: string, words: string[], env: Record<string, string>): void {
  const child = spawn(program, words, { env: { ...process.env, ...env }, stdio: 'ignore' })
  running.push(() => child.kill('SIGKILL'))
}
const figuresAt = async (port: number): Promise<string> =>
  fetch(`http://127.0.0.1:${port}/metrics`).then((answer) => answer.text())
const WITHIN = { timeout: 30_000, interval: 200 }

/** What the rules of the platform ask for, of one source. */
const askedOf = (source: string): string[] => [
  ...new Set(
    [...read('deploy/prometheus/platform-alerts.yml').matchAll(new RegExp(`\\b${source}_[a-z_]+`, 'g'))].map(
      ([name]) => name,
    ),
  ),
]
const missingIn = (figures: string, source: string): string[] =>
  askedOf(source).filter((name) => !new RegExp(`^${name}(?:\\{| )`, 'm').test(figures))

describe.skipIf(!promtool || !amtool)('Prometheus and its Alertmanager', () => {
  const check = (program: string | undefined, ...words: string[]) =>
    spawnSync(program ?? '', words, { cwd: join(ROOT, 'deploy/prometheus'), encoding: 'utf8' })

  it('take the files', () => {
    // Where they lie in the container.
    for (const name of ['alerts.yml', 'platform-alerts.yml'])
      writeFileSync(join(folder, name), read(`deploy/prometheus/${name}`))
    const inside = join(folder, 'prometheus.yml')
    writeFileSync(inside, read('deploy/prometheus/containers.yml').replaceAll('/etc/prometheus/', ''))
    for (const config of ['prometheus.yml', inside])
      expect(check(promtool, 'check', 'config', config)).toMatchObject({ status: 0 })
    expect(check(amtool, 'check-config', 'alertmanager.yml')).toMatchObject({ status: 0 })
  })

  it('wake somebody when they should, and nobody else', () => {
    expect(check(promtool, 'test', 'rules', 'alerts.test.yml')).toMatchObject({ status: 0 })
  })
})

describe('docker-compose.monitoring.yml', () => {
  const Service = z.looseObject({
    profiles: z.array(z.string()).optional(),
    ports: z.array(z.string()).default([]),
    networks: z.array(z.string()).default([]),
    environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  })
  const text = read('docker-compose.monitoring.yml')
  const { services } = z
    .object({ services: z.record(z.string(), Service) })
    .parse(parse(text, { merge: true }))
  const watching = Object.entries(services).filter(([name]) => name !== 'balancer')

  it('is a profile of its own, on the loopback of this machine alone, with its passwords in files', () => {
    for (const [name, { profiles, ports, environment }] of watching) {
      expect([name, profiles]).toEqual([name, ['monitoring']])
      expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([])
      const secrets = Object.entries(environment).filter(([variable]) => /PASS/.test(variable))
      expect(secrets.filter(([, value]) => !String(value).startsWith('/run/secrets/'))).toEqual([])
    }
  })

  it('reads every service that tells figures, by its name and port', () => {
    const config = read('deploy/prometheus/containers.yml')
    const own = parse(read('docker-compose.yml'), { merge: true })
    const parts = Object.entries(own.services as Record<string, { command?: unknown; healthcheck?: unknown }>)
      .filter(([, { command }]) => String(command).includes('supervise.sh'))
      .map(([name]) => name)
    expect(parts.length).toBe(5)
    for (const name of parts)
      expect(config).toMatch(new RegExp(`\\b${name}(?::9100|\\], type: A, port: 9100)`))
    expect(config).toContain(`balancer:${services['balancer']?.environment['FIGURES_PORT']}`)
  })

  it('names each value of .env that it takes in the page for operators', () => {
    const page = read('docs/operations.md')
    const taken = [...text.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name = '']) => name)
    expect(taken.length).toBeGreaterThan(5)
    expect(taken.filter((name) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual([])
  })
})

it.skipIf(!haproxy)(
  'the balancer tells the figures that the rules ask for, and nothing else there',
  async () => {
    const ports = createPorts()
    const [at, port, nobody] = [await ports.ofBalancer(), await ports.next(), await ports.next()]
    const api = createServer((_, response) => response.end('{"live":true}'))
    await new Promise<void>((resolve) => void api.listen(nobody, '127.0.0.1', resolve))
    const own = { mqtt: nobody, mqtts: nobody, watch: nobody, health: nobody }
    const balancer = await startBalancer({
      haproxy: haproxy ?? '',
      host: '127.0.0.1',
      at,
      brokers: [own, own],
      apis: [nobody, nobody],
      logs: folder,
      https: { FIGURES_PORT: String(port) },
    })
    running.push(
      () => balancer.stop(),
      () => api.closeAllConnections(),
      () => api.close(),
    )
    const exposed = await figuresAt(port)
    expect(askedOf('haproxy')).toEqual(['haproxy_backend_active_servers'])
    expect(missingIn(exposed, 'haproxy')).toEqual([])
    for (const door of ['apis', 'mqtt', 'mqtts', 'watches']) expect(exposed).toContain(`proxy="${door}"`)
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  },
)

it.skipIf(!postgresExporter)('PostgreSQL’s exporter tells the figures that the rules ask for', async () => {
  const port = await createPorts().next()
  const url = new URL(process.env['TEST_POSTGRES_URL'] ?? '')
  const source = `host=${decodeURIComponent(url.hostname)} port=${url.port} user=${url.username} password=${url.password} dbname=postgres sslmode=disable`
  start(postgresExporter ?? '', [`--web.listen-address=127.0.0.1:${port}`], { DATA_SOURCE_NAME: source })
  await expect.poll(() => figuresAt(port).catch(() => ''), WITHIN).toContain('pg_up 1')
  expect(askedOf('pg').length).toBe(3)
  expect(missingIn(await figuresAt(port), 'pg')).toEqual([])
})

it.skipIf(!redisExporter || !redisServer)(
  'Redis’ exporter tells the figures that the rules ask for',
  async () => {
    const ports = createPorts()
    const [port, redis] = [await ports.next(), await ports.next()]
    const address = `redis://127.0.0.1:${redis}`
    const passwords = join(folder, 'redis_exporter.json')
    writeFileSync(passwords, JSON.stringify({ [address]: 'of a test' }))
    start(redisServer ?? '', ['--port', String(redis), '--save', '', '--requirepass', 'of a test'], {})
    start(redisExporter ?? '', ['-web.listen-address', `127.0.0.1:${port}`], {
      REDIS_ADDR: address,
      REDIS_PASSWORD_FILE: passwords,
    })
    await expect.poll(() => figuresAt(port).catch(() => ''), WITHIN).toContain('redis_up 1')
    expect(askedOf('redis').length).toBe(3)
    expect(missingIn(await figuresAt(port), 'redis')).toEqual([])
  },
)
