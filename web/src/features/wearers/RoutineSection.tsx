import { updateWearerRoutine, type wearerRoutine } from '@carewatch/contracts/http/routines'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { Wearer } from '@carewatch/contracts/http/wearers'
import type { Routine } from '@carewatch/contracts/routines'
import { Button } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { useMay } from '../../session/may.ts'
import { Moment } from '../../ui/figures/Moment.tsx'
import { Facts } from '../../ui/page/Facts.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { nameOf } from './names.ts'
import { OwnAccount } from './OwnAccount.tsx'
import { hoursText } from './hours-text.ts'

function NoMovement({ routine: { inactivityMinutes, dayFrom, dayTo } }: { routine: Routine }) {
  const intl = useIntl()
  if (inactivityMinutes === null) return <FormattedMessage id="routine.off" />
  const values = { time: hoursText(intl, inactivityMinutes), from: dayFrom, to: dayTo }
  return <FormattedMessage id="routine.toldAfter" values={values} />
}

function CheckIn({
  routine: { checkInBy },
  checkedInAt,
}: Pick<Reply<typeof wearerRoutine>, 'routine' | 'checkedInAt'>) {
  if (checkInBy === null) return <FormattedMessage id="routine.off" />
  return (
    <>
      <FormattedMessage id="routine.asked" values={{ by: checkInBy }} />
      {checkedInAt ? (
        <>
          {' · '}
          <FormattedMessage id="routine.lastSaid" values={{ at: <Moment key="at" at={checkedInAt} /> }} />
        </>
      ) : null}
    </>
  )
}

/** What somebody's day is like, and what is told where it is not so. */
export function RoutineSection({
  wearer,
  routine: { routine, checkedInAt, ...own },
}: {
  wearer: Wearer
  routine: Reply<typeof wearerRoutine>
}) {
  const may = useMay()
  return (
    <Section
      title="routine.title"
      actions={
        may(updateWearerRoutine) ? (
          <Button
            variant="default"
            onClick={() => openDialog('editRoutine', { uuid: wearer.uuid, name: nameOf(wearer) })}
          >
            <FormattedMessage id="routine.edit" />
          </Button>
        ) : null
      }
    >
      <Facts
        facts={[
          { label: 'routine.inactivity', value: <NoMovement routine={routine} /> },
          { label: 'routine.checkIn', value: <CheckIn routine={routine} checkedInAt={checkedInAt} /> },
          {
            label: 'ownAccount.title',
            value: <OwnAccount uuid={wearer.uuid} name={nameOf(wearer)} {...own} />,
          },
        ]}
      />
    </Section>
  )
}
