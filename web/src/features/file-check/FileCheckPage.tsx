import type { Reply } from '@carewatch/contracts/http/endpoint'
import { checkIncidentFile } from '@carewatch/contracts/http/incident-files'
import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ZoneOf } from '../../i18n/ZoneOf.tsx'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { When } from '../../ui/paper/When.tsx'

type Found = Reply<typeof checkIncidentFile>

function Finding({ found: { finding, issued, zone }, paper }: { found: Found; paper: ReactNode }) {
  return (
    <ZoneOf zone={zone}>
      <output data-testid="finding" data-finding={finding}>
        <b>
          <FormattedMessage id={`file.finding.${finding}`} />
        </b>
        <p>
          <FormattedMessage
            id="file.issuedBy"
            values={{
              number: <Ltr key="number">{issued.number}</Ltr>,
              who: <bdi key="who">{issued.issuedBy ?? <FormattedMessage id="sheet.byItself" />}</bdi>,
              at: <When key="at" at={issued.issuedAt} />,
            }}
          />
        </p>
        {finding === 'NOT_AS_ISSUED' ? null : (
          <p>
            <FormattedMessage id={paper === null ? 'file.notShown' : 'file.compare'} />
          </p>
        )}
      </output>
      {paper}
    </ZoneOf>
  )
}

/** Whether a sheet that somebody holds is one that was issued. */
export function FileCheckPage({ paperOf }: { paperOf: (found: Found) => ReactNode }) {
  const intl = useIntl()
  const [found, setFound] = useState<Found | null>(null)
  const form = useEndpointForm({
    endpoint: checkIncidentFile,
    initial: { number: '', hash: '' },
    onDone: (reply) => setFound(reply),
  })
  return (
    <Page title="file.check">
      <p>
        <FormattedMessage id="file.checkWhy" />
      </p>
      <EndpointForm form={form} submit="file.check">
        <TextInput
          label={intl.formatMessage({ id: 'file.number' })}
          dir="ltr"
          placeholder="5F1C-09AB-33DE-7710"
          required
          {...form.getInputProps('number')}
        />
        <TextInput
          label={intl.formatMessage({ id: 'file.hash' })}
          description={intl.formatMessage({ id: 'file.hashOptional' })}
          dir="ltr"
          {...form.getInputProps('hash')}
        />
      </EndpointForm>
      {found ? <Finding found={found} paper={paperOf(found)} /> : null}
    </Page>
  )
}
