import { Button, SegmentedControl } from '@mantine/core'
import { IconDeviceWatch, IconPrinter } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { ZoneOf } from '../../i18n/ZoneOf.tsx'
import { DevicePicker } from '../../ui/devices/DevicePicker.tsx'
import { Nothing } from '../../ui/page/Nothing.tsx'
import { Page } from '../../ui/page/Page.tsx'
import '../../ui/page/print.css'
import styles from './ReportPage.module.css'
import { Sheet } from './Sheet.tsx'

const route = getRouteApi('/_shell/user/report')
const lengths = [1, 2, 4, 8]

function Actions() {
  const intl = useIntl()
  const navigate = route.useNavigate()
  const { weeks, person } = route.useSearch()
  const { devices, device } = route.useLoaderData()
  return (
    <>
      {person ? null : (
        <DevicePicker
          devices={devices}
          value={device?.uuid ?? null}
          onPick={(uuid) => void navigate({ search: (old) => ({ ...old, device: uuid ?? undefined }) })}
        />
      )}
      <SegmentedControl
        aria-label={intl.formatMessage({ id: 'monitoring.range' })}
        data={lengths.map((n) => ({
          value: String(n),
          label: intl.formatMessage({ id: 'report.weeks' }, { n }),
        }))}
        value={String(weeks)}
        onChange={(value) => void navigate({ search: (old) => ({ ...old, weeks: Number(value) }) })}
      />
      <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => print()}>
        <FormattedMessage id="report.print" />
      </Button>
    </>
  )
}

export function ReportPage() {
  const { of, weeks, limits, madeAt } = route.useLoaderData()
  return (
    <Page title="monitoring.report" actions={<Actions />}>
      {of ? (
        <ZoneOf zone={of.zone}>
          <div className={styles['sheets']}>
            {weeks.map((week, index) => (
              <Sheet
                key={week.span.from.getTime()}
                of={of}
                week={week}
                limits={limits}
                madeAt={madeAt}
                page={index + 1}
                pages={weeks.length}
              />
            ))}
          </div>
        </ZoneOf>
      ) : (
        <Nothing
          icon={<IconDeviceWatch aria-hidden />}
          title={<FormattedMessage id="devices.empty" />}
          why={<FormattedMessage id="devices.emptyWhy" />}
        />
      )}
    </Page>
  )
}
