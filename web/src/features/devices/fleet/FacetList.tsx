import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import type { DevicesSearch } from '../search.ts'
import { chosenOf, toggled } from './chosen.ts'
import { facetTitles, inOwnOrder, valueText } from './facet-text.ts'
import styles from './Fleet.module.css'
import type { KnownFacet } from './known-facets.ts'

type Props = {
  facets: readonly KnownFacet[]
  search: DevicesSearch
  onSearch: (search: DevicesSearch) => void
}

const AT_FIRST = 6

function OneFacet({ facet, search, onSearch }: Omit<Props, 'facets'> & { facet: KnownFacet }) {
  const intl = useIntl()
  const [isOpen, setOpen] = useState(false)
  const { name, rest } = facet
  const chosen = chosenOf(search, name)
  const values = inOwnOrder(facet)
  const shown = isOpen ? values : values.filter(({ value }, at) => at < AT_FIRST || chosen.includes(value))
  const hidden = values.length - AT_FIRST
  return (
    <fieldset className={styles['facet']}>
      <legend>
        <FormattedMessage id={facetTitles[name]} />
      </legend>
      {shown.map((each) => (
        <Checkbox
          key={each.value}
          size="sm"
          checked={chosen.includes(each.value)}
          onChange={() => onSearch(toggled(search, name, each.value))}
          classNames={{
            root: styles['value'] ?? '',
            body: styles['body'] ?? '',
            labelWrapper: styles['label'] ?? '',
          }}
          label={
            <span className={styles['line']}>
              <bdi>{valueText(intl, name, each)}</bdi>
              <span className={styles['count']}>
                <FormattedNumber value={each.count} />
              </span>
            </span>
          }
        />
      ))}
      {hidden > 0 ? (
        <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <FormattedMessage id={isOpen ? 'fleet.less' : 'fleet.more'} values={{ n: hidden }} />
        </Button>
      ) : null}
      {rest > 0 ? (
        <span className={styles['rest']}>
          <FormattedMessage id="fleet.rest" values={{ n: rest }} />
        </span>
      ) : null}
    </fieldset>
  )
}

/** By what a list of devices can be narrowed, and how many there are of each; what all have alike narrows nothing. */
export function FacetList({ facets, search, onSearch }: Props) {
  const useful = facets.filter(({ name, values }) => values.length > 1 || chosenOf(search, name).length > 0)
  return (
    <div className={styles['facets']}>
      {useful.map((facet) => (
        <OneFacet key={facet.name} facet={facet} search={search} onSearch={onSearch} />
      ))}
    </div>
  )
}
