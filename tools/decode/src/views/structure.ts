import { splitAdvertisement } from '@carewatch/devices/advertisements/structures'
import { hex } from '@carewatch/devices/kit/bytes'
import { bytesOf } from '@carewatch/devices/testing/case'
import type { View } from '../view.ts'

const HEX = /^([0-9a-f]{2})*$/i

export const structureView: View = (one) => {
  const isHex = one.encoding === 'hex' || HEX.test(String(one.message))
  if (!isHex) return { structures: [], complete: false }
  const { structures, isComplete } = splitAdvertisement(bytesOf({ ...one, encoding: 'hex' }))
  return {
    structures: structures.map(({ type, data }) => [type.toString(16).padStart(2, '0'), hex(data)]),
    complete: isComplete,
  }
}
