import type { User } from '@carewatch/contracts/http/user-forms'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { LinkText } from '../controls/LinkText.tsx'
import styles from './PeopleList.module.css'

type Props = {
  people: readonly User[]
  /** Uuids of those to whom no message comes now. */
  outOfReach?: ReadonlySet<string> | undefined
}

/** A short list of people; each leads to their own screen. */
export function PeopleList({ people, outOfReach }: Props) {
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
          {outOfReach?.has(uuid) ? (
            <span className={styles['missed']}>
              <IconAlertTriangleFilled size={16} aria-hidden />
              <FormattedMessage id="escalation.onlyScreen" />
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
