import type { dutyNow } from '@carewatch/contracts/http/duty'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { IconClipboardList, IconClockCheck, IconClockOff } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { FormattedMessage, useIntl } from 'react-intl'
import { userAtom } from '../../session/session.ts'
import styles from './DutyNow.module.css'
import { LinkText } from '../controls/LinkText.tsx'
import { Moment } from '../figures/Moment.tsx'
import { useNow } from '../figures/now.ts'
import { Notice } from '../page/Notice.tsx'

type Props = Reply<typeof dutyNow>
type Named = Props['unattended'][number]

const BranchLink = ({ branch: { uuid, name } }: { branch: Named }) => (
  <LinkText to="/admin/branch/$uuid" params={{ uuid }} td="underline">
    <bdi>{name}</bdi>
  </LinkText>
)

/** Where alarms find nobody, though the branch says who is on duty. */
function Unattended({ branches }: { branches: readonly Named[] }) {
  const intl = useIntl()
  if (branches.length === 0) return null
  return (
    <Notice tone="critical" title={<FormattedMessage id="duty.unattended" values={{ n: branches.length }} />}>
      <span>
        {intl.formatList(
          branches.map((branch) => <BranchLink key={branch.uuid} branch={branch} />),
          { type: 'conjunction' },
        )}
      </span>
      <FormattedMessage id="duty.nobodyWhy" />
    </Notice>
  )
}

function Mine({ mine }: Pick<Props, 'mine'>) {
  const [first] = mine
  if (!first)
    return (
      <p className={styles['mine']}>
        <IconClockOff size={20} aria-hidden />
        <FormattedMessage id="duty.off" />
      </p>
    )
  const { branch, from, to, isNow } = first
  return (
    <p className={styles['mine']} data-on={isNow}>
      {isNow ? <IconClockCheck size={20} aria-hidden /> : <IconClockOff size={20} aria-hidden />}
      <span>
        <FormattedMessage
          id={isNow ? 'duty.on' : 'duty.next'}
          values={{
            branch: <BranchLink key="branch" branch={branch} />,
            at: <Moment key="at" at={isNow ? to : from} />,
          }}
        />
      </span>
    </p>
  )
}

const HOUR_MS = 3_600_000
/** From an hour before a duty until two hours into it, what the shift before hands over is to be read. */
const isToRead = ({ from, to }: Props['mine'][number], now: number): boolean =>
  from.getTime() - HOUR_MS <= now && now < Math.min(to.getTime(), from.getTime() + 2 * HOUR_MS)

/** To whoever comes next: it waits on the screen, and rings nobody. */
function ToRead({ mine }: Pick<Props, 'mine'>) {
  const now = useNow()
  return mine
    .filter((duty) => isToRead(duty, now.getTime()))
    .map(({ uuid, branch }) => (
      <p key={uuid} className={styles['mine']} data-testid="sheet-to-read">
        <IconClipboardList size={20} aria-hidden />
        <LinkText to="/admin/shift-sheet" search={{ branch: branch.uuid }} td="underline">
          <FormattedMessage id="sheet.toRead" values={{ branch: <bdi key="branch">{branch.name}</bdi> }} />
        </LinkText>
      </p>
    ))
}

/** What a home says of duties: where nobody is, and to a nurse whether it is her. */
export function DutyNow({ mine, unattended, isListKept }: Props) {
  const user = useAtomValue(userAtom)
  const isNurse = user?.role === 'SUPERVISOR'
  return (
    <>
      <Unattended branches={unattended} />
      {mine.length > 0 || (isNurse && isListKept) ? <Mine mine={mine} /> : null}
      <ToRead mine={mine} />
    </>
  )
}
