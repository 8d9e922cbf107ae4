import {
  type UploadKind,
  type UploadType,
  UPLOAD_MAX_BYTES,
  UPLOAD_MAX_FILES,
  UPLOAD_MIN_BYTES,
} from '@carewatch/contracts/http/uploads'
import { Refusal } from '@carewatch/contracts/refusal'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { isPicture, recognise } from './recognise.ts'
import { redraw } from './redraw.ts'

export type Received = { fileName: string; mediaType: UploadType; content: Buffer }

const NAME_MAX = 100

/** What a file ends with, by what it is. */
const endings = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'application/pdf': '.pdf',
  'application/msword': '.doc',
} as const satisfies Record<UploadType, string>

/** As it was called, without a path and without what nobody sees; its end says what is in it, whatever end it came with. */
export function nameOf(sent: string, type: UploadType): string {
  const seen = (sent.split(/[/\\]/).at(-1) ?? '').replaceAll(/[\p{C}\u2028\u2029]/gu, '')
  const bare = seen.replace(/(?:\.\w{1,10})+$/, '').trim()
  return (bare || 'file').slice(-NAME_MAX) + endings[type]
}

async function readFile(file: MultipartFile, kind: UploadKind): Promise<Received> {
  const sent = await file.toBuffer()
  if (sent.length > UPLOAD_MAX_BYTES) throw new Refusal('invalid', 'fileTooBig')
  if (sent.length < UPLOAD_MIN_BYTES) throw new Refusal('invalid', 'fileTooSmall')
  const mediaType = await recognise(sent)
  if (!mediaType || (kind !== 'document' && !isPicture(mediaType))) throw new Refusal('invalid', 'wrongType')
  const content = isPicture(mediaType) ? (await redraw(sent, mediaType)).content : sent
  return { fileName: nameOf(file.filename, mediaType), mediaType, content }
}

const REFUSALS: Record<string, string> = {
  FST_FILES_LIMIT: 'tooManyFiles',
  FST_PARTS_LIMIT: 'tooManyFiles',
  FST_REQ_FILE_TOO_LARGE: 'fileTooBig',
}

type Reading<One> = { most: number; read: (file: MultipartFile) => Promise<One> }

/** What comes with a request, each read as it arrives; the first that does not fit refuses them all. */
export async function readFiles<One>(request: FastifyRequest, { most, read }: Reading<One>): Promise<One[]> {
  if (!request.isMultipart()) throw new Refusal('wrongMediaType')
  // One byte more than allowed is taken, to tell too much from just enough.
  const limits = { files: most, fileSize: UPLOAD_MAX_BYTES + 1, fields: 5, fieldSize: 200, parts: most + 6 }
  const received: One[] = []
  try {
    for await (const file of request.files({ limits })) received.push(await read(file))
  } catch (error) {
    const { code } = error as { code?: string }
    const key = code === undefined ? undefined : REFUSALS[code]
    throw key ? new Refusal('invalid', key) : error
  }
  if (received.length === 0) throw new Refusal('invalid', 'noFile')
  return received
}

/** The files of a request, each checked as it arrives. */
export const receiveFiles = (request: FastifyRequest, kind: UploadKind): Promise<Received[]> =>
  readFiles(request, {
    most: kind === 'document' ? UPLOAD_MAX_FILES : 1,
    read: (file) => readFile(file, kind),
  })
