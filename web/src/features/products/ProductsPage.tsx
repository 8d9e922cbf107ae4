import { productTypes } from '@carewatch/contracts/catalogue'
import { newProduct, type Product } from '@carewatch/contracts/http/products'
import { Link } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { useMay } from '../../session/may.ts'
import { CataloguePage } from '../../ui/page/CataloguePage.tsx'
import { LinkTabs, linkTab } from '../../ui/page/LinkTabs.tsx'
import { ProductTile } from './ProductTile.tsx'
import type { ProductsSearch } from './search.ts'

type Props = {
  products: readonly Product[]
  total: number
  search: ProductsSearch
  onSearch: (search: ProductsSearch) => void
}

function Kinds() {
  const intl = useIntl()
  return (
    <LinkTabs label={intl.formatMessage({ id: 'products.kinds' })}>
      {([undefined, ...productTypes] as const).map((type) => (
        <Link
          key={type ?? 'all'}
          to="/all-products"
          search={type ? { type } : {}}
          className={linkTab}
          activeOptions={{ exact: true, explicitUndefined: true }}
        >
          <FormattedMessage id={`products.type.${type ?? 'all'}`} />
        </Link>
      ))}
    </LinkTabs>
  )
}

export function ProductsPage({ products, total, search, onSearch }: Props) {
  const may = useMay()
  return (
    <CataloguePage
      title="page.products"
      lead="products.lead"
      searchLabel="products.search"
      empty="products.empty"
      tabs={<Kinds />}
      onAdd={may(newProduct) && (() => openDialog('editProduct', {}))}
      total={total}
      search={search}
      onSearch={onSearch}
      tiles={products.map((product) => (
        <ProductTile key={product.uuid} product={product} />
      ))}
    />
  )
}
