import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { unreachedOf } from '@carewatch/contracts/http/escalation'
import { FormattedMessage } from 'react-intl'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'
import { Notice } from '../../ui/page/Notice.tsx'
import styles from './UnreachedNotice.module.css'

type Props = Reply<typeof unreachedOf>

function Watch({ uuid, name, wearer, from }: Props['watches'][number]) {
  return (
    <li>
      <LinkText to="/user/device/$uuid" params={{ uuid }}>
        <bdi>{wearer?.name ?? name}</bdi>
      </LinkText>
      {from ? (
        <FormattedMessage id="escalation.unreached.from" values={{ at: <Moment key="at" at={from} /> }} />
      ) : null}
    </li>
  )
}

/** Said before one of them calls: whose call for help would come to nobody, or only to a screen. */
export function UnreachedNotice({ total, watches, onScreensAlone }: Props) {
  return (
    <>
      {total > 0 ? (
        <Notice tone="critical" title={<FormattedMessage id="escalation.unreached" values={{ n: total }} />}>
          <p>
            <FormattedMessage id="escalation.unreached.why" />
          </p>
          <ul className={styles['watches']}>
            {watches.map((watch) => (
              <Watch key={watch.uuid} {...watch} />
            ))}
          </ul>
          {total > watches.length ? (
            <FormattedMessage id="escalation.unreached.more" values={{ n: total - watches.length }} />
          ) : null}
        </Notice>
      ) : null}
      {onScreensAlone > 0 ? (
        <Notice tone="caution">
          <FormattedMessage id="escalation.unreached.screen" values={{ n: onScreensAlone }} />
        </Notice>
      ) : null}
    </>
  )
}
