import { Drawer } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { SideMenu } from './SideMenu.tsx'

/** The menu where the screen has no room for it. */
export function MenuDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const intl = useIntl()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={288}
      title={<FormattedMessage id="shell.menu" />}
      closeButtonProps={{
        'aria-label': intl.formatMessage({ id: 'action.close' }),
        size: 44,
        iconSize: 20,
      }}
    >
      <SideMenu onPick={onClose} />
    </Drawer>
  )
}
