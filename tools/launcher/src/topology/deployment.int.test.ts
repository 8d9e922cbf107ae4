import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { ROOT } from '../env.ts'
import { packageFolders } from '../packages.ts'
import { HAPROXY_PLACES } from './balancer.ts'
import { findProgram } from '../installed.ts'

const Service = z.looseObject({
  image: z.string().optional(),
  build: z.string().optional(),
  user: z.string().optional(),
  read_only: z.boolean().optional(),
  stop_grace_period: z.string().optional(),
  healthcheck: z.looseObject({}).optional(),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
})
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const text = read('docker-compose.yml')
const { services } = z.object({ services: z.record(z.string(), Service) }).parse(parse(text, { merge: true }))
const addressesIn = (config: string): string[] => [
  ...new Set([...config.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name ?? '')),
]
const OPTIONAL = ['HTTPS_CERT']

describe('docker-compose.yml', () => {
  const ours = Object.entries(services).filter(([, { build }]) => build !== undefined)

  it('has two brokers, two apis, rules-engines, and what they stand on', () => {
    expect(Object.keys(services).toSorted()).toEqual([
      'admin',
      'api-1',
      'api-2',
      'balancer',
      'broker-1',
      'broker-2',
      'migrate',
      'redis',
      'rules-engine',
      'timescale',
    ])
    expect(services['timescale']?.image).toBe(
      /IMAGE = '(.+)'/.exec(read('tools/launcher/src/testing/timescale-container.ts'))?.[1],
    )
  })

  it.each(ours)('%s is nobody’s root, writes nowhere, is watched, and has time to leave', (_, service) => {
    expect(service).toMatchObject({ user: 'node', read_only: true, healthcheck: {} })
    const graceSeconds = Number(service.stop_grace_period?.replace('s', ''))
    expect(graceSeconds).toBeGreaterThan(Number(service.environment['DRAIN_SECONDS']) + 10)
  })

  it('holds no secret: each comes from outside, and the start fails without', () => {
    const secrets = /^\s*(\w*(?:SECRET|PASSWORD|TOKEN|PRIVATE_KEY|API_KEY))\s*:\s*(.+)$/gm
    const values = [...text.matchAll(secrets)].map(([, , value]) => value)
    expect(values.length).toBeGreaterThan(5)
    expect(values.filter((value) => !/^\$\{\w+:[?-]\}$/.test(value ?? ''))).toEqual([])
    expect(text).not.toMatch(/postgres:\/\/\w+:[^$]/)
  })

  it('tells the balancer every address that its file asks for', () => {
    const output = Object.keys(services['balancer']?.environment ?? {})
    const asked = addressesIn(read('deploy/haproxy.cfg')).filter((name) => !OPTIONAL.includes(name))
    expect(asked.length).toBeGreaterThan(10)
    expect(asked.filter((name) => !output.includes(name))).toEqual([])
  })
})

describe('the image', () => {
  it('holds every package that its programs are made of', () => {
    const folderOf = new Map(packageFolders(ROOT).map((folder) => [basename(folder), folder]))
    const needed = new Set<string>()
    const walk = (name: string): void => {
      const folder = folderOf.get(name) ?? name
      if (needed.has(folder)) return
      needed.add(folder)
      const manifest = z
        .looseObject({ dependencies: z.record(z.string(), z.string()).default({}) })
        .parse(JSON.parse(read(`${folder}/package.json`)))
      for (const other of Object.keys(manifest.dependencies))
        if (other.startsWith('@carewatch/')) walk(other.slice('@carewatch/'.length))
    }
    for (const program of ['broker', 'api', 'rules-engine', 'admin']) walk(program)
    const copied = [...read('Dockerfile').matchAll(/\/app\/(\S+) \1$/gm)].map(([, folder]) => folder)
    expect([...needed].filter((folder) => !copied.includes(folder))).toEqual([])
  })
})

const haproxy = findProgram(HAPROXY_PLACES, 'haproxy')
describe.skipIf(!haproxy)('HAProxy', () => {
  it('takes the file', () => {
    const environment = Object.fromEntries(
      Object.entries(services['balancer']?.environment ?? {}).map(([name, value]) => [
        name,
        /^(API|BROKER)_\d$/.test(name) ? '127.0.0.1' : String(value),
      ]),
    )
    const { status, stderr } = spawnSync(haproxy ?? '', ['-c', '-f', join(ROOT, 'deploy/haproxy.cfg')], {
      env: environment,
      encoding: 'utf8',
    })
    expect({ status, stderr }).toMatchObject({ status: 0 })
  })
})
