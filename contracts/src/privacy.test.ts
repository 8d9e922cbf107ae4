import { expect, it } from 'vitest'
import { withoutValues } from './privacy.ts'

it('tells what went wrong in the database without the values of the statement', () => {
  const cause = Object.assign(new Error('duplicate key value violates unique constraint'), {
    code: '23505',
    detail: 'Key (email)=(ana@carewatch.test) already exists.',
    parameters: ['ana@carewatch.test'],
  })
  const error = new Error('Failed query: insert into "users" values ($1)\nparams: ana@carewatch.test', {
    cause,
  })
  const line = JSON.stringify(withoutValues(error))
  expect(line).not.toContain('ana@')
  expect(line).toContain('Failed query: insert into')
  expect(line).toContain('23505')
  expect(line).toContain('privacy.test.ts')
})
