import { createFileRoute, notFound } from '@tanstack/react-router'
import { loadWearer } from '../../../features/wearers/load.ts'
import { PersonSearch } from '../../../features/wearers/page-search.ts'
import { WearerGone } from '../../../features/wearers/WearerGone.tsx'
import { WearerPage } from '../../../features/wearers/WearerPage.tsx'
import { guard } from '../../../shell/guard.ts'

function toNotFound(): never {
  notFound({ throw: true })
  throw new Error('It always throws.')
}

export const Route = createFileRoute('/_shell/people/$uuid')({
  beforeLoad: guard('wearer'),
  validateSearch: PersonSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ params: { uuid }, deps: search, context: { user } }) =>
    (await loadWearer({ uuid, search, role: user.role })) ?? toNotFound(),
  notFoundComponent: WearerGone,
  component: Person,
})

function Person() {
  const loaded = Route.useLoaderData()
  // Keyed, so that nothing of one person stays on the page of the next.
  return <WearerPage key={loaded.wearer.uuid} {...loaded} />
}
