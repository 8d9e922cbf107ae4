import type { Role } from '@carewatch/contracts/roles'
import { ActionIcon } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled, IconX } from '@tabler/icons-react'
import { useAtom } from 'jotai'
import { FormattedMessage, useIntl } from 'react-intl'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import { tipsAtom, triedTipsAtom } from '../../shell/tips.ts'
import { tipsOf } from './tips.ts'
import styles from './TipsCard.module.css'

/** What one can do here; gone when dismissed, back by the user menu. */
export function TipsCard({ role }: { role: Role }) {
  const intl = useIntl()
  const [shown, show] = useAtom(tipsAtom)
  const [tried, setTried] = useAtom(triedTipsAtom)
  if (shown === 'dismissed') return null
  const tips = tipsOf(role)
  const done = tips.filter(({ name }) => tried.includes(name)).length
  return (
    <section className={styles['tips']} aria-labelledby="tips">
      <header>
        <h2 id="tips">
          <FormattedMessage id="tips.title" />
        </h2>
        <span>
          <FormattedMessage id="tips.progress" values={{ done, all: tips.length }} />
        </span>
        <ActionIcon aria-label={intl.formatMessage({ id: 'tips.dismiss' })} onClick={() => show('dismissed')}>
          <IconX size={20} aria-hidden />
        </ActionIcon>
      </header>
      <progress value={done} max={tips.length} aria-labelledby="tips" />
      <ul>
        {tips.map(({ name, to }) => {
          const isDone = tried.includes(name)
          const Icon = isDone ? IconCircleCheckFilled : IconCircle
          return (
            <li key={name} data-done={isDone}>
              <Icon
                size={22}
                {...(isDone
                  ? { 'aria-label': intl.formatMessage({ id: 'tips.tried' }), role: 'img' }
                  : { 'aria-hidden': true })}
              />
              <LinkText to={to} onClick={() => setTried(name)}>
                <FormattedMessage id={`tips.${name}`} />
              </LinkText>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
