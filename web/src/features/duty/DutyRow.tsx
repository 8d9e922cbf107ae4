import { type Duty, endDuty, handOverDuty } from '@carewatch/contracts/http/duty'
import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { FormattedMessage, useIntl } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { call } from '../../http/call.ts'
import { useMay } from '../../session/may.ts'
import { userAtom } from '../../session/session.ts'
import { doAndShow } from '../../ui/page/done.ts'
import { confirmed } from '../../ui/form/confirm.tsx'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'
import { RowMenu } from '../../ui/controls/RowMenu.tsx'
import styles from './DutySection.module.css'

type Props = { branch: { uuid: string; name: string; timeZone: string }; duty: Duty }

function When({ duty: { from, to, isNow } }: Pick<Props, 'duty'>) {
  const intl = useIntl()
  const clock = (at: Date) => intl.formatTime(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  if (isNow) return <FormattedMessage id="duty.until" values={{ to: <Moment key="to" at={to} /> }} />
  const isLong = to.getTime() - from.getTime() >= 86_400_000
  if (isLong)
    return (
      <>
        <Ltr>{clock(from)}</Ltr> – <Moment at={to} />
      </>
    )
  return <Ltr>{`${clock(from)}–${clock(to)}`}</Ltr>
}

async function end({ uuid, isNow, user }: Duty): Promise<void> {
  const isSure = await confirmed({
    title: isNow ? 'duty.end' : 'duty.strike',
    body: (
      <FormattedMessage
        id={isNow ? 'duty.endSure' : 'duty.strikeSure'}
        values={{ name: <bdi key="name">{user.name}</bdi> }}
      />
    ),
    isDangerous: true,
  })
  if (isSure) await doAndShow('done.saved', () => call(endDuty, { params: { uuid } }))
}

/** One person's duty, and what can be done with it. */
export function DutyRow({ branch, duty }: Props) {
  const may = useMay()
  const me = useAtomValue(userAtom)
  const { user, isNow } = duty
  const handOver = () => openDialog('handOverDuty', { branch, duty })
  const isMine = me?.uuid === user.uuid
  return (
    <li className={styles['row']} data-now={isNow}>
      <div className={styles['who']}>
        <b>
          <bdi>{user.name}</bdi>
          {isMine ? (
            <>
              {' '}
              (<FormattedMessage id="duty.you" />)
            </>
          ) : null}
        </b>
        <span>
          <When duty={duty} />
        </span>
      </div>
      {isMine && isNow && may(handOverDuty) ? (
        <Button variant="default" onClick={handOver}>
          <FormattedMessage id="duty.handOver" />
        </Button>
      ) : null}
      <RowMenu
        of={user.name}
        actions={[
          may(handOverDuty) && { label: 'duty.handOver', run: handOver },
          may(endDuty) && {
            label: isNow ? 'duty.end' : 'duty.strike',
            run: () => void end(duty),
            isDangerous: true,
          },
        ]}
      />
    </li>
  )
}
