import type { Ink } from './paint.ts'

/** A canvas knows no style sheet: the theme's colours, read from the page. */
export function readInk(): Ink {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  return {
    text: colour('--cw-quiet'),
    line: colour('--cw-line'),
    night: colour('--cw-well'),
    band: colour('--cw-band'),
    limit: colour('--cw-ok'),
    critical: colour('--cw-critical'),
    series: [colour('--cw-line-1'), colour('--cw-line-2'), colour('--cw-medium')],
  }
}
