import { ArticleType } from '@carewatch/contracts/catalogue'
import { z } from 'zod'
import { listSearch } from '../../ui/list/search.ts'

export const ArticlesSearch = z.object({ ...listSearch, type: ArticleType.optional().catch(undefined) })
export type ArticlesSearch = z.output<typeof ArticlesSearch>
