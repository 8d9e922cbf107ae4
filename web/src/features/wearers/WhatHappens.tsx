import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import styles from './Wearers.module.css'

type Props = {
  /** Who wears it until now. */
  former?: string | undefined
  /** Who wears it from now on; null: nobody, undefined: that is still to be chosen. */
  next: string | null | undefined
}

const bdi = (name: string): ReactNode => <bdi key="name">{name}</bdi>

/** In plain words, before it is done: what goes from the watch, what stays with whom, what begins. */
export function WhatHappens({ former, next }: Props) {
  return (
    <ul className={styles['happens']}>
      {former ? (
        <>
          <li>
            <FormattedMessage id="wearer.cleared" />
          </li>
          <li>
            <FormattedMessage id="wearer.stays" values={{ name: bdi(former) }} />
          </li>
        </>
      ) : null}
      {next === undefined ? null : (
        <li>
          {next === null ? (
            <FormattedMessage id="wearer.nobodys" />
          ) : (
            <FormattedMessage id="wearer.begins" values={{ name: bdi(next) }} />
          )}
        </li>
      )}
    </ul>
  )
}
