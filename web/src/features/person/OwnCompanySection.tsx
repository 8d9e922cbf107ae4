import { Button, Text } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { hereAtom } from '../../companies/companies.ts'
import { CompanyName } from '../../shell/CompanyBar.tsx'
import { Section } from '../../ui/page/Section.tsx'

/** The way out of one's account, and where one acts, for whoever works with several companies. */
export function OwnCompanySection() {
  const here = useAtomValue(hereAtom)
  const actions = (
    <Button variant="light" color="red" onClick={() => openDialog('leaveCompany')}>
      <FormattedMessage id={here ? 'companies.leave' : 'companies.leaveLast'} />
    </Button>
  )
  if (!here)
    return (
      <Section title="companies.leaveTitle" actions={actions}>
        <Text>
          <FormattedMessage id="companies.leaveLastHint" />
        </Text>
      </Section>
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
