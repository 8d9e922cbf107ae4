import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { uniqueImei } from '@carewatch/migrations/factories'
import { connectAsync } from 'mqtt'
import { afterAll, describe, expect, it } from 'vitest'
import { isNotification, signIn } from '../journeys/person.ts'

/** A build takes minutes, the ports of a real installation, and Docker: only where it is asked for (`test:all`). */
const isAsked = process.env.TEST_CONTAINERS !== undefined
const ROOT = join(import.meta.dirname, '../../..')
const [BUILT_WITHIN_MS, HEALTHY_WITHIN_MS, DOWN_WITHIN_MS] = [900_000, 300_000, 180_000]
const LOG_LINES = 40

const secret = (): string => randomBytes(24).toString('hex')
const env = {
  ...process.env,
  // Its containers and volumes are no installation's.
  COMPOSE_PROJECT_NAME: `carewatch-test-${randomBytes(4).toString('hex')}`,
  POSTGRES_PASSWORD: secret(),
  SERVICE_SECRET: secret(),
  JWT_SECRET: secret(),
}
const run = promisify(execFile)
const outputOf = async (program: string, words: readonly string[]): Promise<string> => {
  const { stdout } = await run(program, words, { cwd: ROOT, env, maxBuffer: 2 ** 28 })
  return stdout
}

/** Compose is a plugin of Docker's client; older machines have it as a program of its own. */
const hasPlugin = isAsked && spawnSync('docker', ['compose', 'version']).status === 0
const compose = (...words: string[]): Promise<string> =>
  hasPlugin ? outputOf('docker', ['compose', ...words]) : outputOf('docker-compose', words)

/** What each container says of itself: `api-1: Up 12 seconds (healthy)`. */
const states = async (): Promise<string[]> => {
  const ours = `label=com.docker.compose.project=${env.COMPOSE_PROJECT_NAME}`
  const output = await outputOf('docker', [
    'ps',
    '--all',
    '--filter',
    ours,
    '--format',
    '{{.Names}}: {{.Status}}',
  ])
  return output.trim().split('\n')
}
const isUp = (state: string): boolean => /\(healthy\)$|migrate\S*: Exited \(0\)/.test(state)

/** Until all are what they shall be; says who is not, and what they wrote. */
async function untilHealthy(): Promise<void> {
  try {
    const waiting = async () => (await states()).filter((state) => !isUp(state))
    await expect.poll(waiting, { timeout: HEALTHY_WITHIN_MS, interval: 1_000 }).toEqual([])
  } catch (error) {
    process.stderr.write(await compose('logs', '--no-color', `--tail=${LOG_LINES}`))
    throw error
  }
}

const down = () => compose('down', '--volumes', '--remove-orphans', '--timeout', '10')

const installation = { httpUrl: 'http://127.0.0.1:8080' }
const email = 'admin@house.test'
const password = 'the first one of this house'

describe.skipIf(!isAsked)('docker-compose.yml, from nothing', () => {
  afterAll(down, DOWN_WITHIN_MS)

  it('is built and comes up', { timeout: BUILT_WITHIN_MS + HEALTHY_WITHIN_MS }, async () => {
    await compose('build')
    await compose('up', '-d', '--no-build')
    await untilHealthy()
  })

  it('shows the portal at its address', async () => {
    const answer = await fetch(installation.httpUrl)
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('<div id="root">')])
  })

  it('has an administrator who is made by one command, signs in and chooses a password', async () => {
    const made = await compose('run', '--rm', '-T', 'admin', 'create-admin', email)
    const first = /^admin@house\.test {2}(\S+)$/m.exec(made)?.[1] ?? ''
    const admin = await signIn(installation, email, first)
    expect(await admin.get('/company/all')).toMatchObject({ success: false, status: 403 })
    const changed = await admin.post('/auth/changePassword', { oldPassword: first, newPassword: password })
    expect(changed).toMatchObject({ success: true })
    expect(await admin.get('/company/all')).toMatchObject({ success: true, context: { companies: [] } })
  })

  it('is looked at by the doctor, who finds it as it is', async () => {
    const output = await compose('run', '--rm', '-T', 'admin', 'doctor').catch(
      ({ stdout }: { stdout: string }) => stdout,
    )
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
      ]),
    )
    expect(lines.filter((line) => line.startsWith('✗'))).toEqual([])
  })

  it('brings the SOS of a watch to that administrator’s screen, and keeps it', async () => {
    const admin = await signIn(installation, email, password)
    // Safe: the answers of the three calls.
    const madeBy = async (path: string, what: string, body: object) =>
      (await admin.post(path, body)).context[what] as { uuid: string }
    const { uuid: companyId } = await madeBy('/company/new', 'company', { name: 'Golden Age', code: 'GA' })
    const place = { companyId, timeZone: 'Europe/Riga' }
    const { uuid: branchId } = await madeBy('/branch/new', 'branch', {
      ...place,
      name: 'Sea View',
      code: 'SV',
    })
    const imei = uniqueImei()
    const watchOf = { imei, imsi: '425010000000001', name: 'Room 12', deviceModel: 'native' }
    const { context } = await admin.post('/devices/new', { ...watchOf, companyId, branchId })
    const { device, credentials } = context as {
      device: { uuid: string }
      credentials: { username: string; password: string }
    }
    const screen = await admin.listen([device.uuid])
    const watch = await connectAsync('mqtt://127.0.0.1:1883', credentials)
    const event = JSON.stringify({ time: Date.now(), type: 'SOS' })
    await watch.publishAsync(`watch/${credentials.username}/event`, event, { qos: 1 })
    const { notification } = await screen.next(isNotification('opened'))
    expect(notification).toMatchObject({ kind: 'SOS', deviceUuid: device.uuid })
    const listed = await admin.get('/alarms')
    expect(listed.context['alarms']).toEqual([
      expect.objectContaining({ uuid: notification.alarmUuid, kind: 'SOS' }),
    ])
    await watch.endAsync()
    screen.close()
  })

  it('is gone when it is composed down', { timeout: DOWN_WITHIN_MS }, async () => {
    await down()
    expect(await states()).toEqual([''])
  })
})
