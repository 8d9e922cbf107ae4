import { setDefaultCACertificates } from 'node:tls'
import { setTimeout as wait } from 'node:timers/promises'
import { existsSync } from 'node:fs'
import { findHelm } from '@carewatch/launcher/kubernetes/helm'
import { objectsIn, partOf, type Workload } from '@carewatch/launcher/kubernetes/objects'
import { template } from '@carewatch/launcher/kubernetes/render'
import { HAPROXY_PLACES } from '@carewatch/launcher/topology/balancer'
import { REDIS_PLACES } from '@carewatch/launcher/topology/redis'
import { findProgram } from '@carewatch/launcher/installed'
import { uniqueImei } from '@carewatch/migrations/factories'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isNotification, signIn } from '../journeys/person.ts'
import { answersProbe, type Cluster, openCluster, type Pod } from './testing-pods/cluster.ts'
import { prepareDatabase } from './testing-pods/database.ts'

const isRoot = process.getuid?.() === 0 && process.platform === 'linux'
const hasPrograms =
  isRoot &&
  existsSync('/usr/sbin/ip') &&
  [findProgram(HAPROXY_PLACES, 'haproxy'), findProgram(REDIS_PLACES, 'redis-server')].every(Boolean)
const helm = hasPrograms ? findHelm() : undefined

const email = 'admin@house.test'
const password = 'the first one of this house'
const imei = uniqueImei()
/** Before the database is there, everybody waits for it. */
const DATABASE_COMES_AFTER_MS = 4_000
const SOS_WITHIN_MS = 15_000

