import { SimulatorQuestion, simulatorTopic } from '@carewatch/contracts/simulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { startHarness, type Harness } from '../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
let token: string
beforeAll(async () => {
  harness = await startHarness()
  fixture = await createCompanyFixture(harness)
  token = (await harness.person('ADMIN')).token
})
afterAll(() => harness.close())

const start = (imei: string, scenario = 'fall', as = token) =>
  harness.call('POST', '/simulator/scenario', { token: as, body: { imei, scenario } })

describe('where no simulator runs', () => {
  it('the administrator is told so', async () => {
    const { context } = await harness.call('GET', '/simulator', { token })
    expect(context).toEqual({ isRunning: false, watches: [] })
    expect(await start(fixture.device.imei)).toMatchObject({
      status: 409,
      message: 'No simulator is running',
    })
  })
})

describe('where a simulator runs', () => {
  const asked: SimulatorQuestion[] = []

  beforeAll(async () => {
    const answer = (packet: { payload: Buffer | string }, done: () => void) => {
      const question = SimulatorQuestion.parse(JSON.parse(String(packet.payload)))
      asked.push(question)
      const watches = [{ imei: fixture.device.imei, name: 'Mum' }]
      const started = question.story?.imei === fixture.device.imei
      harness.broker.publish(
        {
          cmd: 'publish',
          topic: simulatorTopic.answer(question.id),
          payload: JSON.stringify({ watches, started }),
          qos: 0,
          retain: false,
          dup: false,
        },
        () => {},
      )
      done()
    }
    await new Promise<void>((resolve) => harness.broker.subscribe(simulatorTopic.ask, answer, resolve))
  })

  it('lists its watches', async () => {
    const { context } = await harness.call('GET', '/simulator', { token })
    expect(context).toEqual({ isRunning: true, watches: [{ imei: fixture.device.imei, name: 'Mum' }] })
  })

  it('is told what is to happen to which watch', async () => {
    expect(await start(fixture.device.imei)).toMatchObject({ status: 200 })
    expect(asked.at(-1)?.story).toEqual({ imei: fixture.device.imei, scenario: 'fall' })
  })

  it('says of a watch that it does not play it, and of one that is not there that it is not found', async () => {
    const other = await createCompanyFixture(harness)
    expect(await start(other.device.imei)).toMatchObject({ status: 409 })
    expect(await start('490154203237518')).toMatchObject({ status: 404 })
    expect(await start(fixture.device.imei, 'flood')).toMatchObject({ status: 400 })
  })

  it('lets no manager play', async () => {
    const manager = await harness.person('MANAGER', { companyId: fixture.company.id })
    expect(await start(fixture.device.imei, 'fall', manager.token)).toMatchObject({ status: 403 })
  })
})
