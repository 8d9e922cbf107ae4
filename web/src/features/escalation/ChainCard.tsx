import { type EscalationChain, type Reached, updateEscalation } from '@carewatch/contracts/http/escalation'
import { Button, Title } from '@mantine/core'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { call } from '../../http/call.ts'
import { useMay } from '../../session/may.ts'
import { doAndShow } from '../../ui/page/done.ts'
import { confirmed } from '../../ui/form/confirm.tsx'
import styles from './ChainCard.module.css'
import { durationText } from '../../ui/figures/duration.ts'
import { bodyPlace, isOwn, type Place, seenAt } from './own-place.ts'
import { RehearseButton } from './RehearseButton.tsx'
import { Steps } from '../../ui/alarms/Steps.tsx'

type Props = {
  place: Place
  chain: EscalationChain
  /** The people of each step for the watch that is tried. */
  recipients: readonly (readonly Reached[])[] | undefined
  device: string | undefined
}

function Again({ chain: { repeats, repeatEverySeconds } }: { chain: EscalationChain['chain'] }) {
  const intl = useIntl()
  return (
    <p className={styles['again']}>
      {repeats === 0 ? (
        <FormattedMessage id="escalation.once" />
      ) : (
        <FormattedMessage
          id="escalation.again"
          values={{ every: <bdi key="every">{durationText(intl, repeatEverySeconds)}</bdi>, n: repeats }}
        />
      )}
    </p>
  )
}

/** Takes the chain of this place back, after a question: what the company or everybody has holds again. */
async function takeBack(place: Place, chain: EscalationChain): Promise<void> {
  const level = place.branchUuid === undefined ? 'COMPANY' : 'BRANCH'
  const isSure = await confirmed({
    title: `escalation.back.${level}`,
    body: <FormattedMessage id={`escalation.backSure.${level}`} />,
  })
  if (!isSure) return
  const { family } = chain
  const body = { ...bodyPlace(place), family, chain: null, updatedAt: seenAt(place, chain) }
  await doAndShow('done.saved', () => call(updateEscalation, { body }))
}

function Actions({ place, chain }: Pick<Props, 'place' | 'chain'>) {
  const may = useMay()
  const { family } = chain
  if (!may(updateEscalation)) return null
  return (
    <div className={styles['actions']}>
      <Button variant="default" onClick={() => openDialog('editChain', { ...place, family })}>
        <FormattedMessage id="action.edit" />
      </Button>
      {isOwn(place, chain) ? (
        <Button variant="subtle" onClick={() => void takeBack(place, chain)}>
          <FormattedMessage id={`escalation.back.${place.branchUuid === undefined ? 'COMPANY' : 'BRANCH'}`} />
        </Button>
      ) : null}
    </div>
  )
}

/** The chain of one family of alarms. */
export function ChainCard({ place, chain, recipients, device }: Props) {
  const id = useId()
  const { family, setBy } = chain
  return (
    <li className={styles['card']} aria-labelledby={id}>
      <header>
        <Title order={3} id={id} className={styles['title']}>
          <FormattedMessage id={`escalation.family.${family}`} />
        </Title>
        <span className={styles['origin']} data-set={setBy}>
          <FormattedMessage id={`escalation.setBy.${setBy}`} />
        </span>
      </header>
      <Steps steps={chain.chain.steps} recipients={recipients} />
      <Again chain={chain.chain} />
      {device === undefined ? (
        <Actions place={place} chain={chain} />
      ) : (
        <div className={styles['actions']}>
          <RehearseButton device={device} family={family} recipients={recipients ?? []} />
        </div>
      )}
    </li>
  )
}
