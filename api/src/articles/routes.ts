import * as contract from '@carewatch/contracts/http/articles'
import { articles } from '@carewatch/migrations/schema/catalogue'
import { isNull } from 'drizzle-orm'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { articleById, getArticle } from './article-rows.ts'
import { deleteArticle } from './delete.ts'
import { listArticles } from './list.ts'
import { newArticle } from './new.ts'
import { readArticle } from './read.ts'
import { readableIn } from './readable.ts'
import { updateArticle } from './update.ts'

export function articleRoutes(serve: Serve, { db }: Services): void {
  serve.toAnyone(contract.allArticles, (asked, { language }) => listArticles(db, asked, readableIn(language)))
  serve.toAnyone(contract.articleDetails, ({ params }, { language }) =>
    readArticle(db, params.uuid, language),
  )
  serve(contract.everyArticle, (asked) => listArticles(db, asked, isNull(articles.deletedAt)))
  serve(contract.articleToEdit, async ({ params }) => articleById(db, (await getArticle(db, params.uuid)).id))
  serve(contract.newArticle, ({ body }, caller) => newArticle(db, caller, body))
  serve(contract.updateArticle, (asked, caller) => updateArticle(db, caller, asked))
  serve(contract.deleteArticle, ({ params }, caller) => deleteArticle(db, caller, params.uuid))
}
