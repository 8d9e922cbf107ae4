import { allProducts, everyProduct } from '@carewatch/contracts/http/products'
import { createFileRoute } from '@tanstack/react-router'
import { ProductsPage } from '../../features/products/ProductsPage.tsx'
import { ProductsSearch } from '../../features/products/search.ts'
import { call } from '../../http/call.ts'
import { mayCall } from '../../session/may.ts'

export const Route = createFileRoute('/_open/all-products')({
  validateSearch: ProductsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps, context: { user } }) =>
    call(user && mayCall(everyProduct, user.role) ? everyProduct : allProducts, { query: deps }),
  component: Products,
})

function Products() {
  const navigate = Route.useNavigate()
  return (
    <ProductsPage
      {...Route.useLoaderData()}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search })}
    />
  )
}
