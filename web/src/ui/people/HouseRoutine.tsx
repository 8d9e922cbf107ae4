import type { HouseRoutine as Routine } from '@carewatch/contracts/routines'
import type { ReactNode } from 'react'
import { Facts } from '../page/Facts.tsx'
import { Section } from '../page/Section.tsx'
import { useRoutineFacts } from './RoutineFacts.tsx'
import { inherited } from './routine-words.ts'

type Props = { company: Routine; branch?: Routine; actions: ReactNode }

/** What a day is like for those of a branch or a company of whom nobody says otherwise. */
export function HouseRoutine({ company, branch, actions }: Props) {
  const facts = useRoutineFacts(inherited(company, branch))
  return (
    <Section title="routine.title" actions={actions}>
      <Facts facts={facts} />
    </Section>
  )
}
