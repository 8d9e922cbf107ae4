import type { UserDetail } from '@carewatch/contracts/http/user-forms'
import { changeOwner } from '@carewatch/contracts/http/device-changes'
import { Button, Title } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { useMay } from '../../session/may.ts'
import { userAtom } from '../../session/session.ts'
import { AddDevice } from '../../dialogs/AddDevice.tsx'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Section } from '../../ui/page/Section.tsx'
import styles from './DevicesSection.module.css'
import { hidesAccount } from './hidden.ts'
import { nameOf } from './name-of.ts'

type Devices = UserDetail['ownedDevices']

function DeviceList({ devices, hidesImei }: { devices: Devices; hidesImei: boolean }) {
  return (
    <ul className={styles['list']}>
      {devices.map(({ uuid, name, imei }) => (
        <li key={uuid}>
          <LinkText to="/user/device/$uuid" params={{ uuid }}>
            <bdi>{name}</bdi>
          </LinkText>
          {hidesImei ? null : (
            <span>
              <Ltr>{imei}</Ltr>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The watches somebody wears, and those they look at as a relative. */
export function DevicesSection({ person }: { person: UserDetail }) {
  const may = useMay()
  const me = useAtomValue(userAtom)
  const { uuid, role, isActive, company, branch, ownedDevices, relatedDevices } = person
  const hidesImei = me === null || hidesAccount(me.role)
  const add =
    role === 'OWNER' && isActive ? (
      <>
        {may(changeOwner) ? (
          <Button variant="default" onClick={() => openDialog('addDevicesToUser', { uuid })}>
            <FormattedMessage id="person.addDevices" />
          </Button>
        ) : null}
        <AddDevice
          label="person.newDevice"
          company={company}
          branch={branch}
          owner={{ uuid, name: nameOf(person) }}
        />
      </>
    ) : null
  return (
    <Section title="person.devices" actions={add}>
      {ownedDevices.length + relatedDevices.length === 0 ? <FormattedMessage id="person.noDevices" /> : null}
      {ownedDevices.length > 0 ? <DeviceList devices={ownedDevices} hidesImei={hidesImei} /> : null}
      {relatedDevices.length > 0 ? (
        <>
          <Title order={3} fz="sm" c="dimmed">
            <FormattedMessage id="person.asRelative" />
          </Title>
          <DeviceList devices={relatedDevices} hidesImei={hidesImei} />
        </>
      ) : null}
    </Section>
  )
}
