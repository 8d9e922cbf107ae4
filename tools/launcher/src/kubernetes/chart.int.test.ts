import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../env.ts'
import { findHelm } from './helm.ts'
import { objectsIn, partOf } from './objects.ts'
import { CHART, MANIFESTS, manifests, template } from './render.ts'

const helm = findHelm() ?? ''
const rendered = (...settings: string[]) => objectsIn(template(helm, { settings }))

describe.skipIf(!helm)('the chart, by Helm', () => {
  it('is found in order', () => {
    const { status, stdout } = spawnSync(helm, ['lint', '--strict', join(ROOT, CHART)], { encoding: 'utf8' })
    expect({ status, stdout }).toMatchObject({ status: 0 })
  })

  it('gives the manifests that lie in deploy/kubernetes', () => {
    for (const [name, text] of manifests(helm))
      expect([name, text]).toEqual([name, readFileSync(join(ROOT, MANIFESTS, name), 'utf8')])
  })

  it.each([
    ['a variable that holds a secret', 'broker.env.JWT_SECRET=x'],
    ['more brokers than the balancer has places for', 'broker.autoscaling.maxReplicas=19'],
    ['an address that is not encrypted', 'publicUrl=http://care.example.org'],
    ['a value that it does not know', 'broker.replica=3'],
    ['less time to leave than leaving takes', 'graceSeconds=41'],
    ['a database of others without its address', 'database.kind=external'],
  ])('refuses %s', (_, setting) => {
    expect(() => rendered(setting)).toThrow(/Error: /)
  })

  it('runs the migrations before an upgrade, and beside the parts at the first installation', () => {
    const jobOf = (isUpgrade: boolean) =>
      objectsIn(template(helm, { isUpgrade })).find(
        (object) => partOf(object) === 'migrations' && object.kind === 'Job',
      )
    expect(jobOf(false)?.metadata.annotations).toEqual({})
    expect(jobOf(true)?.metadata.annotations['helm.sh/hook']).toBe('pre-upgrade')
    // A job cannot be changed: another image is another job.
    const named = (tag: string) =>
      rendered(`image.tag=${tag}`).find(({ kind }) => kind === 'Job')?.metadata.name
    expect(named('v1')).not.toBe(named('v2'))
  })

  it('makes secrets that nobody thought up, unless some are given, and keeps them and the database when it goes', () => {
    const made = rendered().filter(({ kind }) => kind === 'Secret')
    expect(made.map(({ metadata }) => metadata.name).toSorted()).toEqual([
      'carewatch-database-owner',
      'carewatch-secrets',
      'carewatch-tls',
    ])
    expect(JSON.stringify(made)).not.toBe(JSON.stringify(rendered().filter(({ kind }) => kind === 'Secret')))
    const kept = rendered().filter(
      ({ metadata }) => metadata.annotations['helm.sh/resource-policy'] === 'keep',
    )
    expect(kept.map(({ kind }) => kind).toSorted()).toEqual(['Cluster', 'Secret', 'Secret'])
    expect(
      rendered('secrets.existingSecret=mine', 'tls.existingSecret=mine').filter(
        ({ kind }) => kind === 'Secret',
      ),
    ).toEqual([])
  })

  it('leaves the database and Redis out where they are yours', () => {
    const given = ['database.kind=external', 'redis.kind=external', 'secrets.existingSecret=mine']
    const kinds = rendered(...given).map(({ kind }) => kind)
    expect(kinds).not.toContain('Cluster')
    expect(kinds).not.toContain('StatefulSet')
    expect(JSON.stringify(rendered(...given))).not.toContain('database-ca')
  })

  it('archives the database and goes back to a moment where it is told to', () => {
    const text = JSON.stringify(
      rendered(
        'database.backup.objectStore=store',
        'database.backup.serverName=second',
        'database.restore.objectStore=store',
        'database.restore.serverName=first',
        'database.restore.until=2026-11-27T02:13:00Z',
      ),
    )
    expect(text).toContain(
      '"isWALArchiver":true,"parameters":{"barmanObjectName":"store","serverName":"second"}',
    )
    expect(text).toContain('"recoveryTarget":{"targetTime":"2026-11-27T02:13:00Z"}')
    expect(text).toContain('"kind":"ScheduledBackup"')
  })

  it('asks for the word of whatever stands before the balancer at the ports of devices alone', () => {
    const text = JSON.stringify(
      rendered('balancer.acceptProxy=true').filter((object) => partOf(object) === 'balancer'),
    )
    expect(text).toContain('{"name":"ACCEPT_PROXY","value":"accept-proxy"}')
    const config = readFileSync(join(ROOT, 'deploy/haproxy.cfg'), 'utf8')
    expect(config.match(/ACCEPT_PROXY\[\*\]/g)).toHaveLength(3)
    expect(config).toContain('bind "${HOST}:${INSIDE_MQTT_PORT}"\n')
  })
})
