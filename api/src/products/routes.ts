import * as contract from '@carewatch/contracts/http/products'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { deleteProduct } from './delete.ts'
import { listProducts } from './list.ts'
import { newProduct } from './new.ts'
import { readPicture } from './pictures.ts'
import { updateProduct } from './update.ts'

export function productRoutes(serve: Serve, { db }: Services): void {
  serve.toAnyone(contract.allProducts, (asked) => listProducts(db, asked, { isPublished: true }))
  serve(contract.everyProduct, (asked) => listProducts(db, asked, { isPublished: false }))
  serve(contract.newProduct, ({ body }, caller) => newProduct(db, caller, body))
  serve(contract.updateProduct, (asked, caller) => updateProduct(db, caller, asked))
  serve(contract.deleteProduct, ({ params }, caller) => deleteProduct(db, caller, params.uuid))
  serve.fileToAnyone(contract.cataloguePicture, ({ params }) => readPicture(db, params.uuid))
}
