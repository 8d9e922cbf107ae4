const SECOND_MS = 1_000

/** How long until then, as `m:ss` or `h:mm:ss`; null: it has come. */
export function countdown(at: Date, now: Date): string | null {
  const left = Math.ceil((at.getTime() - now.getTime()) / SECOND_MS)
  if (left <= 0) return null
  const two = (value: number): string => String(value).padStart(2, '0')
  const [hours, minutes, seconds] = [Math.floor(left / 3_600), Math.floor(left / 60) % 60, left % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}
