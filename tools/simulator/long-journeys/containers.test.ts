import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setDefaultCACertificates } from 'node:tls'
import { uniqueImei } from '@carewatch/migrations/factories'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isNotification, signIn } from '../journeys/person.ts'
import {
  admin,
  compose,
  containerOf,
  down,
  env,
  HEALTHY_WITHIN_MS,
  inspect,
  isAsked,
  outputOf,
  reaches,
  secret,
  states,
  untilHealthy,
} from './composed.ts'

const [BUILT_WITHIN_MS, DOWN_WITHIN_MS] = [900_000, 180_000]

const installation = { httpUrl: 'https://localhost:8443' }
const IN_CLEAR = 'http://localhost:8080'
/** Its own certificate, of which a browser would warn; trusted here from when it is known. */
const ownCertificate = async (): Promise<string> =>
  outputOf('docker', ['exec', await containerOf('certificates'), 'cat', '/certificates/served.pem'])
async function trustIt(): Promise<void> {
  const [certificate = ''] = (await ownCertificate()).split(/(?=-----BEGIN \w* ?PRIVATE)/)
  setDefaultCACertificates([certificate])
}
const email = 'admin@house.test'
const password = 'the first one of this house'
const imei = uniqueImei()

/** What people look back at: the alarms, and what a watch measured. */
async function historyOf(imei: string) {
  const person = await signIn(installation, email, password)
  const [alarms, readings] = [await person.get('/alarms'), await person.get(`/readings/${imei}/since/0`)]
  return { alarms: alarms.context, readings: readings.context }
}

const backupIn = (folder: string): string => readdirSync(folder).find((name) => name.endsWith('.age')) ?? ''

