import { expect, it } from 'vitest'
import { noteOf } from '../../worker/note.ts'

it('shows what was sent, and leads to the alarm', () => {
  const sent = JSON.stringify({
    title: 'SOS',
    body: 'Mum',
    tag: 'a',
    path: '/user/notifications?selected=1',
    isUrgent: true,
  })
  expect(noteOf(sent)).toMatchObject({
    title: 'SOS',
    body: 'Mum',
    requireInteraction: true,
    data: { path: '/user/notifications?selected=1' },
  })
})

it.each([
  undefined,
  'no JSON',
  '3',
  '{"path":"https://elsewhere.test"}',
  '{"path":"//elsewhere.test"}',
  '{"title":7}',
])('says something readable, and leads home, for %s', (sent) => {
  expect(noteOf(sent)).toMatchObject({ title: 'Carewatch', data: { path: '/' } })
})
