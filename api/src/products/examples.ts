import type * as contract from '@carewatch/contracts/http/products'
import { products } from '@carewatch/migrations/schema/catalogue'
import { uploads } from '@carewatch/migrations/schema/people'
import { aPicture } from '../testing/files.ts'
import type { CompanyFixture } from '../testing/fixtures.ts'
import type { Examples } from '../testing/example.ts'
import type { Harness } from '../testing/harness.ts'

const belt = { type: 'monitoring' as const, name: 'Chest belt', summary: 'Measures the heart.' }

/** A product with a picture, as an administrator made it. */
export async function aProduct(
  { people }: CompanyFixture,
  { db }: Harness,
  values: Partial<typeof products.$inferInsert> = {},
) {
  const content = await aPicture('jpeg')
  const file = { fileName: 'belt.jpg', mediaType: 'image/jpeg', bytes: content.length, content }
  const [picture] = await db
    .insert(uploads)
    .values({ userId: people.ADMIN.id, completedAt: new Date(), ...file })
    .returning()
  const [product] = await db
    .insert(products)
    .values({ ...belt, pictureId: picture?.id ?? null, ...values })
    .returning()
  return { uuid: product?.uuid ?? '', picture: picture?.uuid ?? '' }
}

const one = async (fixture: CompanyFixture, harness: Harness) => ({
  params: { uuid: (await aProduct(fixture, harness)).uuid },
})

export const examples: Examples<typeof contract> = {
  allProducts: { of: 'anyone', ask: () => ({ query: { type: 'fitness', search: 'belt' } }) },
  everyProduct: { of: 'list', ask: () => ({}) },
  newProduct: {
    of: 'list',
    ask: () => ({ body: { ...belt, description: 'Worn under the shirt.', price: 349.9, currency: 'ILS' } }),
  },
  updateProduct: {
    of: 'row',
    ask: async (fixture, harness) => ({
      ...(await one(fixture, harness)),
      body: { price: 299, isPublished: false },
    }),
  },
  deleteProduct: { of: 'row', ask: one },
  cataloguePicture: {
    of: 'anyone',
    ask: async (fixture, harness) => ({ params: { uuid: (await aProduct(fixture, harness)).picture } }),
  },
}
