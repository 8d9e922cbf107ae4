import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

/** A real picture of a good size: noise, which no format makes small. */
export function aPicture(format: 'png' | 'jpeg' | 'gif', side = 160): Promise<Buffer> {
  const raw = { width: side, height: side, channels: 3 as const }
  return sharp(randomBytes(side * side * 3), { raw })
    .toFormat(format)
    .toBuffer()
}

/** As a browser sends files. */
export function formOf(...files: (readonly [name: string, content: Uint8Array, type?: string])[]): FormData {
  const form = new FormData()
  for (const [name, content, type] of files) {
    const bytes = new Uint8Array(content)
    form.append('file', new Blob([bytes], type === undefined ? {} : { type }), name)
  }
  return form
}
