import { articleTypes } from '@carewatch/contracts/catalogue'
import { type Article, newArticle } from '@carewatch/contracts/http/articles'
import { Link } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { useMay } from '../../session/may.ts'
import { CataloguePage } from '../../ui/page/CataloguePage.tsx'
import { LinkTabs, linkTab } from '../../ui/page/LinkTabs.tsx'
import { ArticleTile } from './ArticleTile.tsx'
import type { ArticlesSearch } from './search.ts'

type Props = {
  articles: readonly Article[]
  total: number
  search: ArticlesSearch
  onSearch: (search: ArticlesSearch) => void
}

function Kinds() {
  const intl = useIntl()
  return (
    <LinkTabs label={intl.formatMessage({ id: 'articles.kinds' })}>
      {([undefined, ...articleTypes] as const).map((type) => (
        <Link
          key={type ?? 'all'}
          to="/articles"
          search={type ? { type } : {}}
          className={linkTab}
          activeOptions={{ exact: true, explicitUndefined: true }}
        >
          <FormattedMessage id={`articles.type.${type ?? 'all'}`} />
        </Link>
      ))}
    </LinkTabs>
  )
}

export function ArticlesPage({ articles, total, search, onSearch }: Props) {
  const may = useMay()
  return (
    <CataloguePage
      title="page.articles"
      lead="articles.lead"
      searchLabel="articles.search"
      empty="articles.empty"
      tabs={<Kinds />}
      onAdd={may(newArticle) && (() => openDialog('editArticle', {}))}
      total={total}
      search={search}
      onSearch={onSearch}
      tiles={articles.map((article) => (
        <ArticleTile key={article.uuid} article={article} />
      ))}
    />
  )
}
