import { Combobox } from '@mantine/core'
import {
  IconBuilding,
  IconBuildingCommunity,
  IconDeviceWatch,
  IconFileText,
  IconHeartHandshake,
  IconUser,
} from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { FoundGroup } from './found.ts'
import styles from './GlobalSearch.module.css'
import { Portrait } from '../ui/people/Portrait.tsx'

const icons = {
  wearer: IconHeartHandshake,
  device: IconDeviceWatch,
  person: IconUser,
  company: IconBuilding,
  branch: IconBuildingCommunity,
  page: IconFileText,
}

function Group({ kind, found }: FoundGroup) {
  const intl = useIntl()
  const Icon = icons[kind]
  return (
    <Combobox.Group label={intl.formatMessage({ id: `search.kind.${kind}` })}>
      {found.map(({ key, name, detail, imageUrl }) => (
        <Combobox.Option key={key} value={key} className={styles['option'] ?? ''}>
          {imageUrl === undefined ? (
            <Icon size={20} stroke={1.75} aria-hidden />
          ) : (
            <Portrait name={name} imageUrl={imageUrl} size="word" />
          )}
          <span>
            <bdi>{name}</bdi>
            <small>
              {kind === 'wearer' ? detail : <bdi {...(kind !== 'page' && { dir: 'ltr' })}>{detail}</bdi>}
            </small>
          </span>
        </Combobox.Option>
      ))}
    </Combobox.Group>
  )
}

type Props = { groups: readonly FoundGroup[]; isSettled: boolean; isFailed: boolean }

const howItStands = (isSettled: boolean, isFailed: boolean) =>
  isFailed ? 'search.failed' : isSettled ? 'search.nothing' : 'search.looking'

/** What was found, by kind; else whether nothing was, or not yet. */
export function FoundList({ groups, isSettled, isFailed }: Props) {
  return (
    <>
      {groups.length > 0 ? (
        <Combobox.Options className={styles['list'] ?? ''}>
          {groups.map((group) => (
            <Group key={group.kind} {...group} />
          ))}
        </Combobox.Options>
      ) : null}
      {groups.length === 0 || isFailed ? (
        <Combobox.Empty>
          <output>
            <FormattedMessage id={howItStands(isSettled, isFailed)} />
          </output>
        </Combobox.Empty>
      ) : null}
    </>
  )
}
