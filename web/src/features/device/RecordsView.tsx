import { rejectedMessages } from '@carewatch/contracts/http/devices'
import { unreadGroups } from '@carewatch/contracts/http/unread-messages'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { deviceViewings } from '@carewatch/contracts/http/viewings'
import { Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { useMay } from '../../session/may.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { Export } from './Export.tsx'
import styles from './Lines.module.css'
import type { Detail, Loaded } from './load.ts'
import { Pager, type Paging } from '../../ui/page/Pager.tsx'

function Viewings({ viewings, paging }: { viewings: Reply<typeof deviceViewings>; paging: Paging }) {
  return (
    <Section title="records.viewings">
      {viewings.total === 0 ? (
        <Text c="dimmed">
          <FormattedMessage id="records.noViewings" />
        </Text>
      ) : null}
      <ol className={styles['lines']}>
        {viewings.viewings.map(({ at, user, action }) => (
          <li key={`${at.getTime()}${user?.uuid}${action}`} className={styles['line']}>
            <div>
              {user ? (
                <>
                  <bdi>{user.name}</bdi>{' '}
                  <span className={styles['quiet']}>
                    <FormattedMessage id={`role.${user.role}`} />
                  </span>
                </>
              ) : (
                <FormattedMessage id="records.somebodyGone" />
              )}
            </div>
            <FormattedMessage id={`records.${action}`} />
            <Moment at={at} />
          </li>
        ))}
      </ol>
      <Pager total={viewings.total} {...paging} />
    </Section>
  )
}

type RejectedProps = { device: { uuid: string }; rejected: Reply<typeof rejectedMessages>; paging: Paging }

function Rejected({ device, rejected, paging }: RejectedProps) {
  const may = useMay()
  return (
    <Section
      title="records.rejected"
      actions={
        may(unreadGroups) && rejected.total > 0 ? (
          <LinkButton variant="default" to="/admin/unread" search={{ device: device.uuid }}>
            <FormattedMessage id="unread.ofDevice" />
          </LinkButton>
        ) : null
      }
    >
      <Text c="dimmed" size="sm">
        <FormattedMessage id={rejected.total === 0 ? 'records.noRejected' : 'records.rejectedWhy'} />
      </Text>
      <ol className={styles['lines']}>
        {rejected.messages.map(({ receivedAt, topic, reason, format, bytes }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two may come in the same instant with the same words.
          <li key={index} className={styles['line']}>
            <div>
              <FormattedMessage
                id={`rejected.${reason}`}
                values={{ format: <Ltr key="format">{format}</Ltr> }}
              />
              <div className={styles['quiet']}>
                <Ltr>{topic}</Ltr> · <FormattedMessage id="records.bytes" values={{ n: bytes }} />
              </div>
            </div>
            <Moment at={receivedAt} />
          </li>
        ))}
      </ol>
      <Pager total={rejected.total} {...paging} />
    </Section>
  )
}

type Props = Paging & { detail: Detail; records: Loaded['parts']['records'] }

/** What the device left behind: to take away, and who has looked at it. */
export function RecordsView({ detail, records, ...paging }: Props) {
  return (
    <>
      <Export device={detail.device} />
      {records?.viewings ? <Viewings viewings={records.viewings} paging={paging} /> : null}
      {records?.rejected ? (
        <Rejected device={detail.device} rejected={records.rejected} paging={paging} />
      ) : null}
    </>
  )
}
