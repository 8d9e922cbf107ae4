import { ownChannels } from '@carewatch/contracts/http/channels'
import { userDetail } from '@carewatch/contracts/http/users'
import { createFileRoute } from '@tanstack/react-router'
import { TelegramPage } from '../../../features/telegram/TelegramPage.tsx'
import { call } from '../../../http/call.ts'
import { guard } from '../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/user/telegram')({
  beforeLoad: guard('telegram'),
  loader: async () => {
    const [{ user }, { channels }] = await Promise.all([
      call(userDetail, { params: { uuid: 'currentUser' } }),
      call(ownChannels, {}),
    ])
    return { telegram: user.telegram, channel: channels.find(({ channel }) => channel === 'TELEGRAM') }
  },
  component: () => <TelegramPage {...Route.useLoaderData()} />,
})
