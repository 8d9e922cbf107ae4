import { auditActions, auditEntities } from '@carewatch/contracts/audit'
import { SegmentedControl, Select } from '@mantine/core'
import { useIntl } from 'react-intl'
import type { Option } from '../../ui/form/fields.ts'
import { DayField } from '../../ui/form/DayField.tsx'
import { LookupField } from '../../ui/form/LookupField.tsx'
import { turned } from '../../ui/list/search.ts'
import { findPeople } from '../../ui/people/lookups.ts'
import { type AuditSearch, kindsShown } from './search.ts'

type Props = {
  search: AuditSearch
  person: Option | undefined
  onSearch: (search: AuditSearch) => void
}

const findAnybody = findPeople()

export function AuditFilters({ search, person, onSearch }: Props) {
  const intl = useIntl()
  const change = (filters: Partial<AuditSearch>) => onSearch(turned(search, filters))
  const byText = (a: Option, b: Option) => a.label.localeCompare(b.label, intl.locale)
  const entities = auditEntities
    .map((value) => ({ value, label: intl.formatMessage({ id: `audit.entity.${value}` }) }))
    .toSorted(byText)
  const actions = auditActions
    .map((value) => ({ value, label: intl.formatMessage({ id: `audit.action.${value}` }) }))
    .toSorted(byText)
  const label = (id: 'audit.anybody' | 'audit.anything' | 'audit.anyAction') => {
    const text = intl.formatMessage({ id })
    return { 'aria-label': text, placeholder: text }
  }
  return (
    <>
      <SegmentedControl
        aria-label={intl.formatMessage({ id: 'audit.kinds' })}
        data={kindsShown.map((kind) => ({
          value: kind,
          label: intl.formatMessage({ id: `audit.kind.${kind}` }),
        }))}
        value={search.action ? 'both' : (search.kind ?? 'done')}
        disabled={search.action !== undefined}
        onChange={(kind) => change({ kind: kindsShown.find((each) => each === kind) })}
      />
      <LookupField
        field={{ kind: 'lookup', name: 'userUuid', label: 'audit.anybody', find: findAnybody, known: person }}
        inputProps={{
          ...label('audit.anybody'),
          value: search.userUuid ?? null,
          onChange: (userUuid: string | null) => change({ userUuid: userUuid ?? undefined }),
          w: '15rem',
        }}
      />
      <Select
        {...label('audit.anything')}
        data={entities}
        value={search.entity ?? null}
        onChange={(entity) => change({ entity: auditEntities.find((each) => each === entity) })}
        clearable
        searchable
        w="12rem"
      />
      <Select
        {...label('audit.anyAction')}
        data={actions}
        value={search.action ?? null}
        onChange={(action) => change({ action: auditActions.find((each) => each === action) })}
        clearable
        searchable
        w="13rem"
      />
      <DayField label="audit.from" value={search.from} onChange={(from) => change({ from })} />
      <DayField label="audit.to" value={search.to} onChange={(to) => change({ to })} />
    </>
  )
}
