import { expect, it } from 'vitest'
import { changesOf } from './changes.ts'

it('sends only what was changed', () => {
  expect(changesOf({ name: 'Ruth', days: [1] }, { name: 'Ruth', days: [1, 2] })).toEqual({ days: [1, 2] })
})

it('sends what was emptied as nothing, and what was empty before not at all', () => {
  expect(changesOf({ phone: '050', note: null }, { phone: '', note: '' })).toEqual({ phone: null })
})
