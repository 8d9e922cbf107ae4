import { deviceFacets } from '@carewatch/contracts/http/device-facets'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { knownFacets } from './known-facets.ts'

const facet = (name: string) => ({ name, values: [{ value: 'one', name: null, count: 1 }], rest: 0 })
const answer = { facets: ['company', 'silence'].map(facet), total: 1, digest: '0123456789abcdef' }
const shown = (wire: unknown) =>
  knownFacets(z.decode(deviceFacets.reply, wire as never)).map(({ name }) => name)

it('shows the facets of an interface of another version, as far as it knows them', () => {
  expect(shown(answer)).toEqual(['company', 'silence'])
  expect(shown({ ...answer, firmware: facet('firmware') })).toEqual(['company', 'firmware', 'silence'])
  expect(shown({ ...answer, facets: [...answer.facets, facet('of tomorrow')] })).toEqual([
    'company',
    'silence',
  ])
})
