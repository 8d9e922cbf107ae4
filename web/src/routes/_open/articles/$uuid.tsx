import { articleDetails, articleToEdit } from '@carewatch/contracts/http/articles'
import { Uuid } from '@carewatch/contracts/wire'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { ArticlePage } from '../../../features/learning/ArticlePage.tsx'
import { call } from '../../../http/call.ts'
import { mayCall } from '../../../session/may.ts'

export const Route = createFileRoute('/_open/articles/$uuid')({
  loader: ({ params, context: { user } }) => {
    if (!Uuid.safeParse(params.uuid).success) notFound({ throw: true })
    return call(user && mayCall(articleToEdit, user.role) ? articleToEdit : articleDetails, { params })
  },
  component: () => <ArticlePage {...Route.useLoaderData()} />,
})
