import { expect, it } from 'vitest'
import { factsOf } from '../openmqtt/gateway.ts'
import { shellyFacts } from '../shelly/gateway.ts'
import { readAdvertisement } from './read-advertisement.ts'

const mac = 'c3000047121e'
const macReversed = '1e12470000c3'
const serviceData = (uuid: string, data: string) => {
  const body = Buffer.from(`16${uuid}${data}`.replaceAll(' ', ''), 'hex')
  return Buffer.from([body.length, ...body])
}
const makersData = (data: string) => {
  const body = Buffer.from(`ff${data}`.replaceAll(' ', ''), 'hex')
  return Buffer.from([body.length, ...body])
}
const read = (adv: Uint8Array) => readAdvertisement(adv, undefined, { mac })

it.each([
  ['a BTHome object', serviceData('d2fc', '40 02 ca09 ee 01 03 bf13'), 'bthome ee'],
  ['a Xiaomi object', serviceData('95fe', '4040 9804 07 0210 01 09'), 'mibeacon 1002'],
  ['a Qingping value', serviceData('cdfd', `8810${macReversed} 0201 64 2b01 09`), 'qingping 2b'],
  ['a Minew frame', serviceData('e1ff', `a12a 64 0102 ${macReversed}`), 'minew a1 2a'],
  ['a frame of newer Minew sensors', makersData(`3906 ca2b ${macReversed} 0102`), 'minew ca 43 10'],
  ['a block of one', makersData('3906 ca03 2164 7f01 00000000'), 'minew block 7f'],
])('%s that nobody knows is said to be there', (_name, adv, unknown) => {
  expect(read(adv).unknown).toBe(unknown)
})

it('costs nothing of what stands before it', () => {
  expect(read(serviceData('d2fc', '40 02 ca09 ee 01')).facts).toEqual({ temperature: 25.06 })
  expect(read(serviceData('e1ff', `a12a 64 0102 ${macReversed}`)).facts).toEqual({ battery: 100 })
})

it.each([
  ['smoke', serviceData('d2fc', '40 29 01'), true],
  ['carbon monoxide', serviceData('d2fc', '40 17 01 02 ca09'), true],
  ['gas', serviceData('d2fc', '40 1c 01'), true],
  // A radiator is hot too.
  ['heat', serviceData('d2fc', '40 1d 01'), undefined],
  ['smoke and no gas', serviceData('d2fc', '40 29 01 1c 00'), true],
  ['smoke, told by Xiaomi', serviceData('95fe', '4040 9804 07 1510 01 01'), true],
  ['that there is none', serviceData('d2fc', '40 29 00'), false],
  ['that there is none, told by Xiaomi', serviceData('95fe', '4040 9804 07 1510 01 00'), false],
])('%s is a fact of its room', (_name, adv, smoke) => {
  expect(read(adv).facts.smoke).toBe(smoke)
})

it.each([
  ['no smoke', serviceData('d2fc', '40 29 00')],
  ['no smoke, told by Xiaomi', serviceData('95fe', '4040 9804 07 1510 01 00')],
  ['a value that is cut off', serviceData('d2fc', '40 01 64 02 ca')],
  ['what is known and of no use', serviceData('d2fc', '40 0a 010203 02 ca09')],
  ['a frame of Minew without a fact', serviceData('e1ff', `a107 64 ${macReversed}`)],
])('%s is nothing unknown', (_name, adv) => {
  expect(read(adv).unknown).toBeUndefined()
})

it.each(['smoke', 'gas', 'carbon_monoxide'])('%s is one too where its gateway has read it', (name) => {
  for (const read of [shellyFacts, factsOf]) {
    expect(read({ [name]: 1 })).toEqual({ smoke: true })
    expect(read({ [name]: false })).toEqual({ smoke: false })
    // How much, and not whether.
    expect(read({ [name]: 12.5 })).toEqual({})
  }
})
