import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { SECRETS } from '@carewatch/platform/environment'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { ROOT } from '../env.ts'
import { packageFolders } from '../packages.ts'
import { HAPROXY_PLACES } from './balancer.ts'
import { findProgram } from '../installed.ts'

const Service = z.looseObject({
  image: z.string().optional(),
  build: z.looseObject({}).optional(),
  user: z.string().optional(),
  command: z.union([z.string(), z.array(z.string())]).optional(),
  read_only: z.boolean().optional(),
  stop_grace_period: z.string().optional(),
  healthcheck: z.looseObject({}).optional(),
  ports: z.array(z.string()).default([]),
  networks: z.array(z.string()).default([]),
  network_mode: z.string().optional(),
  mem_limit: z.string().optional(),
  cpus: z.string().optional(),
  logging: z.object({ driver: z.string(), options: z.record(z.string(), z.string()) }).optional(),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
})
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const text = read('docker-compose.yml')
const { services, networks } = z
  .object({
    services: z.record(z.string(), Service),
    networks: z.record(z.string(), z.object({ internal: z.boolean().default(false) })),
  })
  .parse(parse(text, { merge: true }))
const addressesIn = (config: string): string[] => [
  ...new Set([...config.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name ?? '')),
]

describe('docker-compose.yml', () => {
  const all = Object.entries(services)
  const ours = all.filter(([, { image }]) => image === 'carewatch')
  const parts = ours.filter(([name]) => name !== 'certificates')
  const asRuns = all.filter(([name]) => !['admin', 'migrate', 'certificates'].includes(name))

  it('has two brokers, two apis, rules-engines, and what they stand on', () => {
    expect(Object.keys(services).toSorted()).toEqual([
      'admin',
      'api-1',
      'api-2',
      'balancer',
      'broker-1',
      'broker-2',
      'certificates',
      'migrate',
      'redis',
      'rules-engine',
      'timescale',
    ])
    expect(services['timescale']?.image).toBe(
      /IMAGE = '(.+)'/.exec(read('tools/launcher/src/testing/timescale-container.ts'))?.[1],
    )
  })

  it.each(parts)('%s is nobody’s root, writes nowhere, is watched, and has time to leave', (_, service) => {
    expect(service).toMatchObject({ user: 'node', read_only: true, healthcheck: {} })
    const graceSeconds = Number(service.stop_grace_period?.replace('s', ''))
    expect(graceSeconds).toBeGreaterThan(Number(service.environment['DRAIN_SECONDS']) + 10)
  })

  it('builds the image once, for all that run it', () => {
    expect(ours).toHaveLength(8)
    expect(all.filter(([, { build }]) => build !== undefined).map(([name]) => name)).toEqual(['migrate'])
  })

  it('opens ports of the balancer alone, which reaches neither the database nor Redis; these reach nobody', () => {
    const networksOf = (name: string): string[] => services[name]?.networks ?? []
    expect(all.filter(([, { ports }]) => ports.length > 0).map(([name]) => name)).toEqual(['balancer'])
    const unreached = all.filter(([, service]) => service.networks.length === 0)
    expect(unreached.map(([name, service]) => [name, service.network_mode])).toEqual([
      ['certificates', 'none'],
    ])
    for (const name of ['timescale', 'redis']) {
      expect(networksOf(name).filter((network) => networksOf('balancer').includes(network))).toEqual([])
      expect(networksOf(name).map((network) => networks[network]?.internal)).toEqual([true])
    }
  })

  it.each(all)('%s writes no log without an end', (_, { logging }) => {
    expect(logging?.options).toMatchObject({ 'max-size': expect.any(String), 'max-file': expect.any(String) })
  })

  it.each(asRuns)('%s takes as much memory and processor as .env lets it', (_, service) => {
    const { mem_limit: memory, cpus } = service
    expect([memory, cpus]).toEqual([
      expect.stringMatching(/^\$\{[A-Z]+_MEMORY:-\d+[mg]?\}$/),
      expect.stringMatching(/^\$\{[A-Z]+_CPUS:-[\d.]+\}$/),
    ])
  })

  it('names each value of .env that it takes in the page for operators', () => {
    const page = read('docs/operations.md') + read('.env.example')
    const taken = new Set([...text.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name = '']) => name))
    expect(taken.size).toBeGreaterThan(40)
    expect([...taken].filter((name) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual([])
  })

  it('holds no secret: each comes from outside, and the start fails without', () => {
    const secrets = /^\s*(\w*(?:SECRET|PASSWORD|TOKEN|PRIVATE_KEY|API_KEY))\s*:\s*(.+)$/gm
    const values = [...text.matchAll(secrets)].map(([, , value]) => value)
    expect(values.length).toBeGreaterThan(5)
    expect(values.filter((value) => !/^\$\{\w+:[?-]\}$/.test(value ?? ''))).toEqual([])
    expect(text).not.toMatch(/(?:postgres|redis):\/\/\w*:[^$]/)
    // Nor in a line that a list of processes shows.
    for (const [, { command }] of all)
      expect(String(command ?? '')).not.toMatch(/(?<!\$)\$\{?\w*(?:PASSWORD|SECRET)/)
  })

  it('tells people the ports at which the balancer takes devices', () => {
    const published = services['balancer']?.ports ?? []
    for (const [name, { environment }] of parts.filter(([one]) => one.startsWith('api')))
      expect([name, published]).toEqual([
        name,
        expect.arrayContaining([`${environment['MQTTS_PORT']}:${environment['MQTTS_PORT']}`]),
      ])
  })

  it('tells the balancer every address that its file asks for', () => {
    const output = Object.keys(services['balancer']?.environment ?? {})
    const file = read('deploy/haproxy.cfg')
    // What is asked for where all brokers have one name (Kubernetes) is asked for nowhere else.
    const asked = addressesIn(file).filter(
      (name) => !file.includes(`.if defined(${name})`) && !name.startsWith('BROKERS_'),
    )
    expect(asked.length).toBeGreaterThan(10)
    expect([...asked, 'HTTP_PORT'].filter((name) => !output.includes(name))).toEqual([])
  })
})

describe('docker-compose.secrets.yml', () => {
  const { services: changed } = z
    .object({ services: z.record(z.string(), z.looseObject({ environment: Service.shape.environment })) })
    .parse(parse(read('docker-compose.secrets.yml'), { merge: true }))
  const OPENS = /SECRET|PASSWORD|TOKEN|PRIVATE_KEY|API_KEY|REDISCLI_AUTH|_URL$/
  const withValue = Object.entries(services).flatMap(([name, { environment }]) =>
    Object.entries({ ...environment, ...changed[name]?.environment })
      .filter(([variable]) => OPENS.test(variable) && !variable.endsWith('_FILE'))
      .map(([variable, value]): [string, string, string] => [name, variable, String(value)]),
  )

  it('leaves no service a secret that .env must hold, in a variable or an address', () => {
    expect(withValue.length).toBeGreaterThan(60)
    const demanded = withValue.filter(([, , value]) => /\$\{\w+:\?\}|:\/\/\w*:[^/@]*@/.test(value))
    expect(demanded).toEqual([])
  })

  it('gives every part each secret as a file that it takes', () => {
    for (const [name, { environment }] of Object.entries(changed)) {
      const files = Object.keys(environment).filter((variable) => variable.endsWith('_FILE'))
      const known = files.filter((file) => SECRETS.some((secret) => `${secret}_FILE` === file))
      expect([name, known]).toEqual([name, files])
    }
  })
})

describe('docker-compose.archive.yml', () => {
  const text = read('docker-compose.archive.yml')
  const { services: added } = z
    .object({ services: z.record(z.string(), Service) })
    .parse(parse(text, { merge: true }))

  it('starts the same database as ever, which archives', () => {
    const [was, is] = [services['timescale'], added['timescale']]
    expect(is?.build).toMatchObject({ args: { BASE: was?.image } })
    const words = [is?.command ?? []].flat()
    const settings = [...String(was?.command).matchAll(/-c (\S+)/g)].map(([, setting]) => `-c${setting}`)
    expect(settings.length).toBeGreaterThan(2)
    expect(words).toEqual(expect.arrayContaining(['postgres', ...settings, '-carchive_mode=on']))
  })

  it('keeps the archive by a service that nobody reaches, with nothing it does not need', () => {
    expect(added['archive']).toMatchObject({
      user: 'postgres',
      read_only: true,
      cap_drop: ['ALL'],
      network_mode: 'none',
      logging: { options: { 'max-size': expect.any(String) } },
    })
    expect(text).not.toMatch(/(?:PASSWORD|SECRET|cipher)\w*:/i)
  })

  it('names each value of .env that it takes in the page for operators', () => {
    const page = read('docs/operations.md')
    const taken = [...text.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name = '']) => name)
    expect(taken.length).toBeGreaterThan(3)
    expect(taken.filter((name) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual([])
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
      Object.entries(services['balancer']?.environment ?? {})
        .filter(([name]) => !['HTTPS_CERT', 'RUNTIME_SOCKET'].includes(name))
        .map(([name, value]) => [name, /^(API|BROKER)_\d$/.test(name) ? '127.0.0.1' : String(value)]),
    )
    const { status, stderr } = spawnSync(haproxy ?? '', ['-c', '-f', join(ROOT, 'deploy/haproxy.cfg')], {
      env: environment,
      encoding: 'utf8',
    })
    expect({ status, stderr }).toMatchObject({ status: 0 })
  })
})
