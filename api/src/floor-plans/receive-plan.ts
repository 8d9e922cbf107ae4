import {
  FLOOR_PLAN_MAX_BYTES,
  FLOOR_PLAN_MIN_SIDE,
  FloorPlanType,
} from '@carewatch/contracts/http/floor-plans'
import { Refusal } from '@carewatch/contracts/refusal'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { fileTypeFromBuffer } from 'file-type'
import { readFiles } from '../uploads/receive.ts'
import { type Redrawn, redraw } from '../uploads/redraw.ts'

type Picture = Redrawn & { mediaType: FloorPlanType }

async function readPicture(file: MultipartFile): Promise<Picture> {
  const sent = await file.toBuffer()
  if (sent.length > FLOOR_PLAN_MAX_BYTES) throw new Refusal('invalid', 'fileTooBig')
  const mediaType = FloorPlanType.safeParse((await fileTypeFromBuffer(sent))?.mime).data
  if (!mediaType) throw new Refusal('invalid', 'wrongType')
  const drawn = await redraw(sent, mediaType)
  if (Math.min(drawn.width, drawn.height) < FLOOR_PLAN_MIN_SIDE) throw new Refusal('invalid', 'fileTooSmall')
  return { ...drawn, mediaType }
}

/** The one picture of a request, drawn anew: a drawing of a house says nothing but what is seen on it. */
export async function receivePlan(request: FastifyRequest): Promise<Picture> {
  const [picture] = await readFiles(request, { most: 1, read: readPicture })
  if (!picture) throw new Refusal('invalid', 'noFile')
  return picture
}
