import { FormattedMessage } from 'react-intl'
import { strengthOf, strengths } from './strength.ts'
import styles from './StrengthMeter.module.css'

/** How hard a password is to guess: in words, and as a bar of four. */
export function StrengthMeter({ password }: { password: string }) {
  const strength = strengthOf(password)
  const level = strengths.indexOf(strength)
  return (
    <div className={styles['meter']} aria-live="polite" data-level={level}>
      <div className={styles['bars']} aria-hidden>
        {strengths.slice(1).map((name, place) => (
          <span key={name} data-on={place < level} />
        ))}
      </div>
      {password ? (
        <FormattedMessage id={`passwordMeter.${strength}`} />
      ) : (
        <FormattedMessage id="passwordMeter.hint" />
      )}
    </div>
  )
}
