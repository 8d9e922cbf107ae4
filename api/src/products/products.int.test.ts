import { uploads } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { aPicture, formOf } from '../testing/files.ts'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { startHarness, type Harness } from '../testing/harness.ts'
import { aProduct } from './examples.ts'

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

const band = { type: 'fitness', name: 'Elastic band', summary: 'For arms and legs.' }

describe('the catalogue', () => {
  it('is read by anyone: the published, by type, by what was searched for, in its order', async () => {
    await aProduct(fixture, harness, { name: 'Second belt', sort: 2 })
    await aProduct(fixture, harness, { name: 'First belt', sort: 1 })
    await aProduct(fixture, harness, { name: 'Mat', type: 'fitness' })
    await aProduct(fixture, harness, { name: 'Secret belt', isPublished: false })
    const { context } = await harness.call('GET', '/products/all?type=monitoring&search=BELT')
    expect(context.products.map(({ name }: { name: string }) => name)).toEqual(['First belt', 'Second belt'])
    expect(context.total).toBe(2)
    const all = await call('GET', '/products/every?search=secret')
    expect(all.context.products).toMatchObject([{ name: 'Secret belt', isPublished: false }])
    expect((await call('GET', '/products/every', { role: 'MANAGER' })).status).toBe(403)
  })

  it('takes in a product, changes it and lets it go', async () => {
    const made = await call('POST', '/products/new', { body: { ...band, price: 39.9 } })
    const { uuid, updatedAt } = made.context.product
    expect(made.context.product).toMatchObject({ ...band, price: 39.9, currency: 'ILS', isPublished: true })
    const changed = await call('POST', `/products/update/${uuid}`, { body: { price: null, updatedAt } })
    expect(changed.context.product).toMatchObject({ ...band, price: null })
    const late = await call('POST', `/products/update/${uuid}`, { body: { name: 'x', updatedAt } })
    expect(late.status).toBe(409)
    expect((await call('DELETE', `/products/${uuid}`)).status).toBe(200)
    expect((await call('DELETE', `/products/${uuid}`)).status).toBe(404)
    expect((await call('POST', `/products/update/${uuid}`, { body: { name: 'x' } })).status).toBe(404)
  })

  it.each([
    [{}, { type: 'is required', name: 'is required', summary: 'is required' }],
    [{ ...band, price: -1 }, { price: 'is too small' }],
    [{ ...band, name: 'x'.repeat(101) }, { name: 'is too long' }],
    [{ ...band, currency: 'shekel' }, { currency: 'is not valid' }],
    [{ ...band, pictureUuid: crypto.randomUUID() }, { pictureUuid: 'is not known' }],
  ])('refuses %o', async (body, errors) => {
    expect((await call('POST', '/products/new', { body })).context.errors).toEqual(errors)
  })

  it.each(['MANAGER', 'OWNER', 'USER'] as const)('is no %s’s to change', async (role) => {
    const { uuid } = await aProduct(fixture, harness)
    expect((await call('POST', '/products/new', { role, body: band })).status).toBe(403)
    expect((await call('POST', `/products/update/${uuid}`, { role, body: { name: 'x' } })).status).toBe(403)
    expect((await call('DELETE', `/products/${uuid}`, { role })).status).toBe(403)
  })
})

describe('the picture of a product', () => {
  const send = async () => {
    const { token } = fixture.people.ADMIN
    const form = formOf(['band.png', await aPicture('png')])
    const { json } = await harness.exchange('POST', '/upload/file', { token, form })
    const { files } = z.object({ files: z.array(z.object({ uuid: z.string() })) }).parse(json?.context)
    return String(files[0]?.uuid)
  }
  const statusOf = async (uuid: string) =>
    (await harness.exchange('GET', `/products/picture/${uuid}`, {})).status

  it('is seen by anyone while the product is published', async () => {
    const pictureUuid = await send()
    expect(await statusOf(pictureUuid)).toBe(404)
    const { context } = await call('POST', '/products/new', { body: { ...band, pictureUuid } })
    const { uuid, imageUrl } = context.product
    expect(imageUrl).toBe(`/api/products/picture/${pictureUuid}`)
    expect(await statusOf(pictureUuid)).toBe(200)
    await call('POST', `/products/update/${uuid}`, { body: { isPublished: false } })
    expect(await statusOf(pictureUuid)).toBe(404)
  })

  it('is loose again when another one takes its place', async () => {
    const [first, second] = [await send(), await send()]
    const { context } = await call('POST', '/products/new', { body: { ...band, pictureUuid: first } })
    const body = { pictureUuid: second }
    const changed = await call('POST', `/products/update/${context.product.uuid}`, { body })
    expect(changed.context.product.imageUrl).toContain(second)
    expect(await statusOf(first)).toBe(404)
    const [row] = await harness.db.select().from(uploads).where(eq(uploads.uuid, first))
    expect(row?.completedAt).toBeNull()
  })
})
