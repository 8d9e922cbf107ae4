import { ActionIcon } from '@mantine/core'
import { IconUserCircle } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useIntl } from 'react-intl'
import { userAtom } from '../session/session.ts'
import { OpensLater } from '../ui/controls/OpensLater.tsx'
import { later } from '../ui/later.ts'

const list = later(async () => (await import('./afterwards.ts')).UserMenuList)

export function UserMenu() {
  const intl = useIntl()
  const user = useAtomValue(userAtom)
  if (!user) return null
  return (
    <OpensLater
      list={list}
      opens="menu"
      button={(props) => (
        <ActionIcon {...props} aria-label={intl.formatMessage({ id: 'shell.userMenu' })}>
          <IconUserCircle size={24} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    />
  )
}
