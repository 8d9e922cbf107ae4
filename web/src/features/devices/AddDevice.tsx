import { newDevice } from '@carewatch/contracts/http/devices'
import type { Role } from '@carewatch/contracts/roles'
import { Button, Modal } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { userAtom } from '../../session/session.ts'
import { AddDeviceForm, type Registered } from './AddDeviceForm.tsx'
import { CredentialsOnce } from './CredentialsOnce.tsx'

const mayAdd = (role: Role): boolean => (newDevice.allow as readonly Role[]).includes(role)

/** Registers a device and shows its password, this once. */
export function AddDevice() {
  const intl = useIntl()
  const router = useRouter()
  const user = useAtomValue(userAtom)
  const [opened, setOpened] = useState(false)
  const [registered, setRegistered] = useState<Registered | null>(null)
  if (!user || !mayAdd(user.role)) return null
  const close = () => {
    setOpened(false)
    setRegistered(null)
    void router.invalidate()
  }
  return (
    <>
      <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpened(true)}>
        <FormattedMessage id="devices.add" />
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        closeOnClickOutside={false}
        title={<FormattedMessage id="devices.add" />}
        closeButtonProps={{
          'aria-label': intl.formatMessage({ id: 'action.close' }),
          size: 44,
          iconSize: 20,
        }}
      >
        {registered ? (
          <CredentialsOnce registered={registered} onDone={close} />
        ) : (
          <AddDeviceForm onAdded={setRegistered} />
        )}
      </Modal>
    </>
  )
}
