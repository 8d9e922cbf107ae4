import { Button, Text } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { hereAtom } from '../../companies/companies.ts'
import { CompanyName } from '../../shell/CompanyBar.tsx'
import { Section } from '../../ui/page/Section.tsx'

/** Where one acts, for whoever works with several companies, and the way out of it. */
export function OwnCompanySection() {
  const here = useAtomValue(hereAtom)
  if (!here) return null
  const actions = (
    <Button variant="light" color="red" onClick={() => openDialog('leaveCompany')}>
      <FormattedMessage id="companies.leave" />
    </Button>
  )
  return (
    <Section title="users.company" actions={actions}>
      <Text fw={550}>
        <CompanyName {...here} />
      </Text>
      <Text>
        <FormattedMessage id="companies.hint" />
      </Text>
    </Section>
  )
}
