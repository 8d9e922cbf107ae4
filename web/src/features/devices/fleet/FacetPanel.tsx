import { Button, Drawer } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconFilter, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { DevicesSearch } from '../search.ts'
import { chosenOf, countChosen, toggled, withoutChosen } from './chosen.ts'
import { facetTitles, valueText } from './facet-text.ts'
import { FacetList } from './FacetList.tsx'
import styles from './Fleet.module.css'
import type { KnownFacet } from './known-facets.ts'

type Props = {
  facets: readonly KnownFacet[]
  search: DevicesSearch
  onSearch: (search: DevicesSearch) => void
}

/** What is chosen, each to be taken away. */
function Chips({ facets, search, onSearch }: Props) {
  const intl = useIntl()
  if (countChosen(search) === 0) return null
  const chips = facets.flatMap(({ name, values }) =>
    chosenOf(search, name).map((value) => {
      const known = values.find((each) => each.value === value) ?? { value, name: null }
      return { name, value, text: valueText(intl, name, known) }
    }),
  )
  return (
    <ul className={styles['chips']} aria-label={intl.formatMessage({ id: 'fleet.narrow' })}>
      {chips.map(({ name, value, text }) => (
        <li key={`${name} ${value}`}>
          <button
            type="button"
            className={styles['chip']}
            aria-label={intl.formatMessage({ id: 'fleet.remove' }, { name: text })}
            onClick={() => onSearch(toggled(search, name, value))}
          >
            <span>
              <FormattedMessage id={facetTitles[name]} />: <bdi>{text}</bdi>
            </span>
            <IconX size={16} aria-hidden />
          </button>
        </li>
      ))}
      <li>
        <Button variant="subtle" size="compact-md" onClick={() => onSearch(withoutChosen(search))}>
          <FormattedMessage id="fleet.clear" />
        </Button>
      </li>
    </ul>
  )
}

/** On a narrow screen they come when they are called. */
function InDrawer(props: Props) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const n = countChosen(props.search)
  return (
    <>
      <Button variant="default" leftSection={<IconFilter size={18} aria-hidden />} onClick={open}>
        <FormattedMessage id={n > 0 ? 'fleet.narrowN' : 'fleet.narrow'} values={{ n }} />
      </Button>
      <Drawer opened={isOpen} onClose={close} title={<FormattedMessage id="fleet.narrow" />} size="sm">
        <FacetList {...props} />
      </Drawer>
    </>
  )
}

/** The list with what narrows it: beside it where there is room. */
export function FacetPanel({ children, ...props }: Props & { children: ReactNode }) {
  const intl = useIntl()
  const isNarrow = useMediaQuery('(max-width: 75em)', undefined, { getInitialValueInEffect: false }) ?? false
  return (
    <div className={styles['fleet']} data-narrow={isNarrow}>
      {isNarrow ? (
        <div>
          <InDrawer {...props} />
        </div>
      ) : (
        <aside className={styles['panel']} aria-label={intl.formatMessage({ id: 'fleet.narrow' })}>
          <FacetList {...props} />
        </aside>
      )}
      <div className={styles['list']}>
        <Chips {...props} />
        {children}
      </div>
    </div>
  )
}
