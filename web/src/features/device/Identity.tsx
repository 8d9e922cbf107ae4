import { changeNetwork, type DeviceIdentity, pairDevice } from '@carewatch/contracts/http/device-identity'
import { Button, Text } from '@mantine/core'
import { IconShieldCheck, IconShieldQuestion } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { call } from '../../http/call.ts'
import { currentIntl } from '../../i18n/intl.ts'
import { useMay } from '../../session/may.ts'
import { FoundList } from '../../ui/controls/FoundList.tsx'
import { Age } from '../../ui/figures/Age.tsx'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'
import { confirmed } from '../../ui/form/confirm.tsx'
import { doAndShow } from '../../ui/page/done.ts'
import { Notice } from '../../ui/page/Notice.tsx'
import { Facts } from '../../ui/page/Facts.tsx'
import { Section } from '../../ui/page/Section.tsx'
import styles from './Identity.module.css'

type Network = DeviceIdentity['networks'][number]

/** Whether what connects as this device is known to be it, and how. */
function Proof({ proof, doubtfulSince }: Pick<DeviceIdentity, 'proof' | 'doubtfulSince'>) {
  if (!proof)
    return (
      <div className={styles['unproven']}>
        <b className={styles['mark']}>
          <IconShieldQuestion size={20} aria-hidden />
          <FormattedMessage id="identity.unproven" />
        </b>
        <Text size="sm">
          <FormattedMessage id="identity.unprovenWhy" />
        </Text>
      </div>
    )
  return (
    <>
      <b className={styles['mark']}>
        <IconShieldCheck size={20} aria-hidden />
        <FormattedMessage id="identity.proven" />
      </b>
      <Facts
        facts={[
          { label: 'identity.how', value: <FormattedMessage id={`identity.proof.${proof.how}`} /> },
          { label: 'identity.since', value: <Moment at={proof.at} /> },
          ...(doubtfulSince
            ? [{ label: 'identity.heardLast' as const, value: <Moment at={doubtfulSince} /> }]
            : []),
          ...(proof.by ? [{ label: 'identity.by' as const, value: <bdi>{proof.by}</bdi> }] : []),
        ]}
      />
      {doubtfulSince ? (
        <Notice tone="caution">
          <FormattedMessage id="identity.doubtful" />
        </Notice>
      ) : null}
    </>
  )
}

const change = (uuid: string, { network, isKnown }: { network: string; isKnown: boolean }) =>
  doAndShow('done.saved', () => call(changeNetwork, { params: { uuid }, body: { network, isKnown } }))

async function accept(uuid: string, network: string): Promise<void> {
  const body = currentIntl().formatMessage({ id: 'identity.acceptWhy' })
  if (await confirmed({ title: 'identity.acceptTitle', body, confirm: 'identity.accept' }))
    await change(uuid, { network, isKnown: true })
}

function Decide({ uuid, of: { network, knownAt } }: { uuid: string; of: Network }) {
  const may = useMay()
  const intl = useIntl()
  if (!may(changeNetwork)) return null
  return knownAt ? (
    <Button
      variant="default"
      aria-label={intl.formatMessage({ id: 'identity.takeBackOne' }, { network })}
      onClick={() => void change(uuid, { network, isKnown: false })}
    >
      <FormattedMessage id="identity.takeBack" />
    </Button>
  ) : (
    <Button
      variant="default"
      aria-label={intl.formatMessage({ id: 'identity.acceptOne' }, { network })}
      onClick={() => void accept(uuid, network)}
    >
      <FormattedMessage id="identity.accept" />
    </Button>
  )
}

function Networks({ uuid, networks }: { uuid: string; networks: readonly Network[] }) {
  const intl = useIntl()
  if (networks.length === 0)
    return (
      <Text c="dimmed">
        <FormattedMessage id="identity.noNetworks" />
      </Text>
    )
  return (
    <FoundList
      label={intl.formatMessage({ id: 'identity.networks' })}
      found={networks.map((one) => ({
        key: one.network,
        title: <Ltr>{one.network}</Ltr>,
        facts: [
          {
            id: 'known',
            shown: <FormattedMessage id={one.knownAt ? 'identity.known' : 'identity.unknown'} />,
          },
          { id: 'by', shown: one.knownBy ? <bdi>{one.knownBy}</bdi> : null },
          { id: 'last', shown: <Age at={one.lastSeenAt} /> },
        ],
        action: <Decide uuid={uuid} of={one} />,
      }))}
    />
  )
}

function Conflicts({ conflicts }: Pick<DeviceIdentity, 'conflicts'>) {
  if (conflicts.length === 0) return null
  return (
    <>
      <h3 className={styles['part']}>
        <FormattedMessage id="identity.conflicts" />
      </h3>
      <ol className={styles['conflicts']}>
        {conflicts.map(({ at, reason }) => (
          <li key={`${at.getTime()}${reason}`}>
            <FormattedMessage id={`identity.reason.${reason}`} /> · <Moment at={at} />
          </li>
        ))}
      </ol>
    </>
  )
}

/** How the house knows that what connects as this device is this device, and from where it connects. */
export function Identity({ uuid, identity }: { uuid: string; identity: DeviceIdentity }) {
  const may = useMay()
  const { proof, doubtfulSince, networks, conflicts, showsText } = identity
  const pair =
    showsText && may(pairDevice) ? (
      <Button variant={proof ? 'default' : 'filled'} onClick={() => openDialog('pairWatch', { uuid })}>
        <FormattedMessage id="identity.pair" />
      </Button>
    ) : null
  return (
    <Section title="device.identity" actions={pair}>
      <Proof proof={proof} doubtfulSince={doubtfulSince} />
      <h3 className={styles['part']}>
        <FormattedMessage id="identity.networks" />
      </h3>
      <Networks uuid={uuid} networks={networks} />
      <Conflicts conflicts={conflicts} />
    </Section>
  )
}