describe.skipIf(!helm)('the chart, from nothing, without Kubernetes', () => {
  let cluster: Cluster
  let database: ReturnType<typeof prepareDatabase>
  const pods = new Map<string, Pod[]>()
  const of = (part: string): Pod => {
    const [pod] = pods.get(part) ?? []
    if (!pod) throw new Error(`no pod of ${part}`)
    return pod
  }
  const workload = (part: string): Workload => {
    const found = cluster.workloads.find((one) => partOf(one) === part)
    if (!found) throw new Error(`the chart has no ${part}`)
    return found
  }
  const startOne = async (part: string): Promise<Pod> => {
    const pod = await cluster.start(workload(part))
    pods.set(part, [...(pods.get(part) ?? []), pod])
    return pod
  }
  const interfaceAt = () => ({ httpUrl: `http://${of('api').address}:8080` })
  const admin = (...words: string[]) =>
    cluster.exec(workload('admin'), ['node', '/app/tools/admin/src/main.ts', ...words])

  beforeAll(() => {
    const objects = objectsIn(template(helm ?? '', { settings: ['balancer.ports.watches=true'] }))
    const made = objects.find(({ kind }) => kind === 'Cluster')
    const owner = objects.find(({ metadata }) => metadata.name === 'carewatch-database-owner')
    if (!made || !owner) throw new Error('the chart makes no database')
    // Safe: a Secret that the chart makes.
    const { password: opens } = (owner as unknown as { stringData: { password: string } }).stringData
    database = prepareDatabase(made, 'carewatch-database-rw', opens)
    return openCluster(objects, { 'carewatch-database-ca': { 'ca.crt': database.authority } }).then(
      (opened) => (cluster = opened),
    )
  })
  afterAll(async () => {
    cluster.close()
    await database.close()
  })

  it('comes up, whatever begins first: the parts wait for the migrations, these for the database', async () => {
    cluster.name('carewatch-database-rw', cluster.outside)
    const parts = [
      'migrations',
      'broker',
      'broker',
      'api',
      'api',
      'rules-engine',
      'rules-engine',
      'balancer',
      'redis',
    ]
    const all = Promise.all(parts.map(startOne))
    await wait(DATABASE_COMES_AFTER_MS)
    expect([...pods.keys()].toSorted()).toEqual(['balancer', 'redis'])
    await database.begin(cluster.outside)
    await all
    expect(of('migrations').main.log()).toMatch(/^ran 0000/m)
  })

  it('answers the probes of the manifests', async () => {
    for (const part of ['broker', 'api', 'rules-engine', 'balancer']) {
      const [container] = workload(part).spec.template.spec.containers
      const { livenessProbe, readinessProbe, startupProbe } = container
      for (const probe of [livenessProbe, readinessProbe, startupProbe])
        expect([part, probe && (await answersProbe(of(part).address, container, probe))]).toEqual([
          part,
          true,
        ])
    }
  })

  it('runs the migrations once more beside all of them, and has nothing to do', async () => {
    const again = await cluster.start(workload('migrations'))
    expect(again.main.log()).toContain('nothing to run')
  })

  it('lets nobody write where the program lies, and nobody be root', async () => {
    const { output } = await cluster.exec(workload('api'), [
      'sh',
      '-c',
      'id -u; touch /app/x /etc/x; cat /run/secrets/carewatch/database_url; grep CapEff /proc/self/status',
    ])
    expect(output).toMatch(/^1000$/m)
    expect(output.match(/Read-only file system/g)).toHaveLength(2)
    expect(output).toMatch(/database_url: No such file/)
    expect(output).toMatch(/CapEff:\t0+$/m)
  })

  it('has an administrator who is made by one command, and a doctor who finds nothing wrong', async () => {
    const { output } = await admin('create-admin', email)
    const first = /^admin@house\.test {2}(\S+)$/m.exec(output)?.[1] ?? ''
    const boss = await signIn(interfaceAt(), email, first)
    const changed = await boss.post('/auth/changePassword', { oldPassword: first, newPassword: password })
    expect(changed).toMatchObject({ success: true })
    const { output: findings } = await admin('doctor')
    expect(findings).toMatch(/✓ Broker +answers at carewatch-balancer:1884/)
    expect(findings.split('\n').filter((line) => line.includes('✗'))).toEqual([])
  })

  let identity: { username: string; password: string }
  const callForHelp = (watch: MqttClient) =>
    watch.publishAsync(
      `watch/${identity.username}/event`,
      JSON.stringify({ time: Date.now(), type: 'SOS' }),
      { qos: 1 },
    )
  const watchAt = (pod: Pod): Promise<MqttClient> =>
    connectAsync(`mqtts://${pod.address}:8883`, {
      ...identity,
      servername: 'care.example.org',
      reconnectPeriod: 200,
    })

  const connectionsAt = ({ address }: Pod): Promise<number> =>
    fetch(`http://${address}:9100/metrics`)
      .then((answer) => answer.text())
      .then((text) => Number(/^carewatch_mqtt_connections(?:\{.*\})? (\d+)$/m.exec(text)?.[1]))
  /** A watch, and the broker that the balancer led it to. */
  const connected = async (): Promise<{ watch: MqttClient; holder: Pod }> => {
    const brokers = pods.get('broker') ?? []
    const before = await Promise.all(brokers.map(connectionsAt))
    const watch = await watchAt(of('balancer'))
    const after = await Promise.all(brokers.map(connectionsAt))
    const holder = brokers[after.findIndex((count, index) => count > (before[index] ?? 0))]
    if (!holder) throw new Error(`no broker has the watch: ${String(before)}, ${String(after)}`)
    return { watch, holder }
  }
  const leave = (pod: Pod): unknown =>
    pods.set('broker', pods.get('broker')?.filter((other) => other !== pod) ?? [])

  it('brings the SOS of a watch, over TLS through the balancer, to a screen', async () => {
    setDefaultCACertificates([cluster.secret('carewatch-tls')['tls.crt'] ?? ''])
    const boss = await signIn(interfaceAt(), email, password)
    // Safe: the answers of the calls.
    const madeBy = async (path: string, what: string, body: object) =>
      (await boss.post(path, body)).context[what] as { uuid: string }
    const { uuid: companyId } = await madeBy('/company/new', 'company', { name: 'Golden Age', code: 'GA' })
    const place = { companyId, timeZone: 'Europe/Riga' }
    const branch = { ...place, name: 'Sea View', code: 'SV' }
    const { uuid: branchId } = await madeBy('/branch/new', 'branch', branch)
    const { context } = await boss.post('/devices/new', {
      imei,
      imsi: '425010000000001',
      name: 'Room 12',
      deviceModel: 'native',
      companyId,
      branchId,
    })
    const { device, credentials } = context as {
      device: { uuid: string }
      credentials: { username: string; password: string }
    }
    identity = credentials
    const screen = await boss.listen([device.uuid])
    const watch = await watchAt(of('balancer'))
    await callForHelp(watch)
    const { notification } = await screen.next(isNotification('opened'))
    expect(notification).toMatchObject({ kind: 'SOS', deviceUuid: device.uuid })
    await watch.endAsync()
    screen.close()
  })

  it('sends a broker’s watches away while it leaves, and takes calls for help at the other', async () => {
    const boss = await signIn(interfaceAt(), email, password)
    const screen = await boss.listen([])
    const { watch, holder } = await connected()
    const began = performance.now()
    const gone = holder.remove()
    await callForHelp(watch)
    await screen.next(isNotification('repeated'))
    expect(performance.now() - began).toBeLessThan(SOS_WITHIN_MS)
    await gone
    leave(holder)
    await callForHelp(watch)
    await screen.next(isNotification('repeated'))
    await startOne('broker')
    await watch.endAsync()
    screen.close()
  })

  it('finds a broker that hangs, and takes calls for help at the other within 15 s', async () => {
    const boss = await signIn(interfaceAt(), email, password)
    const screen = await boss.listen([])
    const { watch, holder } = await connected()
    holder.main.child.kill('SIGSTOP')
    const began = performance.now()
    await callForHelp(watch)
    const acknowledgedMs = Math.round(performance.now() - began)
    await screen.next(isNotification('repeated'))
    const shownMs = Math.round(performance.now() - began)
    process.stdout.write(
      `a broker that hangs: acknowledged after ${acknowledgedMs} ms, on the screen after ${shownMs} ms\n`,
    )
    expect([acknowledgedMs, shownMs].map((ms) => ms < SOS_WITHIN_MS)).toEqual([true, true])
    const [container] = workload('broker').spec.template.spec.containers
    const { livenessProbe } = container
    if (!livenessProbe) throw new Error('the manifest has no probe')
    expect(await answersProbe(holder.address, container, livenessProbe)).toBe(false)
    holder.kill()
    leave(holder)
    await watch.endAsync()
    screen.close()
  })
})