describe.skipIf(!isAsked)('docker-compose.yml, from nothing', () => {
  let backups: string
  let identity: { username: string; password: string }
  /** The same watch once more, until what it said is acknowledged, which is when it is stored. */
  async function callsForHelp(): Promise<void> {
    const boss = await signIn(installation, email, password)
    const screen = await boss.listen([])
    const watch = await connectAsync('mqtts://localhost:8883', identity)
    const time = Date.now()
    await watch.publishAsync(`watch/${identity.username}/event`, JSON.stringify({ time, type: 'SOS' }), {
      qos: 1,
    })
    await screen.next(isNotification('repeated'))
    await watch.endAsync()
    screen.close()
  }
  beforeAll(() => {
    backups = mkdtempSync(join(tmpdir(), 'carewatch-backups-'))
    // Whoever the containers' user is here.
    chmodSync(backups, 0o777)
    env['BACKUP_FOLDER'] = backups
  })
  afterAll(async () => {
    await down()
    rmSync(backups, { recursive: true })
  }, DOWN_WITHIN_MS)

  it('is built and comes up', { timeout: BUILT_WITHIN_MS + HEALTHY_WITHIN_MS }, async () => {
    await compose('build')
    await compose('up', '-d', '--no-build')
    await untilHealthy()
    await trustIt()
  })

  it('is one image, which says of which revision it is', async () => {
    expect(await inspect('carewatch', '{{index .Config.Labels "org.opencontainers.image.revision"}}')).toBe(
      env['REVISION'],
    )
    const image = await inspect('carewatch', '{{.Id}}')
    for (const service of ['api-1', 'broker-2', 'rules-engine'])
      for (const id of (await containerOf(service)).split('\n'))
        expect(await inspect(id, '{{.Image}}')).toBe(image)
  })

  it('says which libraries it is made of, and names none that only builds or tests', async () => {
    const file = await inspect('carewatch', '{{index .Config.Labels "carewatch.sbom"}}')
    const text = await outputOf('docker', ['run', '--rm', '--entrypoint', 'cat', 'carewatch', file])
    // Safe: CycloneDX.
    const names = (JSON.parse(text) as { components: { name: string }[] }).components.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['fastify', 'aedes', 'react', 'pg']))
    expect(names.filter((name) => ['vitest', 'typescript', 'playwright'].includes(name))).toEqual([])
  })

  it('holds no test, no second Node, and no link to what was left out', async () => {
    const unwanted =
      'find /app -xtype l; find /app -name "*.test.ts" -not -path "*/node_modules/*"; find /app -type d -name "node-linux-*"'
    expect(await outputOf('docker', ['run', '--rm', '--entrypoint', 'sh', 'carewatch', '-c', unwanted])).toBe(
      '',
    )
  })

  it('keeps the balancer from the database and from Redis, and lets nobody ask Redis without its password', async () => {
    expect(await reaches('balancer', 'api-1', 8080)).toBe(true)
    for (const [service, port] of [
      ['timescale', 5432],
      ['redis', 6379],
    ] as const) {
      const address = await inspect(
        await containerOf(service),
        '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}',
      )
      expect(address).toMatch(/^[\d.]+$/)
      expect(await reaches('balancer', service, port)).toBe(false)
      expect(await reaches('balancer', address, port)).toBe(false)
    }
    const redis = await containerOf('redis')
    expect(await compose('exec', '-T', 'redis', 'redis-cli', 'ping')).toContain('PONG')
    expect(await compose('exec', '-T', '-e', 'REDISCLI_AUTH=', 'redis', 'redis-cli', 'ping')).toContain(
      'NOAUTH',
    )
    expect(await outputOf('docker', ['top', redis])).not.toContain(env['REDIS_PASSWORD'])
  })

  it.each(['broker-1', 'api-1', 'rules-engine'])(
    'gives %s memory that its heap fits into',
    async (service) => {
      const [id = ''] = (await containerOf(service)).split('\n')
      const limit = Number(await inspect(id, '{{.HostConfig.Memory}}'))
      const heap = await outputOf('docker', [
        'exec',
        id,
        'node',
        '-p',
        'v8.getHeapStatistics().heap_size_limit',
      ])
      expect(limit).toBeGreaterThan(0)
      expect(Number(heap) / limit).toBeGreaterThan(0.5)
      expect(Number(heap) / limit).toBeLessThan(0.8)
    },
  )

  it('shows the portal at its address, encrypted, and leads there from the one in the clear', async () => {
    const answer = await fetch(installation.httpUrl)
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('<div id="root">')])
    const inClear = await fetch(`${IN_CLEAR}/board`, { redirect: 'manual' })
    expect([inClear.status, inClear.headers.get('location')]).toEqual([308, `${installation.httpUrl}/board`])
    expect((await fetch(`${IN_CLEAR}/api/health/live`)).status).toBe(200)
    expect((await fetch(`${IN_CLEAR}/api/alarms`)).status).toBe(403)
  })

  it('says of its own certificate that browsers will warn', async () => {
    expect(await compose('logs', '--no-color', 'certificates')).toContain('PEOPLE’S BROWSERS WILL WARN')
  })

  it('has an administrator who is made by one command, signs in and chooses a password', async () => {
    const made = await admin('create-admin', email)
    const first = /^admin@house\.test {2}(\S+)$/m.exec(made)?.[1] ?? ''
    const boss = await signIn(installation, email, first)
    expect(await boss.get('/company/all')).toMatchObject({ success: false, status: 403 })
    const changed = await boss.post('/auth/changePassword', { oldPassword: first, newPassword: password })
    expect(changed).toMatchObject({ success: true })
    expect(await boss.get('/company/all')).toMatchObject({ success: true, context: { companies: [] } })
  })

  it('is looked at by the doctor, who finds it as it is', async () => {
    const output = await admin('doctor').catch(({ stdout }: { stdout: string }) => stdout)
    const lines = output.split('\n').map((line) => line.trim().replaceAll(/\s{2,}/g, ' '))
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^✓ Database TimescaleDB /),
        "✓ Tables this version's",
        '✓ Administrators 1',
        '✓ Data folder none: everything is in the database',
        '✓ Secrets from the environment',
        '✓ Accounts none with a password that everybody knows',
        '✓ Broker answers at balancer:1883',
        '✓ Interface answers at balancer:8080',
        '✓ Redis forgets nothing',
        expect.stringMatching(/^! Certificate made by itself.*browsers will warn/),
        '✓ MQTT over TLS 396 days left',
      ]),
    )
    expect(lines.filter((line) => line.startsWith('✗'))).toEqual([])
  })

  it('brings the SOS of a watch to that administrator’s screen, and keeps it', async () => {
    const boss = await signIn(installation, email, password)
    // Safe: the answers of the three calls.
    const madeBy = async (path: string, what: string, body: object) =>
      (await boss.post(path, body)).context[what] as { uuid: string }
    const { uuid: companyId } = await madeBy('/company/new', 'company', { name: 'Golden Age', code: 'GA' })
    const place = { companyId, timeZone: 'Europe/Riga' }
    const { uuid: branchId } = await madeBy('/branch/new', 'branch', {
      ...place,
      name: 'Sea View',
      code: 'SV',
    })
    const watchOf = { imei, imsi: '425010000000001', name: 'Room 12', deviceModel: 'native' }
    const { context } = await boss.post('/devices/new', { ...watchOf, companyId, branchId })
    const { device, credentials } = context as {
      device: { uuid: string }
      credentials: { username: string; password: string }
    }
    const screen = await boss.listen([device.uuid])
    identity = credentials
    const watch = await connectAsync('mqtts://localhost:8883', credentials)
    const event = JSON.stringify({ time: Date.now(), type: 'SOS' })
    await watch.publishAsync(`watch/${credentials.username}/event`, event, { qos: 1 })
    const { notification } = await screen.next(isNotification('opened'))
    expect(notification).toMatchObject({ kind: 'SOS', deviceUuid: device.uuid })
    const listed = await boss.get('/alarms')
    expect(listed.context['alarms']).toEqual([
      expect.objectContaining({ uuid: notification.alarmUuid, kind: 'SOS' }),
    ])
    const reading = JSON.stringify({ time: Date.now(), heartRate: 72 })
    await watch.publishAsync(`watch/${credentials.username}/readings`, reading, { qos: 1 })
    await watch.endAsync()
    screen.close()
  })

  it(
    'starts a part anew that is frozen, and takes calls for help after it',
    { timeout: HEALTHY_WITHIN_MS },
    async () => {
      const frozen = await containerOf('broker-1')
      const starts = () => inspect(frozen, '{{.RestartCount}}')
      expect(await starts()).toBe('0')
      // The part itself: who watches over it is the container's first process.
      const first = 'kill -STOP "$(cut -d " " -f 1 /proc/1/task/1/children)"'
      const frozenAt = Date.now()
      await outputOf('docker', ['exec', frozen, 'bash', '-c', first])
      await expect.poll(starts, { timeout: HEALTHY_WITHIN_MS, interval: 1_000 }).toBe('1')
      process.stdout.write(
        `  a frozen part was started anew after ${Math.round((Date.now() - frozenAt) / 1_000)} s\n`,
      )
      await untilHealthy()
      await callsForHelp()
    },
  )

  it('comes back from its backup, in an empty installation', { timeout: 2 * HEALTHY_WITHIN_MS }, async () => {
    const before = await historyOf(imei)
    expect(JSON.stringify(before)).toMatch(/"SOS".*72/)
    const recipient = /^BACKUP_RECIPIENT=(age1\w+)$/m.exec(await admin('backup-key', 'key'))?.[1] ?? ''
    await admin('backup', '--recipient', recipient)
    const file = backupIn(backups)
    await down()

    const { JWT_SECRET, SERVICE_SECRET } = env
    Object.assign(env, { POSTGRES_PASSWORD: secret(), SERVICE_SECRET: secret(), JWT_SECRET: secret() })
    await compose('up', '-d', '--no-build', 'timescale', 'redis')
    await untilHealthy()
    await expect(admin('restore', file, '--key', 'key')).rejects.toThrow('made with another JWT_SECRET')
    const lines = (await admin('show-backup', file, '--key', 'key', '--secrets')).trim().split('\n')
    expect(lines).toEqual([`JWT_SECRET=${JWT_SECRET}`, `SERVICE_SECRET=${SERVICE_SECRET}`])
    Object.assign(env, { JWT_SECRET })
    expect(await admin('restore', file, '--key', 'key')).toContain('are back')

    await compose('up', '-d', '--no-build')
    await untilHealthy()
    await trustIt()
    expect(await historyOf(imei)).toEqual(before)
  })

  it('gives way to its backup, whatever it holds by now', { timeout: HEALTHY_WITHIN_MS }, async () => {
    const before = await historyOf(imei)
    const boss = await signIn(installation, email, password)
    expect(await boss.post('/company/new', { name: 'After', code: 'AF' })).toMatchObject({ success: true })
    await expect(admin('restore', '--replace', backupIn(backups), '--key', 'key')).rejects.toThrow(
      'stop every part',
    )
    await compose('stop', 'balancer', 'broker-1', 'broker-2', 'api-1', 'api-2', 'rules-engine')
    await admin('restore', '--replace', backupIn(backups), '--key', 'key')
    await compose('up', '-d', '--no-build')
    await untilHealthy()
    expect(await historyOf(imei)).toEqual(before)
    const { context } = await (await signIn(installation, email, password)).get('/company/all')
    expect(JSON.stringify(context)).not.toContain('After')
  })

  it('is gone when it is composed down', { timeout: DOWN_WITHIN_MS }, async () => {
    await down()
    expect(await states()).toEqual([''])
  })
})
