import * as z from 'zod/mini'
import { IMAGE_MAX_BYTES } from '#features/programming/media/contract.ts'
import { storeImage } from '#features/programming/media/server/public.ts'
import type { Context } from '#server/http/handle.ts'
import { invalid, invalidInput, Refusal, tooLarge } from '#server/http/problem.ts'
import { storedPrefix } from '#server/integrations/storage/embedded.ts'
import { ImageForm, type concessions } from '../contract.ts'
import { messages } from '../rules.ts'
import { findProduct, setImage } from './store.ts'

/** The picture of a product, the same at every cinema. A file called storage-fault.png finds the store failing. */
export async function uploadImage({ form, app, db, write }: Context<typeof concessions.uploadImage>) {
  const { fields, file } = await form(IMAGE_MAX_BYTES)
  const parsed = z.safeParse(ImageForm, fields)
  if (!parsed.success) throw invalidInput(parsed.error.issues)
  if (!file) throw invalid({ file: messages.noImage })
  if (file.isTooLarge) throw tooLarge(messages.imageTooLarge)
  const { rosetta_product_id: id } = parsed.data
  if (!(await findProduct(db, id))) throw invalid({ rosetta_product_id: messages.noProduct })
  const prefix = storedPrefix(app.env, file.name)
  const { url } = await storeImage(app.storage, file.data, 'image', { prefix }).catch(ofTheFile)
  return write(async ({ db: tx, record }) => {
    const product = (await findProduct(tx, id, { lock: true }))!
    const version = await setImage(tx, product.id, url)
    await record({
      entity: 'product',
      id,
      summary: `Set the picture of ${product.name}`,
      before: { image_url: product.image },
      after: { image_url: url },
    })
    return { rosetta_product_id: id, image_url: url, version }
  })
}

const ofTheFile = (error: unknown): never => {
  throw error instanceof Refusal && error.status === 422 ? invalid({ file: error.message }) : error
}
