import type { Bthome } from './bthome.ts'
import type { Parts, Product } from '../advertisements/read.ts'
import { shellyBlocks } from './shelly-blu.ts'

const shelly = (id: string, model: string, kind: string): Product => ({ brand: 'Shelly', id, model, kind })

const button = shelly('SBBT-002C', 'ShellyBLU Button1', 'BTN')
const door = shelly('SBDW-002C', 'ShellyBLU Door/Window', 'CTMO')
const climate = shelly('SBHT-003C', 'ShellyBLU H&T', 'THB')
const motion = shelly('SBMO-003Z', 'ShellyBLU Motion', 'CTMO')
const wall = shelly('SBBT-004CEU/US', 'ShellyBLU Switch4', 'BTN')
const remote = shelly('SBRC-005B', 'ShellyBLU RC Button 4', 'BTN')

/** By the number in its maker's data. */
const byNumber: Record<number, Product> = {
  0x01: button,
  0x02: door,
  0x03: climate,
  0x05: motion,
  0x06: wall,
  0x07: wall,
  0x09: remote,
}

const byName: readonly (readonly [string, Product])[] = [
  ['SBBT-002C', button],
  ['SBDW-002C', door],
  ['SBHT-003C', climate],
  ['SBMO-003Z', motion],
  ['SBBT-EU', wall],
  ['SBBT-US', wall],
  ['SBBT-004C', wall],
  ['SBRC-005B', remote],
  ['asensor_', { brand: 'April Brother', model: 'N07', id: 'ABN07', kind: 'THB' }],
  ['CGG_', { brand: 'ClearGrass/Qingping', model: 'Round TH', id: 'CGG1_PVVX_BTHOME', kind: 'THB' }],
  ['CGDK2_', { brand: 'ClearGrass/Qingping', model: 'TH Lite', id: 'CGDK2_PVVX_BTHOME', kind: 'THB' }],
  ['ATC_', { brand: 'Xiaomi', model: 'TH Sensor', id: 'LYWSD03MMC/MJWSD05MMC_PVVX_BTHOME', kind: 'THB' }],
]

export function bthomeProduct({ name, makers }: Parts, { isEncrypted }: Bthome): Product | undefined {
  const product = productByName(name) ?? productByMaker(makers)
  return product && isEncrypted && product.brand === 'Shelly' ? encrypted(product) : product
}

const productByName = (name: string): Product | undefined =>
  name === '' ? undefined : byName.find(([start]) => name.startsWith(start))?.[1]

function productByMaker(makers: readonly Uint8Array[]): Product | undefined {
  for (const maker of makers) {
    const { model } = shellyBlocks(maker)
    if (model !== undefined) return byNumber[model]
  }
  return undefined
}

/** As the sensor lists name them. */
const encrypted = (product: Product): Product => ({
  ...product,
  model: `${product.model} encrypted`,
  id: `${product.kind === 'THB' ? product.id : product.id.replace('-', '_')}_ENCR`,
})
