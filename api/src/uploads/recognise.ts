import { UploadType } from '@carewatch/contracts/http/uploads'
import { fileTypeFromBuffer } from 'file-type'

/** How a Word document names its text inside the container that it shares with other programs' files. */
const WORD_STREAM = Buffer.from('WordDocument', 'utf16le')

/** What these bytes are, whatever they are called; undefined: nothing that may be sent. */
export async function recognise(content: Buffer): Promise<UploadType | undefined> {
  const found = await fileTypeFromBuffer(content)
  if (found?.mime === 'application/x-cfb')
    return content.includes(WORD_STREAM) ? 'application/msword' : undefined
  return UploadType.safeParse(found?.mime).data
}

export const isPicture = (type: string): type is 'image/jpeg' | 'image/png' => type.startsWith('image/')
