import { NewFence, type Fence } from '@carewatch/contracts/http/fences'
import { expect, it } from 'vitest'
import { bodyOf, draftOf, emptyDraft, shapeOf } from './fence-draft.ts'

const home = { lat: 32.08, lng: 34.78 }
const deviceUUID = '0199a3b2-7c4d-7e8f-9a0b-1c2d3e4f5a6b'
const fence: Fence = {
  uuid: deviceUUID,
  deviceUuid: deviceUUID,
  name: 'Night',
  isHome: false,
  shape: { kind: 'CIRCLE', centre: home, radiusM: 200 },
  severity: 'CRITICAL',
  schedule: { days: [5, 6], from: '22:00', to: '06:00' },
  isActive: true,
  standing: 'INSIDE',
  updatedAt: new Date(0),
}

it('a new fence is a circle of 150 m around home, and only its name is missing', () => {
  const draft = emptyDraft(home)
  expect(shapeOf(draft)).toEqual({ kind: 'CIRCLE', centre: home, radiusM: 150 })
  expect(NewFence.safeParse({ deviceUUID, ...bodyOf(draft) }).success).toBe(false)
  expect(NewFence.safeParse({ deviceUUID, ...bodyOf({ ...draft, name: 'Garden' }) }).success).toBe(true)
})

it('what was kept comes back as it was', () => {
  const { name, shape, severity, schedule, isActive } = fence
  expect(bodyOf(draftOf(fence))).toEqual({ name, shape, severity, schedule, isActive })
})

it('a line with two corners is no shape yet', () => {
  expect(shapeOf({ ...emptyDraft(home), kind: 'POLYGON', corners: [home, home] })).toBeNull()
})
