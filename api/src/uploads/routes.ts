import * as contract from '@carewatch/contracts/http/uploads'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { completeUpload } from './complete.ts'
import { readUpload } from './read.ts'
import { createSmallPictures } from './small-pictures.ts'
import { deleteUpload, upload } from './upload.ts'

export function uploadRoutes(serve: Serve, { db, viewers }: Services): void {
  serve.upload(contract.uploadFile, ({ query }, caller, request) => upload(db, caller, { query, request }))
  serve(contract.uploadComplete, async (input, caller) => {
    const completed = await completeUpload(db, caller, input)
    // This process need not wait for the database to tell it of the picture it has just hung up.
    viewers.forgetAll()
    return completed
  })
  const pictures = createSmallPictures()
  serve.file(contract.readUpload, (asked, viewer) => readUpload(db, viewer, { ...asked, pictures }))
  serve(contract.deleteUpload, ({ params }, caller) => deleteUpload(db, caller, params.uuid))
}
