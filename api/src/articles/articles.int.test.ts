import type { Language } from '@carewatch/contracts/languages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { startHarness, type Harness } from '../testing/harness.ts'
import { anArticle } from './examples.ts'

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
  fixture = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

type Role = keyof CompanyFixture['people']
const call = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { role = 'ADMIN', body }: { role?: Role; body?: object } = {},
) => harness.call(method, path, { token: fixture.people[role].token, ...(body && { body }) })
const read = (path: string, language: Language = 'en') => harness.call('GET', path, { language })
const titles = ({ context }: Awaited<ReturnType<typeof read>>): string[] =>
  context.articles.map(({ title }: { title: string }) => title)

const text = { type: 'gym', title: 'Sit to stand', summary: 'Stronger legs.', body: 'Stand up. Sit down.' }

describe('articles', () => {
  it('are read in one’s own language where translated, else in English', async () => {
    const english = await anArticle(harness, { title: 'Balance', type: 'general' })
    const hebrew = await anArticle(harness, {
      title: 'שיווי משקל',
      type: 'general',
      language: 'iw',
      originalId: english.id,
    })
    await anArticle(harness, { title: 'Water', type: 'general' })
    const path = '/articles/all?type=general&sort=title'
    expect(titles(await read(path))).toEqual(['Balance', 'Water'])
    expect(titles(await read(path, 'iw')).toSorted()).toEqual(['Water', 'שיווי משקל'])
    for (const { uuid } of [english, hebrew]) {
      const details = `/articles/details/${uuid}`
      expect((await read(details)).context.article.title).toBe('Balance')
      expect((await read(details, 'iw')).context.article).toMatchObject({
        title: 'שיווי משקל',
        originalUuid: english.uuid,
        body: 'Sit tall.',
      })
    }
  })

  it('that are not published are read by their editor alone', async () => {
    const { uuid } = await anArticle(harness, { title: 'Draft', isPublished: false })
    expect(titles(await read('/articles/all?search=draft'))).toEqual([])
    expect((await read(`/articles/details/${uuid}`)).status).toBe(404)
    expect((await call('GET', `/articles/edit/${uuid}`)).context.article.title).toBe('Draft')
    expect(titles(await call('GET', '/articles/every?search=draft'))).toEqual(['Draft'])
    expect((await call('GET', `/articles/edit/${uuid}`, { role: 'MANAGER' })).status).toBe(403)
  })

  it('are written, translated once, changed and deleted', async () => {
    const made = await call('POST', '/articles/new', { body: text })
    const { uuid, updatedAt } = made.context.article
    const translation = { ...text, language: 'de', originalUuid: uuid }
    const german = await call('POST', '/articles/new', { body: translation })
    expect(german.context.article).toMatchObject({ language: 'de', originalUuid: uuid })
    const again = await call('POST', '/articles/new', { body: translation })
    expect(again).toMatchObject({ status: 409, context: { reason: 'translationTaken' } })
    const moved = await call('POST', `/articles/update/${uuid}`, { body: { language: 'fr' } })
    expect(moved).toMatchObject({ status: 409, context: { reason: 'hasTranslations' } })
    const changed = await call('POST', `/articles/update/${uuid}`, { body: { minutesToRead: 4, updatedAt } })
    expect(changed.context.article.minutesToRead).toBe(4)
    const late = await call('POST', `/articles/update/${uuid}`, { body: { title: 'x', updatedAt } })
    expect(late.status).toBe(409)
    expect((await call('DELETE', `/articles/${uuid}`)).status).toBe(200)
    expect((await call('DELETE', `/articles/${uuid}`)).status).toBe(404)
    const left = await read(`/articles/details/${german.context.article.uuid}`)
    expect(left.context.article).toMatchObject({ language: 'de', originalUuid: null })
  })

  it.each([
    [{}, { type: 'is required', title: 'is required', summary: 'is required', body: 'is required' }],
    [{ ...text, minutesToRead: 0 }, { minutesToRead: 'is too small' }],
    [{ ...text, language: 'de', originalUuid: crypto.randomUUID() }, { originalUuid: 'is not known' }],
    [{ ...text, originalUuid: crypto.randomUUID() }, { originalUuid: 'is not valid' }],
  ])('refuse %o', async (body, errors) => {
    expect((await call('POST', '/articles/new', { body })).context.errors).toEqual(errors)
  })

  it.each(['MANAGER', 'OWNER', 'USER'] as const)('are no %s’s to write', async (role) => {
    const { uuid } = await anArticle(harness)
    expect((await call('POST', '/articles/new', { role, body: text })).status).toBe(403)
    expect((await call('POST', `/articles/update/${uuid}`, { role, body: { title: 'x' } })).status).toBe(403)
    expect((await call('DELETE', `/articles/${uuid}`, { role })).status).toBe(403)
  })
})
