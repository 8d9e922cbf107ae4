import { allArticles, everyArticle } from '@carewatch/contracts/http/articles'
import { createFileRoute } from '@tanstack/react-router'
import { ArticlesPage } from '../../../features/learning/ArticlesPage.tsx'
import { ArticlesSearch } from '../../../features/learning/search.ts'
import { call } from '../../../http/call.ts'
import { mayCall } from '../../../session/may.ts'

export const Route = createFileRoute('/_open/articles/')({
  validateSearch: ArticlesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps, context: { user } }) =>
    user && mayCall(everyArticle, user.role)
      ? call(everyArticle, { query: deps })
      : call(allArticles, { query: deps }),
  component: Articles,
})

function Articles() {
  const navigate = Route.useNavigate()
  return (
    <ArticlesPage
      {...Route.useLoaderData()}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
    />
  )
}
