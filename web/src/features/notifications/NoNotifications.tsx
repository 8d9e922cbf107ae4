import { IconBellCheck } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { Nothing } from '../../ui/page/Nothing.tsx'
import { ShowAll } from '../../ui/page/ShowAll.tsx'
import { asksHistory, type NotificationsSearch } from './search.ts'

type Props = { search: NotificationsSearch; onSearch: (search: NotificationsSearch) => void }

export function NoNotifications({ search, onSearch }: Props) {
  const isNarrowed = asksHistory(search)
  return (
    <Nothing
      icon={<IconBellCheck aria-hidden />}
      title={<FormattedMessage id={isNarrowed ? 'list.none' : 'notifications.empty'} />}
      why={<FormattedMessage id={isNarrowed ? 'list.noneWhy' : 'notifications.emptyWhy'} />}
      action={isNarrowed || search.device ? <ShowAll onClick={() => onSearch({})} /> : null}
    />
  )
}
