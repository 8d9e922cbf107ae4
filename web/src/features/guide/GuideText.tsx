import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { guideText, type GuideTextId } from '../../i18n/guide.ts'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import { buttons, places } from './buttons.ts'
import styles from './Guide.module.css'

type Place = keyof typeof places

function PlaceName({ of }: { of: Place }) {
  const { to, text } = places[of]
  const name = <FormattedMessage id={text} />
  return (
    <LinkText to={to} params={{ uuid: 'currentUser' }} td="underline">
      {name}
    </LinkText>
  )
}

type Props = { id: GuideTextId; values?: Record<string, ReactNode> }

/** A sentence of the guide, with what it names as it is written on the screens. */
export function GuideText({ id, values }: Props) {
  const intl = useIntl()
  const named = Object.entries(buttons).map(([name, text]) => [
    name,
    <b key={name} className={styles['button']}>
      {intl.formatMessage({ id: text })}
    </b>,
  ])
  // Safe: the keys of the object itself.
  const linked = (Object.keys(places) as Place[]).map((name) => [name, <PlaceName key={name} of={name} />])
  return (
    <FormattedMessage
      id={guideText(id)}
      values={{ ...Object.fromEntries([...named, ...linked]), ...values }}
    />
  )
}
