import { ActionIcon, UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { DrawnLater } from '../ui/DrawnLater.tsx'
import { later } from '../ui/later.ts'
import type { Focused } from './GlobalSearch.tsx'
import styles from './GlobalSearch.module.css'
import { shortcut } from './shortcut.ts'

const whole = later(async () => (await import('./GlobalSearch.tsx')).GlobalSearch)

type AheadProps = { onAsk: () => void; onFocus: (on: Focused) => void }

/** In the place of the search until its code is here; whoever presses it or is on it is in the field then. */
function Ahead({ onAsk, onFocus }: AheadProps) {
  const intl = useIntl()
  useHotkeys([['mod+K', onAsk]], [])
  return (
    <>
      <search className={styles['search']} data-open={false}>
        <UnstyledButton
          className={styles['ahead'] ?? ''}
          onClick={onAsk}
          onFocus={() => onFocus('field')}
          onBlur={() => onFocus(null)}
        >
          <IconSearch size={18} aria-hidden />
          <span>
            <FormattedMessage id="search.label" />
          </span>
          <kbd className={styles['keys']} aria-hidden>
            {shortcut}
          </kbd>
        </UnstyledButton>
      </search>
      <ActionIcon
        className={styles['opener'] ?? ''}
        aria-label={intl.formatMessage({ id: 'search.open' })}
        onClick={onAsk}
        onFocus={() => onFocus('opener')}
        onBlur={() => onFocus(null)}
      >
        <IconSearch size={22} stroke={1.75} aria-hidden />
      </ActionIcon>
    </>
  )
}

export function Search() {
  const [isAsked, setAsked] = useState(false)
  const [focused, setFocused] = useState<Focused>(null)
  const ahead = <Ahead onAsk={() => setAsked(true)} onFocus={setFocused} />
  return <DrawnLater code={whole} props={{ isAsked, focused }} before={ahead} isNeededNow={isAsked} />
}
