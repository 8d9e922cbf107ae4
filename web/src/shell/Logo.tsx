import styles from './Logo.module.css'

export function Logo({ large = false }: { large?: boolean }) {
  return (
    <span className={styles['logo']} data-large={large} dir="ltr">
      <svg viewBox="0 0 32 32" aria-hidden>
        <rect width="32" height="32" rx="9" />
        <path d="M5.500 17h5l2.500-7 4.500 13 3.500-9 1.500 3h4" />
      </svg>
      <b>Carewatch</b>
    </span>
  )
}
