import { UPLOAD_MAX_BYTES } from '@carewatch/contracts/http/uploads'

/** Wider than any screen shows a face. */
const WIDEST = 1_600
const QUALITIES = [0.9, 0.75, 0.6] as const

const fits = ({ size }: Blob): boolean => size <= UPLOAD_MAX_BYTES

function drawn(image: ImageBitmap, widest: number): OffscreenCanvas {
  const scale = Math.min(1, widest / Math.max(image.width, image.height))
  const canvas = new OffscreenCanvas(Math.round(image.width * scale), Math.round(image.height * scale))
  const paper = canvas.getContext('2d')
  if (!paper) throw new Error('No canvas to draw on.')
  // What was see-through becomes white in a JPEG, not black.
  paper.fillStyle = '#fff'
  paper.fillRect(0, 0, canvas.width, canvas.height)
  paper.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas
}

async function redrawn(image: ImageBitmap): Promise<Blob | undefined> {
  for (const widest of [WIDEST, WIDEST / 2])
    for (const quality of QUALITIES) {
      const blob = await drawn(image, widest).convertToBlob({ type: 'image/jpeg', quality })
      if (fits(blob)) return blob
    }
  return undefined
}

/** A picture as a camera makes it, drawn small enough to be sent; what is no picture goes as it is, for the server to refuse. */
export async function smallPicture(file: File): Promise<File> {
  if (fits(file)) return file
  const image = await createImageBitmap(file).catch(() => null)
  if (!image) return file
  const blob = await redrawn(image)
  image.close()
  return blob ? new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: blob.type }) : file
}
