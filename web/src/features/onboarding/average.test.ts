import { expect, it } from 'vitest'
import { averageOf } from './average.ts'

it('takes the mean of morning, afternoon and evening', () => {
  expect(averageOf([70, 74, 81])).toBe(75)
})

it('takes what there is, and says nothing of nothing', () => {
  expect(averageOf([70, '', 73])).toBe(72)
  expect(averageOf(['', '', ''])).toBeNull()
})
