import { z } from 'zod'

export const productTypes = ['fitness', 'monitoring'] as const
export const ProductType = z.enum(productTypes, { error: 'is required' })
export type ProductType = z.output<typeof ProductType>

export const articleTypes = ['yoga', 'gym', 'general'] as const
export const ArticleType = z.enum(articleTypes, { error: 'is required' })
export type ArticleType = z.output<typeof ArticleType>
