import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { ROOT } from '../env.ts'
import { findProgram } from '../installed.ts'
import { HAPROXY_PLACES } from './balancer.ts'

const FOLDER = join(ROOT, 'deploy/hosts')
const files = readdirSync(FOLDER)
const read = (file: string): string => readFileSync(join(FOLDER, file), 'utf8')
const namesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name)),
]

/** HAProxy asks its environment itself. */
const filled = files.filter((file) => /\.(yml|conf|env)$/.test(file))
const balancer = parseEnv(read('balancer.env').replaceAll(/\$\{\w+\}/g, '127.0.0.1'))

describe('the files for three machines', () => {
  it.each(filled)('%s asks for nothing that the page for operators does not name', (file) => {
    const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
    expect(namesIn(read(file)).filter((name) => !new RegExp(`\\b${name}=`).test(page))).toEqual([])
  })

  it.each(files)('%s is named on that page or beside those that are', (file) => {
    const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
    const isPart = /^(broker|rules-engine|api)\.env$/.test(file)
    const ofKeepalived = read('keepalived.conf').includes(file)
    expect(isPart || ofKeepalived || page.includes(`\`${file}\``)).toBe(true)
  })

  it('acknowledge a commit that is on two machines, and look for who leads no longer than they may', () => {
    const Patroni = z.looseObject({
      etcd: z.looseObject({ hosts: z.string() }),
      // By it Patroni 3.0.2 takes the lead back from another one (docs/hosts.md).
      etcd3: z.undefined().optional(),
      bootstrap: z.looseObject({
        dcs: z.looseObject({
          loop_wait: z.number(),
          retry_timeout: z.number(),
          ttl: z.number(),
          synchronous_mode: z.literal(true),
        }),
      }),
    })
    const { dcs } = Patroni.parse(parse(read('patroni.yml'))).bootstrap
    expect(dcs.loop_wait + 2 * dcs.retry_timeout).toBeLessThanOrEqual(dcs.ttl)
    expect(parse(read('etcd.yml'))).toMatchObject({ 'enable-v2': true })
  })

  it('tell HAProxy every address that its two files ask for', () => {
    const haproxyCfg = readFileSync(join(ROOT, 'deploy/haproxy.cfg'), 'utf8')
    const withHttps = [
      'HTTPS_PORT',
      'HTTPS_CERT',
      'RUNTIME_SOCKET',
      'RUNTIME_GROUP',
      'ACME',
      'ACME_PORT',
      'PUBLIC_URL',
    ]
    const onKubernetes = ['ACCEPT_PROXY', 'BROKERS_HEALTH_PORT']
    const ofOthers = [...withHttps, ...onKubernetes]
    const asked = namesIn(haproxyCfg + read('inside.cfg')).filter((name) => !ofOthers.includes(name))
    expect(asked.length).toBeGreaterThan(15)
    const isOptional = (name: string): boolean => haproxyCfg.includes(`.if defined(${name})`)
    expect(asked.filter((name) => !(name in balancer) && !isOptional(name))).toEqual([])
  })
})

const haproxy = findProgram(HAPROXY_PLACES, 'haproxy')
describe.skipIf(!haproxy)('HAProxy', () => {
  it('takes both files together', () => {
    const words = ['deploy/haproxy.cfg', 'deploy/hosts/inside.cfg'].flatMap((file) => [
      '-f',
      join(ROOT, file),
    ])
    const { status, stderr } = spawnSync(haproxy ?? '', ['-c', ...words], {
      env: { ...balancer },
      encoding: 'utf8',
    })
    expect({ status, stderr }).toMatchObject({ status: 0 })
  })
})
