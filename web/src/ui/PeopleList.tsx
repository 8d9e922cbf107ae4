import type { User } from '@carewatch/contracts/http/user-forms'
import { FormattedMessage } from 'react-intl'
import { LinkText } from './LinkText.tsx'
import styles from './PeopleList.module.css'

/** A short list of people; each leads to their own screen. */
export function PeopleList({ people }: { people: readonly User[] }) {
  if (people.length === 0) return <FormattedMessage id="people.none" />
  return (
    <ul className={styles['people']}>
      {people.map(({ uuid, firstName, lastName, role, email, userName }) => (
        <li key={uuid}>
          <LinkText to="/user/detail/$uuid" params={{ uuid }}>
            <bdi>{`${firstName} ${lastName}`}</bdi>
          </LinkText>
          <span>
            <FormattedMessage id={`role.${role}`} />
            {' · '}
            <bdi dir="ltr">{email ?? userName}</bdi>
          </span>
        </li>
      ))}
    </ul>
  )
}
