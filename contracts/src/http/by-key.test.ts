import { expect, it } from 'vitest'
import { scopes } from '../scopes.ts'
import { endpoints } from './index.ts'

const byKey = endpoints.filter((endpoint) => endpoint.byKey !== null)
const lineOf = ({ method, path }: (typeof endpoints)[number]): string => `${method} ${path}`

it('has a call for every scope', () => {
  const used = new Set<unknown>(byKey.map((endpoint) => endpoint.byKey))
  expect(scopes.filter((scope) => !used.has(scope))).toEqual([])
})

it('lets a key make no call that a manager may not, that anybody may, or that takes files', () => {
  const wrong = byKey.filter(
    ({ allow, multipart }) =>
      allow === 'anyone' || (allow !== 'signedIn' && !allow.includes('MANAGER')) || multipart === true,
  )
  expect(wrong.map(lineOf)).toEqual([])
})

it('lets a key that reads change nothing', () => {
  // An export it may begin, and end what it began itself.
  const changing = byKey.filter(
    ({ method, byKey: scope, bulk }) =>
      method !== 'GET' && scope?.endsWith(':read') && bulk !== 'cancel' && bulk !== 'begin',
  )
  expect(changing.map(lineOf)).toEqual([])
})

it('keeps from keys what is of an account, a sign-in, rights, files, the audit log, and the keys themselves', () => {
  const kept =
    /^\/(auth|user|admin\/user|upload|apiKeys|audit|invitations|onboarding|simulator|escalation|push|portal|webhooks)(\/|$)/
  expect(byKey.filter(({ path }) => kept.test(path)).map(lineOf)).toEqual([])
  expect(endpoints.filter(({ path }) => kept.test(path)).length).toBeGreaterThan(60)
})
