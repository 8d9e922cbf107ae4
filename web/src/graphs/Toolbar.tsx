import { readingsCsv } from '@carewatch/contracts/http/exports'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { MessageId } from '../i18n/messages.ts'
import { download } from '../ui/controls/download.ts'
import { Moment } from '../ui/figures/Moment.tsx'
import { middleOf, moved, type Span } from '../vitals/span.ts'
import styles from './Toolbar.module.css'
import type { Zoom } from './use-zoom.ts'

const NEARER = 0.5

type ToolProps = { id: MessageId; Icon: typeof IconZoomIn; onClick: () => void; disabled?: boolean }

function Tool({ id, Icon, onClick, disabled = false }: ToolProps) {
  const intl = useIntl()
  const label = intl.formatMessage({ id })
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={onClick} disabled={disabled}>
        <Icon size={20} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

/** Time runs from left to right in every language, and so do these. */
function ZoomTools({ whole, zoom }: { whole: Span; zoom: Zoom }) {
  const { part, show, pinch } = zoom
  const shown = part ?? whole
  const middle = middleOf(shown)
  return (
    <div className={styles['zoom']} dir="ltr">
      <Tool
        id="monitoring.earlier"
        Icon={IconChevronLeft}
        disabled={!part}
        onClick={() => show(moved(shown, -0.5))}
      />
      <Tool
        id="monitoring.zoomOut"
        Icon={IconZoomOut}
        disabled={!part}
        onClick={() => pinch(middle, 1 / NEARER)}
      />
      <Tool id="monitoring.zoomIn" Icon={IconZoomIn} onClick={() => pinch(middle, NEARER)} />
      <Tool
        id="monitoring.later"
        Icon={IconChevronRight}
        disabled={!part}
        onClick={() => show(moved(shown, 0.5))}
      />
      <Tool id="monitoring.whole" Icon={IconZoomReset} disabled={!part} onClick={() => show(null)} />
    </div>
  )
}

type Props = {
  whole: Span
  zoom: Zoom
  /** What one can do with what is shown. */
  children: ReactNode
}

export function Toolbar({ whole, zoom, children }: Props) {
  const intl = useIntl()
  const { from, to } = zoom.part ?? whole
  return (
    <div className={styles['bar']} role="toolbar" aria-label={intl.formatMessage({ id: 'monitoring.shown' })}>
      <ZoomTools whole={whole} zoom={zoom} />
      <p className={styles['span']}>
        {zoom.part ? (
          <FormattedMessage
            id="monitoring.zoomed"
            values={{ from: <Moment key="from" at={from} />, to: <Moment key="to" at={to} /> }}
          />
        ) : (
          <span className={styles['help']}>
            <FormattedMessage id="monitoring.zoomHelp" />
          </span>
        )}
      </p>
      {children}
    </div>
  )
}

/** What is shown, as a table to take away. */
export function TakeCsv({ of, whole, zoom }: { of: Record<string, string>; whole: Span; zoom: Zoom }) {
  const intl = useIntl()
  const { from, to } = zoom.part ?? whole
  return (
    <Button
      variant="default"
      aria-label={intl.formatMessage({ id: 'monitoring.csvLong' })}
      leftSection={<IconDownload size={18} aria-hidden />}
      onClick={() => void download(readingsCsv, { ...of, from, to })}
    >
      <FormattedMessage id="monitoring.csv" />
    </Button>
  )
}
