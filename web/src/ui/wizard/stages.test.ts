import { expect, it } from 'vitest'
import { around, type Stage } from './stages.ts'

const stage = (id: string, isVisible = true): Stage => ({
  id,
  title: 'action.save',
  isVisible,
  show: () => null,
})
const stages = [stage('email'), stage('existingFound', false), stage('personalDetails'), stage('thankyou')]

it('walks only through the stages that are visible', () => {
  const { next, previous, shown } = around(stages, 'email')
  expect([previous?.id, next?.id, shown.length]).toEqual([undefined, 'personalDetails', 3])
})

it('begins at the first where it stands nowhere', () => {
  expect(around(stages, 'existingFound').stage?.id).toBe('email')
})
