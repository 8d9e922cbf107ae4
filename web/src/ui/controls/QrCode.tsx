import QRCode from 'qrcode'
import { useIntl } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import styles from './QrCode.module.css'

/** As one path of squares in a field of `size` x `size`. */
function drawn(text: string): { size: number; path: string } {
  const { modules } = QRCode.create(text)
  const dark = [...modules.data].flatMap((isDark, at) => (isDark ? [at] : []))
  const path = dark.map((at) => `M${at % modules.size} ${Math.floor(at / modules.size)}h1v1h-1z`).join('')
  return { size: modules.size, path }
}

/** A text for a telephone to read: always dark on white, or no camera would. */
export function QrCode({ text, label }: { text: string; label: MessageId }) {
  const intl = useIntl()
  const { size, path } = drawn(text)
  return (
    <svg
      className={styles['code']}
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={intl.formatMessage({ id: label })}
    >
      <path d={path} />
    </svg>
  )
}
