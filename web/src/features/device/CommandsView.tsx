import {
  type Command,
  deviceCommands,
  panicMode,
  sendSignal,
} from '@carewatch/contracts/http/device-commands'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { liveLocation } from '@carewatch/contracts/http/positions'
import { Button, Group, Text } from '@mantine/core'
import { IconBell, IconCurrentLocation, IconHeartbeat, IconUrgent } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { call } from '../../http/call.ts'
import { currentIntl } from '../../i18n/intl.ts'
import type { MessageId } from '../../i18n/messages.ts'
import { useLastWord } from '../../live/last-word.ts'
import { useMay } from '../../session/may.ts'
import { Clock } from '../../ui/figures/Clock.tsx'
import { commandWord, isOpenCommand } from '../../ui/devices/command-word.ts'
import { doAndShow } from '../../ui/page/done.ts'
import { confirmed } from '../../ui/form/confirm.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { useReloadWhile } from '../../ui/page/use-reload-while.ts'
import { useCommands } from '../../ui/devices/use-model.ts'
import styles from './Lines.module.css'
import type { Detail } from './load.ts'
import { Pager, type Paging } from '../../ui/page/Pager.tsx'

type Device = Detail['device']
type Order = {
  kind: Command['kind']
  label: MessageId
  icon: ReactNode
  give: (device: Device) => Promise<unknown>
  isGrave?: boolean
}

const signal =
  (kind: 'FIND' | 'MEASURE') =>
  ({ uuid }: Device) =>
    call(sendSignal, { body: { deviceUUID: uuid, kind } })
const panic =
  (on: boolean) =>
  ({ uuid }: Device) =>
    call(panicMode, { body: { deviceUUID: uuid, on } })

const orders: readonly Order[] = [
  { kind: 'FIND', label: 'commands.FIND', icon: <IconBell size={18} aria-hidden />, give: signal('FIND') },
  {
    kind: 'MEASURE',
    label: 'overview.measure',
    icon: <IconHeartbeat size={18} aria-hidden />,
    give: signal('MEASURE'),
  },
  {
    kind: 'LOCATE',
    label: 'overview.locate',
    icon: <IconCurrentLocation size={18} aria-hidden />,
    give: ({ imei }) => call(liveLocation, { body: { deviceIMEI: imei } }),
  },
  {
    kind: 'PANIC_ON',
    label: 'commands.PANIC_ON',
    icon: <IconUrgent size={18} aria-hidden />,
    give: panic(true),
    isGrave: true,
  },
  {
    kind: 'PANIC_OFF',
    label: 'commands.PANIC_OFF',
    icon: <IconUrgent size={18} aria-hidden />,
    give: panic(false),
  },
]

const surely = () =>
  confirmed({
    title: 'commands.PANIC_ON',
    body: currentIntl().formatMessage({ id: 'commands.panicBody' }),
    isDangerous: true,
  })

function Orders({ detail }: { detail: Detail }) {
  const { device } = detail
  const [giving, setGiving] = useState<MessageId | null>(null)
  const commands = useCommands(detail)
  const known = orders.filter(({ kind }) => !commands || commands.includes(kind))
  const give = async ({ label, give: work, isGrave }: Order) => {
    if (isGrave && !(await surely())) return
    setGiving(label)
    await doAndShow('commands.given', () => work(device))
    setGiving(null)
  }
  if (known.length === 0)
    return (
      <Text c="dimmed">
        <FormattedMessage
          id="commands.cannot"
          values={{ model: <bdi key="model">{device.deviceModel}</bdi> }}
        />
      </Text>
    )
  return (
    <Group>
      {known.map((order) => (
        <Button
          key={order.label}
          variant={order.isGrave ? 'light' : 'default'}
          {...(order.isGrave && { color: 'red' })}
          leftSection={order.icon}
          loading={giving === order.label}
          onClick={() => void give(order)}
        >
          <FormattedMessage id={order.label} />
        </Button>
      ))}
    </Group>
  )
}

function Line({ command, seenAt }: { command: Command; seenAt: Date | null }) {
  const { kind, by, createdAt, doneAt } = command
  return (
    <li className={styles['line']}>
      <div>
        <b>
          <FormattedMessage id={`command.kind.${kind}`} />
        </b>
        <div className={styles['quiet']}>
          {by ? <bdi>{by}</bdi> : <FormattedMessage id="settings.bySystem" />} · <Moment at={createdAt} />
        </div>
      </div>
      <span data-testid="command-state">
        <FormattedMessage
          id={`command.${commandWord(command)}`}
          values={{
            seen: seenAt ? <Clock key="seen" at={seenAt} /> : '—',
            done: doneAt ? <Clock key="done" at={doneAt} /> : '—',
          }}
        />
      </span>
    </li>
  )
}

type Props = Paging & { detail: Detail; commands: Reply<typeof deviceCommands> | undefined }

/** The commands that the watch takes, and what came of those that were sent. */
export function CommandsView({ detail, commands, ...paging }: Props) {
  const { device } = detail
  const may = useMay()
  const seenAt = useLastWord(device)
  const waiting = commands?.commands.filter(isOpenCommand) ?? []
  useReloadWhile(waiting.length > 0, waiting.map(({ uuid }) => uuid).join())
  return (
    <>
      {may(sendSignal) ? (
        <Section title="commands.send">
          <Orders detail={detail} />
        </Section>
      ) : null}
      <Section title="commands.history">
        {commands?.total ? null : (
          <Text c="dimmed">
            <FormattedMessage id="commands.none" />
          </Text>
        )}
        <ol className={styles['lines']}>
          {commands?.commands.map((command) => (
            <Line key={command.uuid} command={command} seenAt={seenAt} />
          ))}
        </ol>
        <Pager total={commands?.total ?? 0} {...paging} />
      </Section>
    </>
  )
}
