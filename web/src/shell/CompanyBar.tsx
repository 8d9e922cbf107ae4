import type { OwnCompany } from '@carewatch/contracts/http/own-companies'
import { Badge, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { IconArrowsExchange, IconBuilding } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { attempt } from '../feedback/attempt.ts'
import { companiesAtom, hereAtom, loadCompanies, switchTo } from '../companies/companies.ts'
import { userAtom } from '../session/session.ts'
import { confirmedLeaving } from '../ui/form/confirm.tsx'
import { hasUnsaved } from '../ui/form/unsaved.ts'
import styles from './CompanyBar.module.css'

const LOOK_EVERY_MS = 15_000

/** Of whoever has one company nothing is asked again. */
function useCompanies(): readonly OwnCompany[] {
  const companies = useAtomValue(companiesAtom)
  const isSeveral = useAtomValue(hereAtom) !== undefined
  const uuid = useAtomValue(userAtom)?.uuid
  const { start, stop } = useInterval(() => void loadCompanies(), LOOK_EVERY_MS)
  useEffect(() => void (uuid && loadCompanies()), [uuid])
  useEffect(() => {
    if (isSeveral) start()
    return stop
  }, [isSeveral, start, stop])
  return companies
}

export async function choose({ accountUuid }: OwnCompany): Promise<void> {
  if (hasUnsaved() && !(await confirmedLeaving())) return
  await attempt(async () => [await switchTo(accountUuid)])
}

export function CompanyName({ company }: Pick<OwnCompany, 'company'>) {
  return company ? <bdi>{company.name}</bdi> : <FormattedMessage id="companies.none" />
}

export const SwitchTo = ({ company }: Pick<OwnCompany, 'company'>) => (
  <FormattedMessage
    id="companies.switchTo"
    values={{ company: <CompanyName key="name" company={company} /> }}
  />
)

/** How many alarms wait there; nothing where none does. */
export function Waiting({ unacknowledged }: Pick<OwnCompany, 'unacknowledged'>) {
  const intl = useIntl()
  if (unacknowledged === 0) return null
  return (
    <Badge color="red" variant="filled">
      <span aria-hidden>{intl.formatNumber(unacknowledged)}</span>
      <VisuallyHidden>
        <FormattedMessage id="companies.waiting" values={{ count: unacknowledged }} />
      </VisuallyHidden>
    </Badge>
  )
}

/** Whose house one acts in, and what waits in the others: for who works with several. */
export function CompanyBar() {
  const companies = useCompanies()
  const here = useAtomValue(hereAtom)
  if (!here) return null
  return (
    <div className={styles['bar']} data-testid="company-bar">
      <b className={styles['here']}>
        <IconBuilding size={18} aria-hidden />
        <span>
          <CompanyName {...here} />
        </span>
      </b>
      {companies
        .filter(({ isThis }) => !isThis)
        .map((other) => (
          <UnstyledButton
            key={other.accountUuid}
            className={styles['other']}
            onClick={() => void choose(other)}
          >
            <IconArrowsExchange size={18} aria-hidden />
            <span className={styles['wide']}>
              <SwitchTo {...other} />
            </span>
            <span className={styles['narrow']}>
              <CompanyName {...other} />
            </span>
            <Waiting {...other} />
          </UnstyledButton>
        ))}
    </div>
  )
}
