import { SimulatorQuestion, simulatorTopic } from '@carewatch/contracts/simulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHouse, type House } from '../testing/house.ts'
import { startStand, type Stand } from '../testing/stand.ts'

let stand: Stand
let house: House
let token: string
beforeAll(async () => {
  stand = await startStand()
  house = await createHouse(stand)
  token = (await stand.person('ADMIN')).token
})
afterAll(() => stand.close())

const start = (imei: string, scenario = 'fall', as = token) =>
  stand.call('POST', '/simulator/scenario', { token: as, body: { imei, scenario } })

describe('where no simulator runs', () => {
  it('the administrator is told so', async () => {
    const { context } = await stand.call('GET', '/simulator', { token })
    expect(context).toEqual({ isRunning: false, watches: [] })
    expect(await start(house.device.imei)).toMatchObject({ status: 409, message: 'No simulator is running' })
  })
})

describe('where a simulator runs', () => {
  const asked: SimulatorQuestion[] = []

  beforeAll(async () => {
    const answer = (packet: { payload: Buffer | string }, done: () => void) => {
      const question = SimulatorQuestion.parse(JSON.parse(String(packet.payload)))
      asked.push(question)
      const watches = [{ imei: house.device.imei, name: 'Mum' }]
      const started = question.story?.imei === house.device.imei
      stand.broker.publish(
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
    await new Promise<void>((resolve) => stand.broker.subscribe(simulatorTopic.ask, answer, resolve))
  })

  it('lists its watches', async () => {
    const { context } = await stand.call('GET', '/simulator', { token })
    expect(context).toEqual({ isRunning: true, watches: [{ imei: house.device.imei, name: 'Mum' }] })
  })

  it('is told what is to happen to which watch', async () => {
    expect(await start(house.device.imei)).toMatchObject({ status: 200 })
    expect(asked.at(-1)?.story).toEqual({ imei: house.device.imei, scenario: 'fall' })
  })

  it('says of a watch that it does not play it, and of one that is not there that it is not found', async () => {
    const other = await createHouse(stand)
    expect(await start(other.device.imei)).toMatchObject({ status: 409 })
    expect(await start('490154203237518')).toMatchObject({ status: 404 })
    expect(await start(house.device.imei, 'flood')).toMatchObject({ status: 400 })
  })

  it('lets no manager play', async () => {
    const manager = await stand.person('MANAGER', { companyId: house.company.id })
    expect(await start(house.device.imei, 'fall', manager.token)).toMatchObject({ status: 403 })
  })
})
