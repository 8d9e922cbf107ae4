import type { Branch } from '@carewatch/contracts/http/branches'
import { type Duty, type duties, newDuty } from '@carewatch/contracts/http/duty'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Text, Title } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { ZoneOf } from '../../i18n/ZoneOf.tsx'
import { useMay } from '../../session/may.ts'
import { AddButton } from '../../ui/controls/AddButton.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { DutyRow } from './DutyRow.tsx'
import styles from './DutySection.module.css'
import { NobodyOnDuty } from './NobodyOnDuty.tsx'

type Props = Reply<typeof duties> & { branch: Pick<Branch, 'uuid' | 'name' | 'timeZone'> }
type ListProps = { branch: Props['branch']; duties: readonly Duty[] }

function Now({ branch, duties: now }: ListProps) {
  if (now.length === 0) return null
  return (
    <ul className={styles['rows']}>
      {now.map((duty) => (
        <DutyRow key={duty.uuid} branch={branch} duty={duty} />
      ))}
    </ul>
  )
}

/** What comes, day by day, by the branch's clocks. */
function Plan({ branch, duties: coming }: ListProps) {
  const intl = useIntl()
  if (coming.length === 0) return null
  const dayOf = ({ from }: Duty) => intl.formatDate(from, { weekday: 'long', day: 'numeric', month: 'long' })
  return [...Map.groupBy(coming, dayOf)].map(([day, ofDay]) => (
    <div key={day}>
      <Title order={3} className={styles['day']}>
        {day}
      </Title>
      <ul className={styles['rows']}>
        {ofDay.map((duty) => (
          <DutyRow key={duty.uuid} branch={branch} duty={duty} />
        ))}
      </ul>
    </div>
  ))
}

/** Who is on duty in a branch now, and who comes after. */
export function DutySection({ branch, duties: listed, isUnattended }: Props) {
  const may = useMay()
  const add = may(newDuty) ? (
    <AddButton label="duty.add" variant="default" onClick={() => openDialog('addDuty', { branch })} />
  ) : null
  return (
    <Section title="duty.title" actions={add}>
      {isUnattended ? <NobodyOnDuty branchUuid={branch.uuid} /> : null}
      {listed.length === 0 && !isUnattended ? (
        <Text c="dimmed">
          <FormattedMessage id="duty.noList" />
        </Text>
      ) : null}
      <ZoneOf zone={branch.timeZone}>
        <Now branch={branch} duties={listed.filter(({ isNow }) => isNow)} />
        <Plan branch={branch} duties={listed.filter(({ isNow }) => !isNow)} />
      </ZoneOf>
    </Section>
  )
}
