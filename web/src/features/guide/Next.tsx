import { RESUME_AFTER_ACKNOWLEDGED_SECONDS } from '@carewatch/contracts/escalation'
import type { EscalationChain } from '@carewatch/contracts/http/escalation'
import { FormattedMessage, useIntl } from 'react-intl'
import { guideText } from '../../i18n/guide.ts'
import { Steps } from '../../ui/alarms/Steps.tsx'
import { durationText } from '../../ui/figures/duration.ts'
import { Section } from '../../ui/page/Section.tsx'
import styles from './Guide.module.css'
import { GuideText } from './GuideText.tsx'

const Chain = ({ of: { family, chain, setBy } }: { of: EscalationChain }) => (
  <li data-testid="guide-chain">
    <h3>
      <FormattedMessage id={`escalation.family.${family}`} />
    </h3>
    <small>
      <FormattedMessage id={`escalation.setBy.${setBy}`} />
    </small>
    <Steps steps={chain.steps} recipients={undefined} />
  </li>
)

/** What happens where nobody answers, as it is set up where the viewer works; where they may not see that, the rule. */
export function Next({ chains }: { chains: readonly EscalationChain[] | null }) {
  const intl = useIntl()
  const time = <bdi key="time">{durationText(intl, RESUME_AFTER_ACKNOWLEDGED_SECONDS)}</bdi>
  return (
    <Section title={guideText('guide.next')}>
      <p className={styles['text']}>
        <GuideText id={chains ? 'guide.chain.staff' : 'guide.chain.family'} />
      </p>
      {chains ? (
        <ul className={styles['chains']}>
          {chains.map((chain) => (
            <Chain key={chain.family} of={chain} />
          ))}
        </ul>
      ) : null}
      <ul className={styles['rules']}>
        <li>
          <GuideText id="guide.resume" values={{ time }} />
        </li>
        <li>
          <GuideText id="guide.over" />
        </li>
        <li>
          <GuideText id="guide.reach" />
        </li>
        <li>
          <GuideText id="guide.offline" />
        </li>
      </ul>
    </Section>
  )
}
