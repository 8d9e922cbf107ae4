import { ProductType } from '../catalogue.ts'
import { z } from 'zod'
import { permissions } from '../permissions.ts'
import { Instant, Uuid } from '../wire.ts'
import { endpoint, nothing, paging, Total } from './endpoint.ts'
import { optionalText, requiredText } from './fields.ts'

export const Product = z
  .object({
    uuid: Uuid,
    type: ProductType,
    name: z.string(),
    summary: z.string(),
    description: z.string(),
    /** Null: on request. */
    price: z.number().nullable(),
    /** Three letters. */
    currency: z.string(),
    imageUrl: z.string().nullable(),
    isPublished: z.boolean(),
    sort: z.int(),
    /** Sent back with a change, it is refused when somebody else changed the product meanwhile. */
    updatedAt: Instant,
  })
  .meta({ id: 'Product' })
export type Product = z.output<typeof Product>

/** A picture that its editor has just sent as an upload; it is then shown to anyone. */
export const PictureUuid = Uuid.nullable()
const bounded = (max: number) => z.number().min(0, { error: 'tooSmall' }).max(max, { error: 'tooLarge' })

const fields = {
  type: ProductType,
  name: requiredText(100),
  summary: requiredText(300),
  description: optionalText(4_000),
  price: bounded(1_000_000).nullable(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .meta({ examples: ['ILS'] }),
  pictureUuid: PictureUuid,
  isPublished: z.boolean(),
  sort: z.int().min(0, { error: 'tooSmall' }).max(10_000, { error: 'tooLarge' }),
}

const query = z.strictObject({ ...paging, type: ProductType.optional() })
const reply = z.object({ products: z.array(Product), total: Total })
const byUuid = z.object({ uuid: Uuid })
const answer = z.object({ product: Product })

export const allProducts = endpoint({
  method: 'GET',
  path: '/products/all',
  summary: 'The catalogue, as anyone may read it',
  allow: 'anyone',
  byKey: null,
  query,
  reply,
})

export const everyProduct = endpoint({
  method: 'GET',
  path: '/products/every',
  summary: 'The catalogue with what is not published yet',
  allow: permissions.editCatalogue,
  byKey: null,
  query,
  reply,
})

export const newProduct = endpoint({
  method: 'POST',
  path: '/products/new',
  summary: 'Put a product into the catalogue',
  allow: permissions.editCatalogue,
  byKey: null,
  body: z
    .strictObject(fields)
    .partial()
    .extend({ type: fields.type, name: fields.name, summary: fields.summary }),
  reply: answer,
})

export const updateProduct = endpoint({
  method: 'POST',
  path: '/products/update/:uuid',
  summary: 'Change a product: those fields named',
  allow: permissions.editCatalogue,
  byKey: null,
  params: byUuid,
  body: z.strictObject(fields).partial().extend({ updatedAt: Instant.optional() }),
  reply: answer,
})

export const deleteProduct = endpoint({
  method: 'DELETE',
  path: '/products/:uuid',
  summary: 'Take a product out of the catalogue',
  allow: permissions.editCatalogue,
  byKey: null,
  params: byUuid,
  reply: nothing,
})

export const cataloguePicture = endpoint({
  method: 'GET',
  path: '/products/picture/:uuid',
  summary: 'The picture of a published product or article',
  allow: 'anyone',
  byKey: null,
  params: byUuid,
  file: ['image/jpeg', 'image/png'],
  reply: z.null(),
})
