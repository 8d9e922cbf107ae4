import { updateWearerRoutine, type wearerRoutine } from '@carewatch/contracts/http/routines'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { Wearer } from '@carewatch/contracts/http/wearers'
import { Button } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { useMay } from '../../session/may.ts'
import { Moment } from '../../ui/figures/Moment.tsx'
import { Facts } from '../../ui/page/Facts.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { useRoutineFacts } from '../../ui/people/RoutineFacts.tsx'
import { nameOf } from './names.ts'
import { OwnAccount } from './OwnAccount.tsx'

const ofPerson = { inactivity: 'PERSON', checkIn: 'PERSON' } as const

/** What somebody's day is like, and what is told where it is not so. */
export function RoutineSection({
  wearer,
  routine: { routine, from, checkedInAt, ownAccount, mayBeYou },
}: {
  wearer: Wearer
  routine: Reply<typeof wearerRoutine>
}) {
  const may = useMay()
  const lastPressed =
    routine.checkInBy && checkedInAt ? (
      <>
        {' · '}
        <FormattedMessage id="routine.lastSaid" values={{ at: <Moment key="at" at={checkedInAt} /> }} />
      </>
    ) : null
  // The version before says of everybody what is their own.
  const facts = useRoutineFacts({ routine, from: from ?? ofPerson }, lastPressed)
  const own = { ownAccount, mayBeYou }
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
          ...facts,
          {
            label: 'ownAccount.title',
            value: <OwnAccount uuid={wearer.uuid} name={nameOf(wearer)} {...own} />,
          },
        ]}
      />
    </Section>
  )
}
