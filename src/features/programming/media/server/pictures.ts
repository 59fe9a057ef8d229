import type { Readable } from 'node:stream'
import type { App } from '#server/app.ts'
import { invalid, Refusal } from '#server/http/problem.ts'
import { storedPrefix } from '#server/integrations/storage/embedded.ts'
import { PICTURE_BYTES, PICTURE_TYPES, pictureMessages } from '../rules.ts'
import { storeImage, type AcceptedImages } from './images.ts'

const PICTURES: AcceptedImages = {
  maxBytes: PICTURE_BYTES,
  tooLarge: pictureMessages.tooLarge,
  types: [...PICTURE_TYPES],
  notOne: pictureMessages.notOne,
}

/**
 * Stores a person's picture, in a size for screens. A file called storage-fault.png finds the store failing.
 * @returns its address
 */
export async function storePicture(
  { env, storage }: Pick<App, 'env' | 'storage'>,
  { name, stream }: { name: string; stream: Readable },
): Promise<string> {
  const prefix = storedPrefix(env, name)
  try {
    return (await storeImage(storage, stream, 'profile', { prefix, accepted: PICTURES })).url
  } catch (error) {
    throw error instanceof Refusal && error.status === 422 ? invalid({ file: error.message }) : error
  }
}
