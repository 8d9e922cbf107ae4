import type { CurrentUser } from '@carewatch/contracts/http/auth'
import { createIntl } from 'react-intl'
import { expect, it } from 'vitest'
import shared from '@carewatch/contracts/messages/en.json'
import own from '../i18n/en.json'
import { inGroups, pagesFor } from './found.ts'

const intl = createIntl({ locale: 'en', messages: { ...shared, ...own } })
const person = (role: CurrentUser['role']): CurrentUser => ({
  uuid: '0199a3b2-7c4d-7e8f-9a0b-1c2d3e4f5a6b',
  firstName: 'Ada',
  lastName: 'Stern',
  userName: 'ada',
  email: 'ada@example.org',
  role,
  userType: 'WATCH',
  selectedLanguage: 'en',
  imageUrl: null,
  timeZone: 'Asia/Jerusalem',
  companyUuid: null,
  branchUuid: null,
  mustChangePassword: false,
  mustSetUpTwoStep: false,
})
const names = (role: CurrentUser['role'], text: string) =>
  pagesFor(intl, person(role), text).map(({ key }) => key)

it('finds a page of the menu by a part of its name, whatever the case', () => {
  expect(names('ADMIN', 'AUDIT')).toEqual(['page:audit'])
})

it('finds no page that the role may not open', () => {
  expect(names('MONITOR', 'audit')).toEqual([])
})

it('finds nothing where nothing was typed', () => {
  expect(names('ADMIN', '  ')).toEqual([])
})

it('stands kind by kind, the pages last, and leaves out the kinds without any', () => {
  const ruth = { kind: 'person', uuid: 'u1', name: 'Ruth', detail: 'ruth@example.org' } as const
  const watch = { kind: 'device', uuid: 'd1', name: 'Ruth', detail: '86' } as const
  const groups = inGroups([ruth, watch], pagesFor(intl, person('ADMIN'), 'audit'))
  expect(groups.map(({ kind, found }) => [kind, found.length])).toEqual([
    ['device', 1],
    ['person', 1],
    ['page', 1],
  ])
})
