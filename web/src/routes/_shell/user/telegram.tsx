import { userDetail } from '@carewatch/contracts/http/users'
import { createFileRoute } from '@tanstack/react-router'
import { TelegramPage } from '../../../features/telegram/TelegramPage.tsx'
import { call } from '../../../http/call.ts'
import { guard } from '../../../session/guard.ts'

export const Route = createFileRoute('/_shell/user/telegram')({
  beforeLoad: guard('telegram'),
  loader: () => call(userDetail, { params: { uuid: 'currentUser' } }),
  component: () => <TelegramPage telegram={Route.useLoaderData().user.telegram} />,
})
