import { ActionIcon, Menu } from '@mantine/core'
import { IconDotsVertical } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'

export type RowAction = { label: MessageId; run: () => void; isDangerous?: boolean }

/** What can be done with one row; `of` is the row's name, for whoever hears the screen. */
export function RowMenu({ of, actions }: { of: string; actions: readonly (RowAction | false)[] }) {
  const intl = useIntl()
  const offered = actions.filter((action) => action !== false)
  if (offered.length === 0) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          aria-label={intl.formatMessage({ id: 'row.actions' }, { name: of })}
          onClick={(event) => event.stopPropagation()}
        >
          <IconDotsVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        {offered.map(({ label, run, isDangerous }) => (
          <Menu.Item key={label} onClick={run} {...(isDangerous && { c: 'var(--mantine-color-error)' })}>
            <FormattedMessage id={label} />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
