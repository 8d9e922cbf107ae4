import { alarmKinds, severities } from '@carewatch/contracts/alarms'
import { notificationTypes } from '@carewatch/contracts/notifications'
import { Button, Select } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import styles from './NotificationsPage.module.css'
import { asksHistory, type NotificationsSearch } from './search.ts'

type Props = { search: NotificationsSearch; onSearch: (search: NotificationsSearch) => void }
type Choice = {
  label: MessageId
  value: string | undefined
  data: readonly { value: string; label: string }[]
  pick: (value: string | null) => Partial<NotificationsSearch>
}

function useChoices(search: NotificationsSearch): readonly Choice[] {
  const intl = useIntl()
  const option = <Value extends string>(value: Value, id: MessageId) => ({
    value,
    label: intl.formatMessage({ id }),
  })
  return [
    {
      label: 'notifications.anySeverity',
      value: search.severity,
      data: severities.toReversed().map((each) => option(each, `severity.${each}`)),
      pick: (value) => ({ severity: severities.find((each) => each === value) }),
    },
    {
      label: 'notifications.anyKind',
      value: search.kind,
      data: alarmKinds.map((each) => option(each, `alarmKind.${each}`)),
      pick: (value) => ({ kind: alarmKinds.find((each) => each === value) }),
    },
    {
      label: 'notifications.anyType',
      value: search.type,
      data: notificationTypes.map((each) => option(each, `notifications.type.${each}`)),
      pick: (value) => ({ type: notificationTypes.find((each) => each === value) }),
    },
    {
      label: 'notifications.anyState',
      value: search.acknowledged === undefined ? undefined : String(search.acknowledged),
      data: [option('false', 'notifications.waiting'), option('true', 'notifications.taken')],
      pick: (value) => ({ acknowledged: value === null ? undefined : value === 'true' }),
    },
  ]
}

/** By what the list is narrowed; each choice stands in the address. */
export function NotificationFilters({ search, onSearch }: Props) {
  const intl = useIntl()
  const choices = useChoices(search)
  return (
    <div className={styles['filters']}>
      {choices.map(({ label, value, data, pick }) => (
        <Select
          key={label}
          aria-label={intl.formatMessage({ id: label })}
          placeholder={intl.formatMessage({ id: label })}
          data={[...data]}
          value={value ?? null}
          onChange={(next) =>
            onSearch({ ...search, selected: undefined, page: search.page && 1, ...pick(next) })
          }
          clearable
          searchable={data.length > 8}
        />
      ))}
      {asksHistory(search) ? (
        <Button variant="subtle" onClick={() => onSearch({ device: search.device })}>
          <FormattedMessage id="notifications.latest" />
        </Button>
      ) : null}
    </div>
  )
}
