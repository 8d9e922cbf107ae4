import { sendSignal } from '@carewatch/contracts/http/device-commands'
import type { Device } from '@carewatch/contracts/http/devices'
import { setNickname } from '@carewatch/contracts/http/nicknames'
import type { Role } from '@carewatch/contracts/roles'
import { Button } from '@mantine/core'
import { IconCurrentLocation, IconHeartbeat, IconPencil, IconPhone } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import { FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { useMay } from '../../session/may.ts'
import type { DeviceDetail } from '../../session/active-device.ts'
import { userAtom } from '../../session/session.ts'
import { Clock } from '../../ui/figures/Clock.tsx'
import { commandWord } from '../../ui/devices/command-word.ts'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import { useCommands } from '../../ui/devices/use-model.ts'
import { type GivenCommand, useGivenCommand } from './use-given-command.ts'
import styles from './WatchActions.module.css'

const mayCommand = (role: Role | undefined): boolean =>
  role !== undefined && (sendSignal.allow as readonly Role[]).includes(role)

function State({ given, device }: { given: GivenCommand; device: Device }) {
  const { state, kind, doneAt } = given.command
  const word = commandWord(given.command)
  const seen = given.lastSeenAt ? <Clock key="seen" at={given.lastSeenAt} /> : '—'
  return (
    <>
      <FormattedMessage
        id={`command.${word}`}
        values={{ seen, done: doneAt ? <Clock key="done" at={doneAt} /> : '—' }}
      />
      {kind === 'LOCATE' && state === 'DELIVERED' ? (
        <>
          {' '}
          <LinkText to="/user/location" search={{ device: device.uuid }} td="underline">
            <FormattedMessage id="overview.openMap" />
          </LinkText>
        </>
      ) : null}
    </>
  )
}

/** A family's own name for whom it looks after. */
function NicknameButton({ device: { wearer } }: { device: Device }) {
  const may = useMay()
  if (!wearer || !may(setNickname)) return null
  return (
    <Button
      variant="subtle"
      color="gray"
      leftSection={<IconPencil size={20} aria-hidden />}
      onClick={() => openDialog('nickname', { wearer })}
    >
      <FormattedMessage id="nickname.title" />
    </Button>
  )
}

/** Call, locate, measure: what one does right after reading the answer. */
export function WatchActions({ detail }: { detail: DeviceDetail }) {
  const { device } = detail
  const router = useRouter()
  const role = useAtomValue(userAtom)?.role
  const reload = useCallback(() => void router.invalidate(), [router])
  const { given, giving, submit } = useGivenCommand(device, reload)
  const commands = useCommands(detail)
  const can = (kind: 'LOCATE' | 'MEASURE') => mayCommand(role) && (!commands || commands.includes(kind))
  return (
    <div className={styles['actions']}>
      {device.mobileNumber ? (
        <Button
          component="a"
          href={`tel:${device.mobileNumber.replaceAll(/[^+\d]/g, '')}`}
          leftSection={<IconPhone size={20} aria-hidden />}
        >
          <FormattedMessage id="overview.call" />
        </Button>
      ) : null}
      {can('LOCATE') ? (
        <Button
          variant="default"
          loading={giving === 'LOCATE'}
          leftSection={<IconCurrentLocation size={20} aria-hidden />}
          onClick={() => void submit('LOCATE')}
        >
          <FormattedMessage id="overview.locate" />
        </Button>
      ) : null}
      {can('MEASURE') ? (
        <Button
          variant="default"
          loading={giving === 'MEASURE'}
          leftSection={<IconHeartbeat size={20} aria-hidden />}
          onClick={() => void submit('MEASURE')}
        >
          <FormattedMessage id="overview.measure" />
        </Button>
      ) : null}
      <NicknameButton device={device} />
      <output className={styles['states']}>{given ? <State given={given} device={device} /> : null}</output>
    </div>
  )
}
