import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { Moment } from '../../ui/figures/Moment.tsx'
import { useNow } from '../../ui/figures/now.ts'
import styles from './Wearers.module.css'
import { isPlanned } from './when.ts'

type Props = {
  /** Who wears it until then. */
  former?: string | undefined
  /** Who wears it from then on; null: nobody, undefined: that is still to be chosen. */
  next: string | null | undefined
  /** Left out: now. */
  from?: Date | undefined
  /** Left out: until somebody ends it. */
  until?: Date | undefined
}

const bdi = (name: string): ReactNode => <bdi key="name">{name}</bdi>

/** What goes from the watch and what stays with whom. */
function Leaves({ former, from }: { former: string; from: Date | undefined }) {
  const values = { name: bdi(former), at: from ? <Moment key="at" at={from} /> : null }
  return (
    <>
      <li>
        <FormattedMessage id="wearer.cleared" />
      </li>
      <li>
        <FormattedMessage id="wearer.kept" values={values} />
      </li>
      <li>
        <FormattedMessage id={from ? 'wearer.staysAt' : 'wearer.stays'} values={values} />
      </li>
    </>
  )
}

function Begins({ next, from, until }: Required<Pick<Props, 'next'>> & Pick<Props, 'from' | 'until'>) {
  const isOver = from !== undefined && until !== undefined && until <= useNow()
  const values = {
    name: bdi(next ?? ''),
    at: from ? <Moment key="at" at={from} /> : null,
    to: until ? <Moment key="to" at={until} /> : null,
  }
  if (next === null)
    return <FormattedMessage id={from ? 'wearer.nobodysAt' : 'wearer.nobodys'} values={values} />
  if (isOver) return <FormattedMessage id="wearer.beginsTo" values={values} />
  return <FormattedMessage id={from ? 'wearer.beginsAt' : 'wearer.begins'} values={values} />
}

/** In plain words, before it is done: when it happens, what goes from the watch, what stays with whom, what begins and how it ends. */
export function WhatHappens({ former, next, from, until }: Props) {
  const now = useNow()
  return (
    <ul className={styles['happens']}>
      {from && isPlanned({ from }, now) ? (
        <li>
          <FormattedMessage id="wearer.plannedWhy" values={{ at: <Moment key="at" at={from} /> }} />
        </li>
      ) : null}
      {former ? <Leaves former={former} from={from} /> : null}
      {next === undefined ? null : (
        <li>
          <Begins next={next} from={from} until={until} />
        </li>
      )}
      {until && until > now ? (
        <li>
          <FormattedMessage id="wearer.endsAt" values={{ at: <Moment key="at" at={until} /> }} />
        </li>
      ) : null}
    </ul>
  )
}
